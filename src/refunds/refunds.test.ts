import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feeShare, priceRefund, refund, refusalToRefund } from '#kinds/refund.ts';
import { blankPayOut, refusalOfBlank } from '#requests/requests.ts';
import { againOf, filledIn } from './refunds.ts';

const cents = fc.bigInt({ min: 1n, max: 100_000_000n });

describe('the fee share of refunds', () => {
  test(`a series that empties an account returns exactly the fee that was left in it, and never more on the way`, () => {
    const parts = fc.array(fc.bigInt({ min: 1n, max: 10_000n }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(parts, fc.bigInt({ min: 0n, max: 100_000n }), (amounts, fee) => {
        let balance = amounts.reduce((all, amount) => all + amount, 0n);
        let left = fee;
        for (const amount of amounts) {
          const share = feeShare(amount, left, balance);
          expect(share >= 0n && share <= left).toBe(true);
          balance -= amount;
          left -= share;
        }
        expect([balance, left]).toEqual([0n, 0n]);
      }),
    );
  });

  test('of an account with nothing in it is nothing', () => {
    expect(feeShare(0n, 0n, 0n)).toBe(0n);
  });
});

describe('a refund', () => {
  test('is refused exactly where it is more than the account holds', () => {
    fc.assert(
      fc.property(
        cents,
        cents,
        (amount, balance) => (refusalToRefund(amount, balance) === undefined) === amount <= balance,
      ),
    );
  });

  test('has its total from the lock where the fee comes back, and is its amount alone where it does not', () => {
    expect(priceRefund(500n, true).totalCents).toBeUndefined();
    expect(priceRefund(500n, false).totalCents).toBe(500n);
  });

  test.each([
    ['approve', { transactionId: '', remarks: 'x' }, 'Please enter a transaction ID.'],
    ['approve', { transactionId: 'x', remarks: '' }, undefined],
    ['reject', { transactionId: 'x', remarks: '' }, 'Please enter a reason for rejection.'],
    ['reject', { transactionId: '', remarks: 'x' }, undefined],
  ] as const)('to %s with %j says %s', (action, said, message) => {
    expect(refusalOfBlank(refund, action, said, blankPayOut)?.message).toBe(message);
  });
});

test('a refund is sent again with its note, and with none where it had none', () => {
  const row = { adsId: '123-456-7890', amount: 33_33n, clientRemarks: 'For our other shop.', byAgency: false };
  expect(againOf(row)).toEqual({ adsId: '123-456-7890', amount: '33.33', remarks: 'For our other shop.' });
  expect(Object.keys(againOf({ ...row, clientRemarks: '' }))).toEqual(filledIn);
  // Why an admin began it are no words of the client's.
  expect(againOf({ ...row, byAgency: true }).remarks).toBe('');
});
