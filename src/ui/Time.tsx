import { useEffect, useState } from 'react';
import { words } from './ui.words.ts';

const full = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** "3 h ago": how long ago, in one unit. */
export function ageText(at: Date, now: number = Date.now()): string {
  const minutes = Math.floor((now - at.getTime()) / 60_000);
  if (minutes < 1) return words.ago.now;
  if (minutes < 60) return words.ago.minutes(minutes);
  if (minutes < 48 * 60) return words.ago.hours(Math.floor(minutes / 60));
  return words.ago.days(Math.floor(minutes / 1440));
}

function useMinute(on: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!on) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, [on]);
  return now;
}

type Props = { at: Date | string | null | undefined; age?: boolean; onlyDay?: boolean };

/** A time where the reader is; the same in UTC on hover and focus. */
export function Time({ at, age = false, onlyDay = false }: Props) {
  const now = useMinute(age);
  if (at === null || at === undefined) return <span>{words.unknown}</span>;
  const moment = typeof at === 'string' ? new Date(at) : at;
  const text = age ? ageText(moment, now) : onlyDay ? date.format(moment) : full.format(moment);
  const hover = age ? `${full.format(moment)} · ${words.utc(utc.format(moment))}` : words.utc(utc.format(moment));
  return (
    // A title instead of a tooltip component: lists show hundreds of times.
    <time dateTime={moment.toISOString()} className="figures nobreak" title={hover}>
      {text}
    </time>
  );
}
