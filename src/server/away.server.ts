/** Which errors mean that the database is away: the same call may succeed in a moment, and HTTP answers it with 503. */

/** Thrown for a call that was never started, because earlier calls were still waiting for the database. */
export class WaitedTooLong extends Error {}

/** The server that answers is a standby: nothing can be written there, and the newest rows may be missing. */
export class OnStandby extends Error {}

/**
 * The commit is done on this server, but its wait for the standby was cancelled: should this machine die now, the
 * commit is lost. So nobody may be told that it happened; asking again with the same key tells once it is safe.
 */
export class Unconfirmed extends Error {}

/** Codes of PostgreSQL and of the operating system. */
const awayCodes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
  '25P03',
  '25P04',
  '57014',
  '55P03', // stopping, starting, full, out of time
  '25006', // became a standby
  '53100',
  '53200',
  '58030', // the disk or the memory is full, or the disk fails
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const awayMessages =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/;

/**
 * True when the database can't be reached or is too busy to answer in time, rather than having refused what was asked.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof WaitedTooLong || error instanceof OnStandby || error instanceof Unconfirmed) return true;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code !== undefined && (awayCodes.has(code) || code.startsWith('08'))) return true;
  if (code === 'ENOENT' && syscall === 'connect') return true;
  return awayMessages.test(error.message) || (error instanceof AggregateError && error.errors.some(isDatabaseAway));
}
