/**
 * How often somebody may guess, counted in the database for all nodes together. Failures are limited, people are never
 * locked out for good.
 */
import type { PersonId } from '#kernel/ids.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Database } from '#server/database.server.ts';
import { networkOf, widerNetworkOf } from '#server/network.server.ts';
import type { Session } from '#server/session.server.ts';

/** The windows in which guesses are counted, in seconds. */
export const per = { quarterHour: 900, hour: 3_600, day: 86_400 } as const;

export type Limit = { key: string; most: number };

/** Who holds a /48 has 65,536 networks to guess from; together they may do this much more than one. */
const widerMost = 5;

/**
 * What somebody may do from one network, and from the wider one around it. `address` came from the connection, never
 * from a body.
 */
export function limitsOfAddress(what: string, address: string, most: number): Limit[] {
  const wider = widerNetworkOf(address);
  return [
    { key: `${what}:${networkOf(address)}`, most },
    ...(wider === undefined ? [] : [{ key: `${what}:${wider}`, most: most * widerMost }]),
  ];
}

/**
 * One key for all spellings that PostgreSQL's lower() may take for one address. JavaScript's makes two letters of İ and
 * looks around a Σ, so that each of them would be a way to begin counting anew.
 */
export function accountKey(emailId: string): string {
  return [...emailId.normalize('NFC')].map((letter) => [...letter.toLowerCase()][0]).join('');
}

/** Counts one guess against each limit in one round trip; refuses with 429 where one is spent. */
export async function insistUnderLimit(db: Database, limits: readonly Limit[], seconds: number): Promise<void> {
  const wait = await guess(db, limits, seconds);
  if (wait > 0)
    refuse({
      code: 'limit.reached',
      message: 'Too many attempts. Please wait a while and try again.',
      status: 429,
      extra: { retryAfter: wait },
    });
}

/** As much of a key as is written down; what somebody typed may be long. */
const kept = (key: string) => key.slice(0, 400);

/** Counts one guess against each limit; answers how many seconds are to be waited, 0 where none is spent. */
export async function guess(db: Database, limits: readonly Limit[], seconds: number): Promise<number> {
  const rows = await db.query<{ wait: number }>('throttle.guess', 'select guess($1::text[], $2::int[], $3) as wait', [
    limits.map(({ key }) => kept(key)),
    limits.map((limit) => limit.most),
    seconds,
  ]);
  return rows[0]?.wait ?? 0;
}

/**
 * Guesses of somebody who is signed in, by their sign-in: who stole a session guesses there, and keeps its owner from
 * nothing. Not by the row of the session: an admin who comes back from a visit has a new one. A passkey signs in as
 * often as one likes, so that all sign-ins with it have no more than two: what one stolen session leaves its owner.
 */
export function limitsOfSignIn(
  what: string,
  { person, signedInAt, signedInBy }: Pick<Session, 'person' | 'signedInAt' | 'signedInBy'>,
  most: number,
): Limit[] {
  return [
    { key: `${what}:${person}:${signedInAt.getTime()}`, most },
    ...(signedInBy === null ? [] : [{ key: `${what}-passkey:${signedInBy}`, most: most * 2 }]),
  ];
}

/**
 * Takes a guess back that turned out right, so that only failures count. The rows are held in the order in which
 * `guess` holds them: many who sign in at one moment from one network would wait for each other in a circle.
 */
export async function clearAttempts(db: Database, keys: readonly string[]): Promise<void> {
  await db.query(
    'throttle.clear',
    `with held as (
       select key from unnest($1::text[]) with ordinality named (key, n) join throttles using (key)
         order by n for update of throttles)
     update throttles set guesses = greatest(guesses - 1, 0) from held where throttles.key = held.key`,
    [keys.map(kept)],
  );
}

/** Under which second factors are counted that somebody enters behind the right password: by the quarter, the day. */
export const codeKeysOf = (person: PersonId) => [`otp:${person}`, `otp-day:${person}`] as const;

/** Who guessed behind the password has to know the new one: its owner, who was told to choose it, comes in again. */
export async function forgetCodes(tx: Database, person: PersonId): Promise<void> {
  await tx.query('throttle.forget', 'delete from throttles where key = any($1::text[])', [codeKeysOf(person)]);
}

/** Rows of windows that are over are of no use to anybody. Called now and then. */
export async function sweepThrottles(db: Database): Promise<void> {
  await db.query('throttle.sweep', `delete from throttles where ends_at < now() - interval '1 minute'`);
}
