import { useEffect, useState } from 'react';
import { clockText, dayText, utcText } from '#kernel/clock.ts';
import { words } from './ui.words.ts';

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
  const text = age ? ageText(moment, now) : onlyDay ? dayText(moment) : clockText(moment);
  const hover = age ? `${clockText(moment)} · ${words.utc(utcText(moment))}` : words.utc(utcText(moment));
  return (
    // A title instead of a tooltip component: lists show hundreds of times.
    <time dateTime={moment.toISOString()} className="figures nobreak" title={hover}>
      {text}
    </time>
  );
}
