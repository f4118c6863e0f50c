import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AddressText } from './AddressText.tsx';

test('an address of any length is shown whole, and no part of it twice', () => {
  const whole = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  for (let length = 0; length <= whole.length; length++)
    for (const small of [true, false]) {
      const address = whole.slice(0, length);
      const html = renderToStaticMarkup(<AddressText address={address} small={small} />);
      expect(html.replaceAll(/<[^>]*>/g, '')).toBe(address);
    }
});
