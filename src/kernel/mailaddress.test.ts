/** Each mailbox has one spelling, and no two addresses look the same. */
import { expect, test } from 'vitest';
import { isMailAddress } from './mailaddress.ts';

test('an address is written in one of the scripts whose letters look alike, with its domain', () => {
  for (const one of ['ana@rival.com', 'renée@exemple.fr', 'иван@пример.рф', 'άννα@παράδειγμα.ελ', '张三@example.cn'])
    expect(isMailAddress(one), one).toBe(true);
  // Cyrillic: the first letter, all of the name, the domain; Greek: one letter.
  for (const two of ['\u0430na@rival.com', '\u0430\u0441\u0435@rival.com', 'ana@r\u0456val.com', 'an\u03b1@rival.com'])
    expect(isMailAddress(two), two).toBe(false);
});

test('nothing stands in it that is not seen, or not what a chat has made of it', () => {
  for (const odd of ['ana\u200b@rival.com', 'ａna@rival.com', '„ana@rival.com', 'ana..b@rival.com', 'ana@rival'])
    expect(isMailAddress(odd), odd).toBe(false);
});
