import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isStale, owedCents, refundableOf, remainingOf, shownCents } from './spending.ts';

test('a part of a cent is shown rounded and owed whole', () => {
  const rounded = [0n, 1n, 4_999n, 5_000n, 9_999n, 10_000n, 10_001n].map((micros) => [
    shownCents(micros),
    owedCents(micros),
  ]);
  expect(rounded).toEqual([
    [0n, 0n],
    [0n, 1n],
    [0n, 1n],
    [1n, 1n],
    [1n, 1n],
    [1n, 1n],
    [1n, 2n],
  ]);
});

test('what is left is never more than the money less what was spent, and less than a cent away from it', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
  fc.assert(
    fc.property(amount, amount, (balanceCents, openMicros) => {
      const left = balanceCents * 10_000n - openMicros;
      const remaining = remainingOf({ balanceCents, openMicros })! * 10_000n;
      if (left <= 0n) return remaining === 0n;
      return remaining <= left && left - remaining < 10_000n;
    }),
  );
});

test('where nobody knows what was spent, nobody knows what is left, and the book says what can be asked back', () => {
  expect(remainingOf({ balanceCents: 5_00n, openMicros: null })).toBeUndefined();
  expect(refundableOf({ balanceCents: 5_00n, openMicros: null })).toBe(5_00n);
  expect(refundableOf({ balanceCents: 5_00n, openMicros: 2_000_001n })).toBe(2_99n);
  // Where a settled day turned out to cost less, the refund still gives back no more than is in the account.
  expect(refundableOf({ balanceCents: 5_00n, openMicros: -10_000n })).toBe(5_00n);
});

test('what is known is trusted until 48 hours after its last day ended', () => {
  expect(isStale('2026-03-01', new Date('2026-03-04T00:00:00Z'))).toBe(false);
  expect(isStale('2026-03-01', new Date('2026-03-04T00:00:01Z'))).toBe(true);
  expect(isStale(null, new Date('2026-03-01T00:00:00Z'))).toBe(true);
});
