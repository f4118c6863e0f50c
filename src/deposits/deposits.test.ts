import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceDeposit } from '#kinds/deposit.ts';
import { isSameRow, priceDeposits } from './deposits.ts';

const cents = fc.bigInt({ min: 1n, max: 100_000_000n });
const rate = fc.bigInt({ min: 0n, max: 10_000n });

describe('what deposits cost', () => {
  test('is the money and a fee that is right to half a cent', () => {
    fc.assert(
      fc.property(cents, rate, (money, basisPoints) => {
        const { amountCents, feeCents, totalCents } = priceDeposit(money, basisPoints);
        expect([amountCents, totalCents]).toEqual([money, money + feeCents]);
        // Half up: never half a cent or more below, never more than half a cent above.
        const twice = 2n * (feeCents * 10_000n - money * basisPoints);
        expect(twice > -10_000n && twice <= 10_000n).toBe(true);
      }),
    );
  });

  test('is for many rows the sum of the rows', () => {
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 50 }), rate, (rows, basisPoints) => {
        const totals = rows.map((money) => priceDeposit(money, basisPoints).totalCents!);
        expect(priceDeposits(rows, basisPoints).totalCents).toBe(totals.reduce((all, total) => all + total, 0n));
      }),
    );
  });
});

test('a row is the same however its account and its money are written', () => {
  const row = { adsId: '123-456-7890', money: '10' };
  expect(isSameRow(row, { adsId: '123-456-7890', money: '10.00' })).toBe(true);
  expect(isSameRow({ ...row, money: '1,000' }, { ...row, money: '1000.00' })).toBe(true);
  expect(isSameRow(row, { ...row, money: '10.01' })).toBe(false);
  expect(isSameRow(row, { ...row, adsId: '123-456-7891' })).toBe(false);
});
