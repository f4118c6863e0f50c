/**
 * Revenue is what the agency earns: opening fees and top-up fees taken, less fees given back, on the day of the
 * approval in the agency's own time zone. Clients' money is never revenue; penalties and goodwill are shown apart.
 */
import { dateText, shortDate, weekdayOf } from '#kernel/clock.ts';

/** The seven days that end with this one, oldest first. */
export function lastSevenDays(today: string): string[] {
  const end = new Date(`${today}T00:00:00Z`).getTime();
  return [6, 5, 4, 3, 2, 1, 0].map((back) => new Date(end - back * 86_400_000).toISOString().slice(0, 10));
}

/** `Sat 21 Nov` for a bar of the chart. */
export function dayLabel(day: string): string {
  return `${weekdayOf(day).slice(0, 3)} ${shortDate(day)}`;
}

/** `1 – 23 Nov 2026`, a span of days that are both included: month and year are said once where both share them. */
export function spanLabel(from: string, to: string): string {
  const [first, last] = [dateText(from).split(' '), dateText(to)];
  if (from === to) return last;
  const shared = from.slice(0, 7) === to.slice(0, 7) ? 2 : from.slice(0, 4) === to.slice(0, 4) ? 1 : 0;
  return `${first.slice(0, 3 - shared).join(' ')} – ${last}`;
}

/** As many days as one look or one spreadsheet may span. */
export const mostDays = 366;

const dayMs = 86_400_000;

/** Every day from the first to the last, both included, at most `most`; none where the last lies before the first. */
export function daysBetween(first: string, last: string, most: number): string[] {
  const [from, to] = [Date.parse(`${first}T00:00:00Z`), Date.parse(`${last}T00:00:00Z`)];
  const count = Math.min(most, Math.max(0, Math.round((to - from) / dayMs) + 1));
  return Array.from({ length: count }, (_, day) => new Date(from + day * dayMs).toISOString().slice(0, 10));
}

/** The days of a month `YYYY-MM`. */
export function daysOfMonth(month: string): string[] {
  const first = `${month}-01`;
  const days = daysBetween(
    first,
    new Date(Date.parse(`${first}T00:00:00Z`) + 30 * dayMs).toISOString().slice(0, 10),
    31,
  );
  return days.filter((day) => day.startsWith(month));
}

/** The month before or after: `2026-01` less one is `2025-12`. */
export function monthBeside(month: string, by: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}
