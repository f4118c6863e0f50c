import { expect, test } from 'vitest';
import { chatLink } from './chatlink.ts';

test.each([
  ['whatsapp', '+49 170 1234567', 'https://wa.me/491701234567'],
  ['telegram', '0091 98765 43210', 'https://t.me/+919876543210'],
  ['skype', '+49 170 1234567', undefined],
  ['whatsapp', '0170 1234567', undefined],
  ['whatsapp', '98765 43210', undefined],
  ['whatsapp', '+49/../x', undefined],
  ['constructor', '+49 170 1234567', undefined],
])('a client on %s with the number %s is led to %s', (method, phone, link) => {
  expect(chatLink(method, phone)).toBe(link);
});
