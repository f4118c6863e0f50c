/**
 * Revenue is what the agency earns: opening fees and top-up fees taken, less fees given back, on the day of the
 * approval in the agency's own time zone. Clients' money is never revenue; penalties and goodwill are shown apart.
 */
import { dateText, shortDate, weekdayOf } from '#kernel/clock.ts';
import { dayAfter, daysBetween } from '#kernel/days.ts';

/** The seven days that end with this one, oldest first. */
export function lastSevenDays(today: string): string[] {
  return daysBetween(dayAfter(today, -6), today);
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
