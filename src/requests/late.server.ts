/** SQL: whether a request of this kind was late at a moment, by default now. The rule is the kind's own (`late`). */
import type { Kind } from '#kinds/kinds.ts';
import { daysAround } from '#kinds/late.ts';

export function lateSql({ late }: Pick<Kind, 'late'>, at = '(select now())'): string {
  if ('hours' in late) return `created_at < ${at} - interval '${late.hours} hours'`;
  const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => `when ${weekday} then ${daysAround(late.workingDays, weekday)}`);
  return `created_at < ${at} - interval '${late.workingDays} days'
    and created_at < ${at} - make_interval(days => case extract(isodow from created_at) ${days.join(' ')} end)`;
}
