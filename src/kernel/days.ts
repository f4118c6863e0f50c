/**
 * Calendar days, as `YYYY-MM-DD`: counted, which needs no time zone, and in the agency's time zone, where they begin
 * and end at other moments than in UTC.
 */
import { invalid, type Refusal } from './refusal.ts';

/** How a day is written. Whether there is such a day is for `fields.ts` to say. */
export const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** The day that an address asks for, if any. */
export const dayIn = (asked: string | null) => dayPattern.exec(asked ?? '')?.[0];

/** A day in UTC, in milliseconds. Where clocks are set, some days are longer or shorter: see `endOfDay`. */
export const dayMs = 24 * 60 * 60 * 1000;

/** The day in UTC that a moment belongs to. */
export function dayAt(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The day so many days later, or earlier where the number is negative. */
export function dayAfter(day: string, days: number): string {
  return dayAt(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs));
}

/** How a month is written. */
export const monthPattern = /^2\d{3}-(0[1-9]|1[0-2])$/;

/** The month so many months later, or earlier: one after `2025-12` is `2026-01`. */
export function monthAfter(month: string, months: number): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  return dayAt(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1))).slice(0, 7);
}

/** The days of a month. */
export function daysOfMonth(month: string): string[] {
  return daysBetween(`${month}-01`, dayAfter(`${monthAfter(month, 1)}-01`, -1));
}

/** Every day from the first to the last, both included, at most `most`; none where the last lies before the first. */
export function daysBetween(first: string, last: string, most = Infinity): string[] {
  const apart = (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / dayMs;
  const count = Math.min(most, Math.max(0, Math.round(apart) + 1));
  return Array.from({ length: count }, (_, place) => dayAfter(first, place));
}

/** Why days can't be asked for: the last before the first, or more of them than `most`. An open end is none. */
export function refusalOfSpan(first: string | undefined, last: string | undefined, most?: number): Refusal | undefined {
  if (!first || !last) return undefined;
  if (last < first) return invalid('to', 'The last day is before the first. Please choose a later one.');
  return most !== undefined && daysBetween(first, last, most + 1).length > most
    ? invalid('to', `Please choose at most ${most} days.`)
    : undefined;
}

/** Making one takes longer than all that it is asked for. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  clocks.set(timeZone, clock);
  return clock;
}

/** The last answer: rows of a list lie close to each other, and clocks are set at a quarter of an hour only. */
let last = { timeZone: '', quarter: 0, ahead: 0 };

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function ahead(at: Date, timeZone: string): number {
  const quarter = Math.floor(at.getTime() / 900_000);
  if (last.timeZone !== timeZone || last.quarter !== quarter)
    last = { timeZone, quarter, ahead: readAhead(at, timeZone) };
  return last.ahead;
}

function readAhead(at: Date, timeZone: string): number {
  const name = clockOf(timeZone)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const match = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?/.exec(name ?? '');
  if (!match?.[1]) return 0;
  const size = Number(match[2]) * 3_600_000 + Number(match[3]) * 60_000 + Number(match[4] ?? 0) * 1_000;
  return match[1] === '-' ? -size : size;
}

/**
 * The moment at which a day `YYYY-MM-DD` begins in a time zone such as `Asia/Shanghai`: the first that belongs to it.
 * Where the clocks are set at midnight, midnight itself comes twice or not at all.
 */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const offsets = [midnight - dayMs, midnight + dayMs].map((at) => ahead(new Date(at), timeZone));
  const [early, late] = [new Date(midnight - Math.max(...offsets)), new Date(midnight - Math.min(...offsets))];
  return dayOf(early, timeZone) === day ? early : late;
}

/** The moment at which a day is over: the beginning of the next. */
export function endOfDay(day: string, timeZone: string): Date {
  return startOfDay(dayAfter(day, 1), timeZone);
}

/** The day that a moment belongs to, as `YYYY-MM-DD`. */
export function dayOf(at: Date, timeZone: string): string {
  return dayAt(onClocksOf(at, timeZone));
}

/** What the clocks of a zone show, as a date whose UTC fields say it: for files, whose times have no zone. */
export function onClocksOf(at: Date, timeZone: string): Date {
  return new Date(at.getTime() + ahead(at, timeZone));
}
