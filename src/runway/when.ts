import { dateText, shortDate, weekdayOf } from '#kernel/clock.ts';
import { dayMs } from '#kernel/days.ts';

/** How a day that lies ahead is called. Both are days as YYYY-MM-DD. */
export function whenText(day: string, today: string): string {
  const ahead = (Date.parse(day) - Date.parse(today)) / dayMs;
  if (ahead <= 0) return 'today';
  if (ahead === 1) return 'tomorrow';
  if (ahead < 7) return `on ${weekdayOf(day)}`;
  return `on ${day.slice(0, 4) === today.slice(0, 4) ? shortDate(day) : dateText(day)}`;
}
