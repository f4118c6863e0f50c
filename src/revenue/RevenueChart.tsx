/**
 * Seven bars, oldest first, each a link to its entries that says day and amount to a screen reader. Plain SVG, 600 by
 * 300.
 */
import { usd, type Cents } from '#kernel/money.ts';
import { Link } from '#ui/router.tsx';
import css from './revenue.module.css';
import { dayLabel } from './revenue.ts';
import { words } from './revenue.words.ts';

const width = 600;
const height = 300;
const top = 28;
const bottom = 44;

type Day = { date: string; revenue: Cents };

export function RevenueChart({ days }: { days: readonly Day[] }) {
  const amounts = days.map((day) => Number(day.revenue));
  const least = Math.min(0, ...amounts);
  // A week without revenue has its line at the bottom, not at the top.
  const most = Math.max(least === 0 ? 1 : 0, ...amounts);
  const span = most - least || 1;
  const y = (amount: number) => top + ((most - amount) / span) * (height - top - bottom);
  const step = width / Math.max(days.length, 1);
  return (
    <figure className={css['chart']}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="group" aria-label={words.chart}>
        <line x1={0} x2={width} y1={y(0)} y2={y(0)} className={css['axis']} />
        {days.map((day, place) => {
          const amount = amounts[place]!;
          const from = Math.min(y(amount), y(0));
          const tall = Math.max(Math.abs(y(amount) - y(0)), amount === 0 ? 2 : 3);
          const middle = place * step + step / 2;
          const [weekday, ...date] = dayLabel(day.date).split(' ');
          return (
            <Link key={day.date} to={`/admin/revenue?day=${day.date}`}>
              {/* The whole column can be pressed, however low its bar. Its words, kept apart by spaces, are the link's name. */}
              <rect x={middle - step / 2} y={0} width={step} height={height} className={css['column']} />
              <rect
                x={middle - 27}
                y={amount < 0 ? y(0) : from}
                width={54}
                height={tall}
                rx={3}
                className={css['bar']}
                data-negative={amount < 0 || undefined}
              />
              <text x={middle} y={(amount < 0 ? y(0) : from) - 8} className={css['amount']}>
                {usd(day.revenue)}
              </text>{' '}
              <text x={middle} y={height - 24} className={css['weekday']}>
                {weekday}
              </text>{' '}
              <text x={middle} y={height - 8} className={css['date']}>
                {date.join(' ')}
              </text>
            </Link>
          );
        })}
      </svg>
    </figure>
  );
}
