import { expect, test } from 'vitest';
import { lastCompleteDay, mostDaysLeft, runwayOf, type Known } from './runway.ts';

const now = new Date('2026-11-22T15:00:00Z');
const week = { days: 7, micros: 700_000_000n };
const known: Known = {
  state: 'Active',
  balanceCents: 1_000_00n,
  openMicros: 700_000_000n,
  lastDay: '2026-11-21',
  pace: week,
  idle: { days: 5, micros: 500_000_000n },
};

test('is what is left over the mean of the last complete days, rounded down', () => {
  // $300 left, $100 a day, counted from the end of the 21st.
  expect(runwayOf(known, now)).toEqual({
    remainingCents: 300_00n,
    daysLeft: 3,
    emptyOn: '2026-11-25',
    idle: false,
  });
  expect(runwayOf({ ...known, balanceCents: 1_099_99n }, now).daysLeft).toBe(3.9);
  expect(runwayOf({ ...known, balanceCents: 700_00n }, now)).toMatchObject({ daysLeft: 0, emptyOn: '2026-11-22' });
  // A young account is measured by the days that it has. A day of which nothing is known does not count as a day
  // without spend.
  expect(runwayOf({ ...known, pace: { days: 2, micros: 200_000_000n } }, now).daysLeft).toBe(3);
});

test('is unknown where spend is unknown, older than 48 hours, or the account does not run', () => {
  const unknown = { daysLeft: undefined, emptyOn: undefined, idle: false };
  expect(runwayOf({ ...known, openMicros: null, lastDay: null }, now)).toEqual({
    ...unknown,
    remainingCents: undefined,
  });
  expect(runwayOf({ ...known, lastDay: '2026-11-19' }, now)).toMatchObject(unknown);
  expect(runwayOf({ ...known, lastDay: '2026-11-20' }, now).daysLeft).toBe(3);
  for (const state of ['Suspended', 'Appealed', 'Lost', 'Replaced', 'Closed'] as const)
    expect(runwayOf({ ...known, state }, now)).toMatchObject({ ...unknown, remainingCents: 300_00n });
  expect(runwayOf({ ...known, pace: { days: 0, micros: 0n }, idle: { days: 0, micros: 0n } }, now)).toMatchObject(
    unknown,
  );
});

test('an account is idle after five known days without spend, not after days of which nothing is known', () => {
  const still = { days: 5, micros: 0n };
  expect(runwayOf({ ...known, idle: still }, now)).toMatchObject({ idle: true, daysLeft: undefined });
  expect(runwayOf({ ...known, idle: { ...still, days: 4 } }, now).idle).toBe(false);
  expect(runwayOf({ ...known, idle: { ...still, micros: 1n } }, now).idle).toBe(false);
  expect(runwayOf({ ...known, idle: still, lastDay: '2026-11-10' }, now).idle).toBe(false);
});

test('what lasts for years is cut, and a day counts as complete once it is over everywhere', () => {
  const slow = runwayOf({ ...known, pace: { days: 7, micros: 1n } }, now);
  expect(slow).toMatchObject({ daysLeft: mostDaysLeft, emptyOn: '2029-08-17' });
  expect(lastCompleteDay(new Date('2026-11-22T11:59:59Z'))).toBe('2026-11-20');
  expect(lastCompleteDay(new Date('2026-11-22T12:00:00Z'))).toBe('2026-11-21');
});
