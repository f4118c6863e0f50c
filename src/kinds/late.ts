/**
 * When a request is late: that is shown, never enforced. Working days are Monday to Friday in UTC, as the database
 * counts.
 */
import { dayMs } from '#kernel/days.ts';
import type { KindOf } from './kind.ts';

/** From when on a request made at that moment is late. */
export function lateFrom({ late }: Pick<KindOf, 'late'>, createdAt: Date): Date {
  if ('hours' in late) return new Date(createdAt.getTime() + late.hours * 60 * 60 * 1000);
  return new Date(createdAt.getTime() + daysAround(late.workingDays, createdAt.getUTCDay()) * dayMs);
}

/** How many calendar days it takes until so many working days have passed, from a weekday on (0 and 7 are Sundays). */
export function daysAround(workingDays: number, weekday: number): number {
  let days = 0;
  for (let left = workingDays; left > 0;) {
    days += 1;
    if (![0, 6].includes((weekday + days) % 7)) left -= 1;
  }
  return days;
}
