/**
 * Bars side by side that can be looked at, pointed at, read with the arrow keys, and read as a table. What is chosen
 * stands below as a sentence, which a live region says to those who move by keys.
 */
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { usd, type Cents } from '#kernel/money.ts';
import { Icon } from './Icon.tsx';
import { Money } from './Money.tsx';
import { PlainTable } from './PlainTable.tsx';
import { words } from './plot.words.ts';
import css from './Plot.module.css';

type Point = {
  label: string;
  /** One of each series. */
  values: readonly Cents[];
  /** Where it stands; a place that no point has is a gap. Its number in the list, where none is given. */
  place?: number;
  /** Said behind its values, and drawn paler. */
  open?: string;
};

type Props = {
  label: string;
  points: readonly Point[];
  /** What the bars of a point are, two at most. */
  series: readonly [string, ...string[]];
  /** Heading of the table's first column, and of what is said behind the values. */
  head: string;
  notes?: { head: string; settled: string };
  empty: string;
  /** Said in place of bars where every one of them would be nothing; without it they are drawn. */
  nothing?: string;
  /** Whether the table is open from the beginning. */
  table?: 'open';
};

const [width, height, edge] = [720, 180, 2];
/** So few bars are not drawn wider than this share of the whole. */
const leastPlaces = 7;

export function Plot({ label, points, series, head, notes, empty, nothing, table }: Props) {
  const [chosen, setChosen] = useState<number>();
  const [byKeys, setByKeys] = useState(false);
  const at = chosen === undefined ? undefined : points[chosen];
  const isFlat = nothing !== undefined && points.every(({ values }) => values.every((cents) => cents === 0n));
  return (
    <figure className={css['plot']}>
      {points.length > 0 && isFlat ? <p className={css['said']}>{nothing}</p> : null}
      {points.length > 0 && !isFlat ? (
        <>
          <Legend series={series} points={points} />
          <div
            role="slider"
            aria-roledescription={words.role}
            aria-label={`${label}. ${words.hint(points.length)}`}
            aria-valuemin={1}
            aria-valuemax={points.length}
            aria-valuenow={(chosen ?? points.length - 1) + 1}
            aria-valuetext={(at ?? points.at(-1))?.label}
            tabIndex={0}
            className={css['bars']}
            onFocus={() => {
              setByKeys(true);
              setChosen(points.length - 1);
            }}
            onBlur={() => {
              setByKeys(false);
              setChosen(undefined);
            }}
            onKeyDown={(event) => {
              const next = chosenBy(event, chosen ?? points.length - 1, points.length);
              if (next === undefined) return;
              event.preventDefault();
              setChosen(next);
            }}
            onPointerMove={(event) => setChosen(pointedAt(event, points))}
            onPointerLeave={() => setChosen(undefined)}
          >
            <Bars points={points} chosen={chosen} />
          </div>
          <div className={css['ends']}>
            <span>{points[0]?.label}</span>
            <span>{points.at(-1)?.label}</span>
          </div>
          <p className={`${css['said']} figures`} aria-live={byKeys ? 'polite' : 'off'}>
            {/* The key that led there has had the day read; what follows it is read here. */}
            {at ? <span aria-hidden="true">{`${at.label}: `}</span> : null}
            {at ? amountsOf(at, series) : ''}
          </p>
        </>
      ) : null}
      <Twin {...{ label, points, series, head, notes, empty }} open={table === 'open'} />
    </figure>
  );
}

function amountsOf({ values, open = '' }: Point, series: Props['series']): string {
  const amounts = values.map((cents, n) => (series.length > 1 ? words.value(series[n]!, usd(cents)) : usd(cents)));
  return [...amounts, open].filter(Boolean).join(', ');
}

function chosenBy({ key }: KeyboardEvent, from: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(from + 1, count - 1);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(from - 1, 0);
  return undefined;
}

const placeOf = (points: readonly Point[], n: number) => points[n]?.place ?? n;
const placesOf = (points: readonly Point[]) => Math.max(placeOf(points, points.length - 1) + 1, leastPlaces);

function pointedAt(event: PointerEvent<HTMLElement>, points: readonly Point[]): number | undefined {
  const box = event.currentTarget.getBoundingClientRect();
  const place = Math.floor(((event.clientX - box.left) / box.width) * placesOf(points));
  const found = points.findIndex((_, n) => placeOf(points, n) === place);
  return found === -1 ? undefined : found;
}

function Bars({ points, chosen }: { points: readonly Point[]; chosen: number | undefined }) {
  const all = points.flatMap(({ values }) => values.map(Number));
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all)];
  const y = (amount: number) => edge + ((most - amount) / (most - least || 1)) * (height - 2 * edge);
  const step = width / placesOf(points);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {points.map(({ label, values, open }, n) => {
        const left = placeOf(points, n) * step;
        const wide = (step * 0.7) / values.length;
        return (
          <g key={label} data-chosen={n === chosen || undefined} data-open={open === undefined ? undefined : true}>
            <rect x={left} y={0} width={step} height={height} className={css['column']} />
            {values.map((cents, nth) => {
              const tall = cents === 0n ? 0 : Math.max(Math.abs(y(Number(cents)) - y(0)), 1);
              return (
                <rect
                  key={nth}
                  x={left + step * 0.15 + nth * wide}
                  y={cents < 0n ? y(0) : y(0) - tall}
                  width={wide}
                  height={tall}
                  className={css['bar']}
                  data-series={nth}
                  data-negative={cents < 0n || undefined}
                />
              );
            })}
          </g>
        );
      })}
      <line x1={0} x2={width} y1={y(0)} y2={y(0)} className={css['axis']} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

function Legend({ series, points }: Pick<Props, 'series' | 'points'>) {
  const most = points.flatMap(({ values }) => values).reduce((found, cents) => (cents > found ? cents : found), 0n);
  return (
    <p className={css['legend']}>
      {series.length > 1
        ? series.map((name, n) => (
            <span key={name}>
              <span className={css['mark']} data-series={n} aria-hidden="true" /> {name}
            </span>
          ))
        : null}
      <span className="figures">{words.most(usd(most))}</span>
    </p>
  );
}

/** The same figures to read, newest first; written when they are asked for. */
function Twin({
  label,
  points,
  series,
  head,
  notes,
  empty,
  open,
}: Omit<Props, 'table' | 'nothing'> & { open: boolean }) {
  const [opened, setOpened] = useState(open);
  const table = () => (
    <PlainTable
      label={label}
      heads={[head, ...series, ...(notes ? [notes.head] : [])]}
      right={series.map((_, n) => n + 1)}
      empty={empty}
      rows={points
        .toReversed()
        .map((point) => [
          point.label,
          ...point.values.map((cents, n) => <Money key={series[n]} cents={cents} />),
          ...(notes ? [point.open ?? notes.settled] : []),
        ])}
    />
  );
  if (open || points.length === 0) return table();
  return (
    <details className={css['twin']} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        {words.asTable}
        <Icon name="down" size={16} />
      </summary>
      {opened ? table() : null}
    </details>
  );
}
