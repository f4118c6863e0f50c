/** Somebody who is signed in proves their second factor before it is changed. Wrong codes are limited. */
import { record } from '#audit/audit.server.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Database } from '#server/database.server.ts';
import type { Caller } from '#server/handle.server.ts';
import { queueMail } from '#server/mail.server.ts';
import { clearAttempts, guess, insistUnderLimit, limitsOfSignIn, per, type Limit } from '#users/throttle.server.ts';
import { secondFactorMail } from './auth.mails.server.ts';
import { wrongCode } from './twofactor.ts';

/** So many wrong codes, at most. */
const most = { quarterHour: 10, day: 50 } as const;

/** A code that `accept` takes. */
export async function insistOnCode({ app, session, from }: Caller, accept: () => Promise<boolean>): Promise<void> {
  const now = limitsOfSignIn('proof', session, most.quarterHour);
  const today = limitsOfSignIn('proof-day', session, most.day);
  try {
    await insistOnFew(app.db, now, today);
  } catch (error) {
    await tellOfGuesses(app.db, session);
    throw error;
  }
  if (!(await accept())) {
    await record(app.db, { action: 'auth.code_refused', actor: session.person, subject: session.person, from });
    refuse(wrongCode);
  }
  await clearAttempts(
    app.db,
    [...now, ...today].map(({ key }) => key),
  );
}

/** By a key for a while and one for the day. */
export async function insistOnFewCodes(db: Database, [key, daily]: readonly [string, string]): Promise<void> {
  await insistOnFew(db, [{ key, most: most.quarterHour }], [{ key: daily, most: most.day }]);
}

/** Counted by the day as well: who has all the time in the world meets the three of a million codes that are right. */
async function insistOnFew(db: Database, now: readonly Limit[], today: readonly Limit[]): Promise<void> {
  await insistUnderLimit(db, now, per.quarterHour);
  await insistUnderLimit(db, today, per.day);
}

/** Once a day. */
async function tellOfGuesses(db: Database, { person, email }: Caller['session']): Promise<void> {
  const toldAlready = (await guess(db, [{ key: `proof-told:${person}`, most: 1 }], per.day)) > 0;
  if (!toldAlready) await db.transaction((tx) => queueMail(tx, secondFactorMail(email, 'tried')));
}
