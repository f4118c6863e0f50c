/** Somebody who is signed in proves their second factor before it is changed. Wrong codes are limited. */
import { record } from '#audit/audit.server.ts';
import { refuse, Refused } from '#kernel/refusal.ts';
import type { Database } from '#server/database.server.ts';
import type { Caller } from '#server/handle.server.ts';
import { queueMail, type Mail } from '#server/mail.server.ts';
import { clearAttempts, guess, insistUnderLimit, limitsOfSignIn, per, type Limit } from '#users/throttle.server.ts';
import { secondFactorMail } from './auth.mails.server.ts';
import { acceptSecondFactor } from './secondfactor.server.ts';
import { wrongCode } from './twofactor.ts';

/** So many wrong codes, at most. */
const most = { quarterHour: 10, day: 50 } as const;

/** A code of the app, or a recovery code, whose use is mailed. Its owner hears of many wrong ones. */
export async function insistOnSecondFactor(caller: Caller, otp: string): Promise<void> {
  const { app, session } = caller;
  const accept = async () => {
    const factor = await acceptSecondFactor(app, session.person, otp);
    if (factor === 'recovery') await queueMail(app.db, secondFactorMail(session.email, 'recovery'));
    return factor !== undefined;
  };
  await insistOnCode(caller, accept).catch(async (error: unknown) => {
    if (error instanceof Refused && error.refusal.status === 429)
      await tellOfGuesses(app.db, `proof-told:${session.person}`, secondFactorMail(session.email, 'tried'));
    throw error;
  });
}

/** A code that `accept` takes. */
export async function insistOnCode({ app, session, from }: Caller, accept: () => Promise<boolean>): Promise<void> {
  const now = limitsOfSignIn('proof', session, most.quarterHour);
  const today = limitsOfSignIn('proof-day', session, most.day);
  await insistOnFew(app.db, now, today);
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

/** Mails this, once a day by this key. */
export async function tellOfGuesses(db: Database, key: string, mail: Mail): Promise<void> {
  const toldAlready = (await guess(db, [{ key, most: 1 }], per.day)) > 0;
  if (!toldAlready) await db.transaction((tx) => queueMail(tx, mail));
}
