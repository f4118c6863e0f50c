/** What is sent with a verdict is what its form shows. */
import { expect, test } from 'vitest';
import { amountOf, itemOf, nothingTyped, type Waiting } from './verdicts.ts';

const row = { applyId: 'TU-1111-1111', kind: 'topup' } as Waiting;

test('why another amount is credited is said with another amount only: its field is gone where the amount was emptied again', () => {
  const typed = { ...nothingTyped, received: '90', remarks: 'Ten were missing.' };
  expect(itemOf(row, 'approve', typed)).toMatchObject({ receivedMoney: '90', remarks: 'Ten were missing.' });
  expect(itemOf(row, 'approve', { ...typed, received: ' ' })).toEqual({
    applyId: row.applyId,
    adsId: '',
    transactionId: '',
  });
  expect(itemOf(row, 'reject', typed)).toEqual({ applyId: row.applyId, remarks: 'Ten were missing.' });
});

test('a top-up counts with what was credited: ten thousand announced, of which ten arrived, are ten', () => {
  const announced = { ...row, amount: 10_000_00n, totalCost: 10_000_00n };
  expect(amountOf({ ...announced, receivedMoney: 10_00n })).toBe(10_00n);
  expect(amountOf({ ...announced, receivedMoney: null })).toBe(10_000_00n);
});
