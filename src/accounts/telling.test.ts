/** What a client is told of the money in an account: theirs is what is left, where that is known. */
import { expect, test } from 'vitest';
import { accountStates } from '#ledger/accountlife.ts';
import { movesText, waitsText } from './replacing.ts';
import { meaningOf } from './telling.ts';

const stopped = ['Suspended', 'Appealed', 'Lost'] as const;

test('money that was spent is never called the client’s, in no state', () => {
  for (const state of accountStates)
    expect(meaningOf({ balanceCents: 100_00n, leftCents: 40_00n }, state)).not.toContain('$100.00');
  for (const state of stopped) {
    const left = meaningOf({ balanceCents: 100_00n, leftCents: 40_00n }, state);
    expect(left).toContain('$40.00 is left in it after what it spent, and stays yours on our books.');
    expect(left).toContain('refund');
    const gone = meaningOf({ balanceCents: 100_00n, leftCents: 0n }, state);
    expect(gone).toContain('No money is left in it.');
    expect(gone).not.toContain('refund');
  }
});

test('where nobody knows what was spent, or nothing was, all that was put in stays theirs', () => {
  for (const state of stopped)
    for (const leftCents of [undefined, 100_00n])
      expect(meaningOf({ balanceCents: 100_00n, leftCents }, state)).toContain(
        'The $100.00 you put into it stays yours',
      );
});

test('what is left moves to the new account, and all that is set aside is said beside it', () => {
  const left = '$40.00 is left for the new account. Until it opens, $100.00 is set aside, with what was spent already.';
  expect(movesText(100_00n, 40_00n)).toBe(left);
  for (const known of [null, 100_00n])
    expect(movesText(100_00n, known)).toBe('$100.00 is set aside until the new account is open.');
  expect(waitsText(100_00n, 60_00n)).toMatch(/^\$40\.00 is left for it.* \$100\.00 is set aside/);
  expect(waitsText(100_00n, 160_00n)).toMatch(/^\$0\.00 is left for it/);
  for (const known of [null, 0n])
    expect(waitsText(100_00n, known)).toContain('$100.00 of this account is set aside for it.');
  expect(waitsText(0n, null)).toContain('as soon as it is open');
});
