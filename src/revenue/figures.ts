/** The business over a span of whole days, beside as many days right before it. */
import { dayAfter, daysBetween } from '#kernel/days.ts';
import type { Cents } from '#kernel/money.ts';
import { mostDays } from './revenue.ts';

export type Span = { from: string; to: string };

/** One day, and what the day as many days earlier earned. */
export type DayFigure = { date: string; revenue: Cents; before: Cents; in: Cents; out: Cents };

/** As many days as the span has, that end the day before it begins. */
export function spanBefore({ from, to }: Span): Span {
  const days = daysBetween(from, to, mostDays).length;
  return { from: dayAfter(from, -days), to: dayAfter(from, -1) };
}

/** Days added up to their months, `date` being `YYYY-MM`; the first and the last may be parts of a month. */
export function monthsOf(days: readonly DayFigure[]): DayFigure[] {
  const add = (rows: readonly DayFigure[], field: 'revenue' | 'before' | 'in' | 'out') =>
    rows.reduce((sum, row) => sum + row[field], 0n);
  return [...Map.groupBy(days, ({ date }) => date.slice(0, 7))].map(([date, rows]) => ({
    date,
    revenue: add(rows, 'revenue'),
    before: add(rows, 'before'),
    in: add(rows, 'in'),
    out: add(rows, 'out'),
  }));
}

/** The spans that one can choose by name; each ends today or before. */
export const spans = ['month', 'last-month', '30', '90', '365'] as const;

export type SpanName = (typeof spans)[number];

export function spanNamed(name: SpanName, today: string): Span {
  const first = `${today.slice(0, 7)}-01`;
  if (name === 'month') return { from: first, to: today };
  if (name === 'last-month') {
    const last = dayAfter(first, -1);
    return { from: `${last.slice(0, 7)}-01`, to: last };
  }
  return { from: dayAfter(today, 1 - Number(name)), to: today };
}

/** What is owed is read as it is now, whatever days the page shows, so its file bears the day on which it was made. */
export function fileNameOf(table: string, { from, to }: Span, today: string): string {
  return `figures-${table}-${table === 'owed' ? today : `${from}-${to}`}.xlsx`;
}

/** How much more than before, in percent; undefined where there was nothing to compare with. */
export function changeOf(now: Cents, before: Cents): number | undefined {
  return before <= 0n ? undefined : Math.round((Number(now - before) / Number(before)) * 100);
}
