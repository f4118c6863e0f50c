/**
 * Times as columns and sentences say them, where the reader is. Written out: what browsers bring for it has to be
 * loaded first, and that took a slow phone longer than to draw a page.
 */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const two = (count: number): string => String(count).padStart(2, '0');

const time = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`;

/** `3 Sept, 09:05`. */
export function soonText(at: Date): string {
  return `${at.getDate()} ${months[at.getMonth()]}, ${time(at)}`;
}

/** `3 Sept 2026`. */
export function dayText(at: Date): string {
  return `${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}`;
}

/** `3 Sept 2026` of a day `2026-09-03` as a platform or a calendar names it: the same wherever it is read. */
export function dateText(day: string): string {
  return `${shortDate(day)} ${day.slice(0, 4)}`;
}

/** `3 Sept`, where the year goes without saying. */
export function shortDate(day: string): string {
  return `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`;
}

/** `Sept 2026` of a month `2026-09`. */
export function monthText(month: string): string {
  return `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
}

/** `Thursday`, of a day `2026-09-03`. */
export function weekdayOf(day: string): string {
  return weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]!;
}

/** `3 Sept 2026, 09:05`. */
export function clockText(at: Date): string {
  return `${dayText(at)}, ${time(at)}`;
}

/** The same in UTC, to the second: `3 Sept 2026, 07:05:09`. */
export function utcText(at: Date): string {
  return `${utcMinute(at)}:${two(at.getUTCSeconds())}`;
}

/** `3 Sept 2026, 07:05 UTC`, where nobody knows on whose clock it is read: in mails, notices and refusals. */
export function utcClockText(at: Date): string {
  return `${utcMinute(at)} UTC`;
}

function utcMinute(at: Date): string {
  const day = `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
  return `${day}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
}
