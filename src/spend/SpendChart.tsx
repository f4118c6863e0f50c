/** A bar a day, oldest first. Whoever can't see it reads what it is about, and the table that follows. */
import { usd, type Cents } from '#kernel/money.ts';
import { words } from './spend.words.ts';
import css from './spend.module.css';

const [width, height, bottom, top] = [720, 180, 2, 8];
const dayMs = 24 * 60 * 60 * 1000;

type Day = { date: string; amount: Cents; final: boolean };

export function SpendChart({ days }: { days: readonly Day[] }) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const most = days.reduce((found, { amount }) => (amount > found ? amount : found), 0n);
  const place = (date: string) => Math.round((Date.parse(date) - Date.parse(first.date)) / dayMs);
  // A day of which nothing is known is a gap.
  const step = width / Math.max(place(last.date) + 1, 7);
  const tall = (amount: Cents) => (most === 0n ? 0 : (Number(amount) / Number(most)) * (height - top - bottom));
  return (
    <figure className={css['chart']}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={words.chart(first.date, last.date, usd(most))}
        preserveAspectRatio="none"
      >
        <line x1={0} x2={width} y1={height - bottom} y2={height - bottom} className={css['axis']} />
        {days.map(({ date, amount, final }) => (
          <rect
            key={date}
            x={place(date) * step + step * 0.15}
            y={height - bottom - Math.max(tall(amount), 1)}
            width={step * 0.7}
            height={Math.max(tall(amount), 1)}
            className={css['bar']}
            data-open={!final || undefined}
          >
            <title>{`${date}: ${usd(amount)}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption className={css['ends']}>
        <span>{first.date}</span>
        <span>{last.date}</span>
      </figcaption>
    </figure>
  );
}
