/** Calendar days in the agency's time zone, which begin and end at other moments than days in UTC. */

const dayMs = 24 * 60 * 60 * 1000;

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function ahead(at: Date, timeZone: string): number {
  const name = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
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
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
  return startOfDay(next, timeZone);
}

/** The day that a moment belongs to, as `YYYY-MM-DD`. */
export function dayOf(at: Date, timeZone: string): string {
  return new Date(at.getTime() + ahead(at, timeZone)).toISOString().slice(0, 10);
}
