import { expect, test } from 'vitest';
import { timezoneField, timezones } from './timezones.ts';

/** Minutes east of Greenwich at noon of a day, by the tables of the runtime. */
function minutesOn(day: string, timeZone: string): number {
  const noon = new Date(`${day}T12:00:00Z`);
  const there = new Date(`${noon.toLocaleString('sv', { timeZone }).replace(' ', 'T')}Z`);
  return (there.getTime() - noon.getTime()) / 60_000;
}

const minutesOf = (offset: string) =>
  (offset.startsWith('-') ? -1 : 1) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4)));

test.each(Object.entries(timezones).flatMap(([offset, names]) => names.map((name) => [name, offset] as const)))(
  '%s is %s from Greenwich while its clocks are not put forward',
  (name, offset) => {
    expect(Math.min(minutesOn('2026-01-15', name), minutesOn('2026-07-15', name))).toBe(minutesOf(offset));
  },
);

test('they are offered from west to east', () => {
  const places = timezoneField.options();
  expect(places).toContainEqual({ value: 'America/Argentina/Buenos_Aires', label: '(GMT-03:00) Buenos Aires' });
  const minutes = places.map(({ label }) => minutesOf(/GMT(.{6})/.exec(label)![1]!));
  expect(minutes).toEqual(minutes.toSorted((a, b) => a - b));
});

test.each([
  ['Asia/Shanghai', 'Asia/Shanghai'],
  ['(GMT+08:00) Hong Kong', 'Asia/Hong_Kong'],
  ['new york', 'America/New_York'],
  [' GMT+8 ', 'Asia/Shanghai'],
  ['UTC+08:00', 'Asia/Shanghai'],
  ['utc + 5:30', 'Asia/Kolkata'],
  ['+0100', 'Europe/Berlin'],
  ['+800', 'Asia/Shanghai'],
  ['UTC\u22128', 'America/Los_Angeles'],
  ['GMT', 'Europe/London'],
  ['UTC-0', 'Europe/London'],
])('pasted as %s, %s is meant', (text, zone) => {
  expect(timezoneField.meant(text)).toBe(zone);
});

test.each(['', 'Any', '8', 'GMT+8:15', 'GMT+15', '(GMT+09:00) Shanghai', 'Asia'])(
  'pasted as %s, none is meant',
  (text) => {
    expect(timezoneField.meant(text)).toBeUndefined();
  },
);

test('every time zone is meant by its own label', () => {
  for (const { value, label } of timezoneField.options()) expect(timezoneField.meant(label)).toBe(value);
});
