import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayAfter,
  dayAt,
  dayOf,
  daysBetween,
  daysOfMonth,
  endOfDay,
  monthAfter,
  monthPattern,
  refusalOfSpan,
  startOfDay,
} from './days.ts';

const zones = [
  'UTC',
  'Asia/Shanghai',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'America/Havana',
  'Atlantic/Azores',
];

describe('a day', () => {
  test('begins when it is midnight there', () => {
    expect(startOfDay('2026-11-21', 'Asia/Shanghai').toISOString()).toBe('2026-11-20T16:00:00.000Z');
    expect(startOfDay('2026-11-21', 'America/New_York').toISOString()).toBe('2026-11-21T05:00:00.000Z');
    expect(startOfDay('2026-11-21', 'UTC').toISOString()).toBe('2026-11-21T00:00:00.000Z');
  });

  test('has 23 or 25 hours when the clocks are set', () => {
    const hours = (day: string) =>
      (endOfDay(day, 'Europe/Berlin').getTime() - startOfDay(day, 'Europe/Berlin').getTime()) / 3_600_000;
    expect(['2026-03-29', '2026-10-25', '2026-07-01'].map(hours)).toEqual([23, 25, 24]);
  });

  test('begins at the first moment that belongs to it where midnight comes twice or not at all', () => {
    const hours = (zone: string, ...days: string[]) =>
      days.map((day) => (endOfDay(day, zone).getTime() - startOfDay(day, zone).getTime()) / 3_600_000);
    expect(hours('America/Havana', '2026-03-07', '2026-03-08', '2026-10-31', '2026-11-01')).toEqual([24, 23, 24, 25]);
    expect(hours('Atlantic/Azores', '2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25')).toEqual([24, 23, 24, 25]);
    expect(startOfDay('2026-11-01', 'America/Havana').toISOString()).toBe('2026-11-01T04:00:00.000Z');
    expect(startOfDay('2026-09-06', 'America/Santiago').toISOString()).toBe('2026-09-06T04:00:00.000Z');
  });

  test('holds its first and its last moment, anywhere', () => {
    const days = fc
      .date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString().slice(0, 10));
    fc.assert(
      fc.property(days, fc.constantFrom(...zones), (day, zone) => {
        expect(dayOf(startOfDay(day, zone), zone)).toBe(day);
        expect(dayOf(new Date(endOfDay(day, zone).getTime() - 1), zone)).toBe(day);
        expect(dayOf(endOfDay(day, zone), zone)).not.toBe(day);
      }),
    );
  });
});

test('a day begins at midnight where the books are kept', () => {
  expect(dayOf(new Date('2026-11-20T15:59:59Z'), 'Asia/Shanghai')).toBe('2026-11-20');
  expect(dayOf(new Date('2026-11-20T16:00:00Z'), 'Asia/Shanghai')).toBe('2026-11-21');
  expect(dayOf(new Date('2026-11-21T07:59:59Z'), 'America/Los_Angeles')).toBe('2026-11-20');
});

test('days are counted over months, years and leap days, both ways', () => {
  expect(dayAt(new Date('2026-11-20T23:59:59.999Z'))).toBe('2026-11-20');
  expect([dayAfter('2028-02-28', 1), dayAfter('2026-12-31', 1), dayAfter('2026-03-01', -1)]).toEqual([
    '2028-02-29',
    '2027-01-01',
    '2026-02-28',
  ]);
  expect([daysBetween('2026-02-27', '2026-03-01'), daysBetween('2026-03-02', '2026-03-01')]).toEqual([
    ['2026-02-27', '2026-02-28', '2026-03-01'],
    [],
  ]);
  expect(daysBetween('1900-01-01', '2999-12-31', 367)).toHaveLength(367);
});

test('days are refused where the last lies before the first, or where there are too many of them', () => {
  expect(refusalOfSpan('2026-03-02', '2026-03-01')).toMatchObject({ field: 'to' });
  expect(refusalOfSpan('2026-03-01', '2026-03-31', 31)).toBeUndefined();
  expect(refusalOfSpan('2026-03-01', '2026-04-01', 31)).toMatchObject({ message: 'Please choose at most 31 days.' });
  for (const [first, last] of [
    ['', '2026-03-01'],
    ['2026-03-01', ''],
    ['2026-03-01', '2026-03-01'],
  ] as const)
    expect(refusalOfSpan(first, last)).toBeUndefined();
});

test('a month has its days, and the months around it are over years', () => {
  expect(['2028-02', '2026-02', '2026-04', '2026-12'].map((month) => daysOfMonth(month).length)).toEqual([
    29, 28, 30, 31,
  ]);
  expect([monthAfter('2026-01', -1), monthAfter('2026-12', 1)]).toEqual(['2025-12', '2027-01']);
});

test.each([
  ['2026-10', true],
  ['2026-00', false],
  ['2026-13', false],
  ['1999-12', false],
  ['12026-10', false],
  ['2026-10-01', false],
])('the month %s is written as one: %s', (month, is) => expect(monthPattern.test(month)).toBe(is));
