import { expect, test } from 'vitest';
import { lineText, type LineOf } from './lines.ts';

const google = { platform: 'Google', adsId: '123-456' } as const;
const none = { platform: null } as const;

test.each<[LineOf, string]>([
  [{ ...none, kind: 'topup', step: 1, state: 'Approved' }, 'Top-up'],
  [{ ...none, kind: 'topup', step: 1, state: 'Reversed' }, 'Top-up'],
  [{ ...none, kind: 'topup', step: 2, state: 'Reversed' }, 'Top-up reversed'],
  [{ platform: 'Bing', kind: 'application', step: 0, state: 'Approved' }, 'Bing ad account order'],
  [
    { ...google, kind: 'deposit', step: 0, state: 'Pending' },
    'Deposit into Google ad account 123-456, held until decided',
  ],
  [{ ...google, kind: 'deposit', step: 0, state: 'Rejected' }, 'Deposit into Google ad account 123-456'],
  [
    { ...google, kind: 'deposit', step: 1, state: 'Rejected' },
    'Deposit into Google ad account 123-456 rejected, money back',
  ],
  [
    { ...google, kind: 'deposit', step: 1, state: 'Cancelled' },
    'Deposit into Google ad account 123-456 cancelled, money back',
  ],
  [{ ...google, kind: 'refund', step: 1, state: 'Approved', other: 'held:7' }, 'Refund from Google ad account 123-456'],
  [
    { ...google, kind: 'refund', step: 1, state: 'Approved', other: 'fee' },
    'Top-up fee back with the refund from Google ad account 123-456',
  ],
  [
    { ...google, kind: 'refund', step: 2, state: 'Reversed', other: 'fee' },
    'Reversed: top-up fee back with the refund from Google ad account 123-456',
  ],
  [{ ...none, kind: 'withdrawal', step: 1, state: 'Rejected' }, 'Withdrawal rejected, money back'],
  [{ ...none, kind: 'penalty', step: 1, state: 'Approved' }, 'Penalty'],
  [{ ...none, kind: 'goodwill', step: 2, state: 'Reversed' }, 'Goodwill credit reversed'],
])('%j reads as %s', (line, text) => {
  expect(lineText(line)).toBe(text);
});
