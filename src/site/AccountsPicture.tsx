/** What a client sees daily: ad accounts with what is left in each, as the portal lists them. An illustration. */
import { usd, type Cents } from '#kernel/money.ts';
import { useFacts } from './drawing.tsx';
import { onlyOn } from './facts.ts';
import { accountsWords as words } from './home.words.ts';
import { Mark } from './SiteMarks.tsx';

/** Left and spent a day, in turn, for whatever platforms are switched on. */
const samples: readonly { left: Cents; days: number; id: string }[] = [
  { left: 61_240n, days: 11, id: '482-118-0094' },
  { left: 39_160n, days: 6, id: 'B0147QX2' },
  { left: 20_000n, days: 4, id: '1023015884' },
  { left: 9_900n, days: 2, id: '7290114' },
];

export function AccountsPicture() {
  const rows = onlyOn(useFacts()).flatMap(({ site }, at) => {
    const sample = samples[at];
    return sample ? [{ ...sample, name: site.name, mark: Object.keys(site.marks)[0]! }] : [];
  });
  const total = rows.reduce((sum, { left }) => sum + left, 0n);
  return (
    <figure className="accounts figures" role="img" aria-label={words.title}>
      <p className="accounts-sum">
        {words.left} <strong>{usd(total)}</strong>
      </p>
      <ul>
        {rows.map(({ id, name, mark, left, days }) => (
          <li key={id}>
            <Mark name={mark} size={28} />
            <span>
              {name} <small>{id}</small>
            </span>
            <span>
              {usd(left)} <small className={days < 3 ? 'bad' : undefined}>{words.days(days)}</small>
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
