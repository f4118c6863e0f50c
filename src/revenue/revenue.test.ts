import { expect, test } from 'vitest';
import { dayLabel, lastSevenDays, spanLabel } from './revenue.ts';

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

test('a span says month and year once where both days share them', () => {
  const spans = [
    ['2026-11-01', '2026-11-23'],
    ['2026-10-09', '2026-11-01'],
    ['2025-12-01', '2026-01-01'],
    ['2026-11-01', '2026-11-01'],
  ] as const;
  expect(spans.map(([from, to]) => spanLabel(from, to))).toEqual([
    '1 – 23 Nov 2026',
    '9 Oct – 1 Nov 2026',
    '1 Dec 2025 – 1 Jan 2026',
    '1 Nov 2026',
  ]);
});
