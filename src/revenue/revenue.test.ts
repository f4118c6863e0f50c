import { expect, test } from 'vitest';
import { dayIn, dayLabel, lastSevenDays } from './revenue.ts';

test("a day begins at midnight in the agency's time zone", () => {
  expect(dayIn('Asia/Shanghai', new Date('2026-11-20T15:59:59Z'))).toBe('2026-11-20');
  expect(dayIn('Asia/Shanghai', new Date('2026-11-20T16:00:00Z'))).toBe('2026-11-21');
  expect(dayIn('America/Los_Angeles', new Date('2026-11-21T07:59:59Z'))).toBe('2026-11-20');
});

test('the chart has seven days, oldest first, over months and leap days', () => {
  expect(lastSevenDays('2028-03-02')).toEqual([
    '2028-02-25',
    '2028-02-26',
    '2028-02-27',
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
    '2028-03-02',
  ]);
});

test('a bar is labelled with weekday and date', () => {
  expect(dayLabel('2026-11-21')).toBe('Sat 21 Nov');
});
