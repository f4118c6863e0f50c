/** What an ad account spent, a bar a day. A day of which nothing is known is a gap. */
import { dateText } from '#kernel/clock.ts';
import { dayMs } from '#kernel/days.ts';
import type { Cents } from '#kernel/money.ts';
import { Plot } from '#ui/Plot.tsx';
import { words } from './spend.words.ts';

type Day = { date: string; amount: Cents; final: boolean };

export function SpendChart({ days }: { days: readonly Day[] }) {
  const first = Date.parse(days[0]?.date ?? '');
  return (
    <Plot
      label={words.byDay}
      series={[words.amount]}
      head={words.date}
      notes={{ head: words.state, settled: words.final }}
      empty={words.noSpend}
      nothing={words.nothingSpent}
      {...(days.some(({ amount }) => amount !== 0n) ? { table: 'open' } : {})}
      points={days.map(({ date, amount, final }) => ({
        label: dateText(date),
        values: [amount],
        place: Math.round((Date.parse(date) - first) / dayMs),
        ...(final ? {} : { open: words.open }),
      }))}
    />
  );
}
