import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, endOfDay, startOfDay } from './days.ts';

const zones = ['UTC', 'Asia/Shanghai', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Chatham', 'Pacific/Kiritimati'];

describe('a day', () => {
  test('begins when it is midnight there', () => {
    expect(startOfDay('2026-11-21', 'Asia/Shanghai').toISOString()).toBe('2026-11-20T16:00:00.000Z');
    expect(startOfDay('2026-11-21', 'America/New_York').toISOString()).toBe('2026-11-21T05:00:00.000Z');
    expect(startOfDay('2026-11-21', 'UTC').toISOString()).toBe('2026-11-21T00:00:00.000Z');
  });

  test('has 23 or 25 hours when the clocks are set', () => {
    const hours = (day: string) => (endOfDay(day, 'Europe/Berlin').getTime() - startOfDay(day, 'Europe/Berlin').getTime()) / 3_600_000;
    expect(['2026-03-29', '2026-10-25', '2026-07-01'].map(hours)).toEqual([23, 25, 24]);
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
