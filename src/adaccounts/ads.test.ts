/** What the list of orders offers for the accounts that an order opened. */
import { expect, test } from 'vitest';
import { openOf } from './ads.ts';

const ad = { state: 'Approved', adsIds: ['closed', 'suspended', 'runs'] };

test('an account that was closed or replaced is neither shared nor funded, a suspended one is not funded', () => {
  const known = { adsIds: ['runs', 'suspended', 'of another order'], inactive: ['suspended'] };
  expect(openOf(ad, known)).toEqual({ open: ['suspended', 'runs'], takingMoney: ['runs'] });
  expect(openOf({ ...ad, adsIds: ['closed'] }, known)).toEqual({ open: [], takingMoney: [] });
});

test('until it is known which are open, all accounts of an approved order are taken for it, and of no other', () => {
  expect(openOf(ad, undefined)).toEqual({ open: ad.adsIds, takingMoney: ad.adsIds });
  expect(openOf({ ...ad, state: 'Reversed' }, undefined)).toEqual({ open: [], takingMoney: [] });
});
