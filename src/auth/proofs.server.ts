/** Somebody who is signed in proves their second factor before it is changed. Wrong codes are limited. */
import { record } from '#audit/audit.server.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Database } from '#server/database.server.ts';
import type { Caller } from '#server/handle.server.ts';
import { clearAttempts, insistUnderLimit, keyOfSignIn, per } from '#users/throttle.server.ts';
import { wrongCode } from './twofactor.ts';

/** A code that `accept` takes. */
export async function insistOnCode({ app, session, from }: Caller, accept: () => Promise<boolean>): Promise<void> {
  const keys = [keyOfSignIn('proof', session), keyOfSignIn('proof-day', session)] as const;
  await insistOnFewCodes(app.db, keys);
  if (!(await accept())) {
    await record(app.db, { action: 'auth.code_refused', actor: session.person, subject: session.person, from });
    refuse(wrongCode);
  }
  await clearAttempts(app.db, keys);
}

/** Counted by the day as well: who has all the time in the world meets the three of a million codes that are right. */
export async function insistOnFewCodes(db: Database, [key, daily]: readonly [string, string]): Promise<void> {
  await insistUnderLimit(db, [{ key, most: 10 }], per.quarterHour);
  await insistUnderLimit(db, [{ key: daily, most: 50 }], per.day);
}
