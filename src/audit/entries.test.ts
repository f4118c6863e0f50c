import { expect, test } from 'vitest';
import { actionText, changesOf } from './entries.ts';

test('what was done is said in words, also what nobody has named yet', () => {
  expect(
    ['deposit.approved', 'refund.approve.proposed', 'auth.signed_in', 'withdrawal.asked', 'paylink.created'].map(
      actionText,
    ),
  ).toEqual(['Deposit approved', 'Refund approval proposed', 'Signed in', 'Withdrawal asked for', 'Paylink created']);
  expect(actionText('somewhere_new.tried_out')).toBe('Somewhere new tried out');
});

test('amounts are dollars wherever they stand, and what is no amount stays as it was written', () => {
  const after = { state: 'Approved', totalCents: '6325', transactionId: '4777', remarks: null, adsId: '123' };
  expect(changesOf({ state: 'Pending' }, after)).toEqual([
    { label: 'State', was: 'Pending', is: 'Approved' },
    { label: 'Total', was: undefined, is: '$63.25' },
    { label: 'Transaction ID', was: undefined, is: '4777' },
    { label: 'Ads ID', was: undefined, is: '123' },
  ]);
  expect(changesOf(undefined, { kind: 'Company', money: '15000' })).toMatchObject([
    { is: 'Company' },
    { label: 'Money', is: '$150.00' },
  ]);
  expect(changesOf(undefined, { amount: '12000', sessionsEnded: 3 })).toMatchObject([
    { is: '$120.00' },
    { label: 'Sessions ended', is: '3' },
  ]);
});

test('settings are read as they were set', () => {
  const before = {
    openingFeeCents: '3000',
    topupBasisPoints: '1500',
    secondPair: { on: false, refundsAboveCents: null },
  };
  const after = {
    openingFeeCents: '3000',
    topupBasisPoints: '1250',
    depositOptionsCents: ['0', '1500'],
    secondPair: { on: true },
  };
  expect(changesOf(before, after)).toEqual([
    { label: 'Top-up fee', was: '15%', is: '12.5%' },
    { label: 'Second pair of eyes', was: 'no', is: 'yes' },
    { label: 'Deposits offered', was: undefined, is: '$0.00, $15.00' },
  ]);
});
