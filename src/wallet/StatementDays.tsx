/** Which days a statement is about: two dates in the address, and the periods that bookkeepers ask for. */
import { Button } from '@mantine/core';
import { useCallback } from 'react';
import { dayAt, refusalOfSpan } from '#kernel/days.ts';
import { DayField } from '#ui/DayField.tsx';
import { useSearchParams } from '#ui/router.tsx';
import { words } from './statement.words.ts';
import styles from './statement.module.css';

/** `YYYY-MM-DD` of a day as the reader's calendar has it. */
function dayOn(year: number, month: number, day: number): string {
  return dayAt(new Date(Date.UTC(year, month, day)));
}

/** The periods that begin and end with whole months, as of today. */
function periods(today: Date): { label: string; from: string; to: string }[] {
  const [year, month] = [today.getFullYear(), today.getMonth()];
  return [
    { label: words.thisMonth, from: dayOn(year, month, 1), to: dayOn(year, month + 1, 0) },
    { label: words.lastMonth, from: dayOn(year, month - 1, 1), to: dayOn(year, month, 0) },
    { label: words.thisYear, from: dayOn(year, 0, 1), to: dayOn(year, 11, 31) },
  ];
}

export function StatementDays({ zone }: { zone: string | undefined }) {
  const [address, setAddress] = useSearchParams();
  const from = address.get('from') ?? '';
  const to = address.get('to') ?? '';
  const ask = useCallback(
    (days: { from?: string; to?: string }) =>
      setAddress(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, day] of Object.entries(days)) {
            if (day === '') next.delete(name);
            else next.set(name, day);
          }
          // Other days begin with their newest lines.
          for (const name of ['page', 'after']) next.delete(name);
          return next;
        },
        { replace: true },
      ),
    [setAddress],
  );
  return (
    <div className={styles['days']}>
      <DayField label={words.from} value={from} max={to || undefined} onDay={(day) => ask({ from: day })} />
      <DayField
        label={words.to}
        value={to}
        min={from || undefined}
        onDay={(day) => ask({ to: day })}
        error={refusalOfSpan(from, to)?.message}
      />
      <div className={styles['periods']} role="group" aria-label={words.periods}>
        {periods(new Date()).map((period) => (
          <Button
            key={period.label}
            size="compact-sm"
            variant={period.from === from && period.to === to ? 'light' : 'subtle'}
            onClick={() => ask({ from: period.from, to: period.to })}
            aria-pressed={period.from === from && period.to === to}
          >
            {period.label}
          </Button>
        ))}
        {from || to ? (
          <Button size="compact-sm" variant="subtle" onClick={() => ask({ from: '', to: '' })}>
            {words.allDays}
          </Button>
        ) : null}
      </div>
      {zone && (from || to) ? <p className={styles['zone']}>{words.days(zone)}</p> : null}
    </div>
  );
}
