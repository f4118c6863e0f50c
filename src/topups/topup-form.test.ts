import { expect, test } from 'vitest';
import { faultOfAmount } from './topup-form.ts';

test('a top-up says which fault its amount has: the third decimal, or that it is out of bounds', () => {
  expect(['12.34', '$1,234.5'].map(faultOfAmount)).toEqual([undefined, undefined]);
  expect(faultOfAmount('12.345')).toBe('Please enter an amount with at most two decimals.');
  for (const amount of ['', '0.001', '0', '1,000,000.01'])
    expect(faultOfAmount(amount), amount).toBe('Please enter an amount from 0.01 to 1,000,000.00.');
});
