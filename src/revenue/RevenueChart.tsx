/** Seven bars, oldest first. Plain SVG, 600 by 300; a table behind it says the same to a screen reader. */
import { usd, type Cents } from '#kernel/money.ts';
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
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
        <line x1={0} x2={width} y1={y(0)} y2={y(0)} className={css['axis']} />
        {days.map((day, place) => {
          const amount = amounts[place]!;
          const from = Math.min(y(amount), y(0));
          const tall = Math.max(Math.abs(y(amount) - y(0)), amount === 0 ? 2 : 3);
          const middle = place * step + step / 2;
          const [weekday, ...date] = dayLabel(day.date).split(' ');
          return (
            <g key={day.date}>
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
              </text>
              <text x={middle} y={height - 24} className={css['weekday']}>
                {weekday}
              </text>
              <text x={middle} y={height - 8} className={css['date']}>
                {date.join(' ')}
              </text>
            </g>
          );
        })}
      </svg>
      <table className="visually-hidden">
        <caption>{words.chart}</caption>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            <th scope="col">{words.dayRevenue}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{dayLabel(day.date)}</th>
              <td>{usd(day.revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
