import { expect, it } from 'vitest';
import { clockText, dateText, dayText, monthText, soonText, utcText } from './clock.ts';

it('says days and times as browsers do in British English', () => {
  const day = { day: 'numeric', month: 'short' } as const;
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  const as = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options);
  const [soon, date] = [as({ ...day, ...time }), as({ ...day, year: 'numeric' })];
  const full = as({ ...day, year: 'numeric', ...time });
  const utc = as({ dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
  // Each month and hour, and both sides of midnight and of a change of clocks.
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 2); at += 5 * 3_600_000 + 61_001) {
    const moment = new Date(at);
    expect(soonText(moment)).toBe(soon.format(moment));
    expect(dayText(moment)).toBe(date.format(moment));
    expect(clockText(moment)).toBe(full.format(moment));
    expect(utcText(moment)).toBe(utc.format(moment));
  }
});

it('says a day and a month that a platform names in the same form, wherever they are read', () => {
  expect([dateText('2026-11-02'), dateText('2026-09-30'), monthText('2026-01')]).toEqual([
    '2 Nov 2026',
    '30 Sept 2026',
    'Jan 2026',
  ]);
});
