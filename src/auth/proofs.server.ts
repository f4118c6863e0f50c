/** Somebody who is signed in proves their second factor before it is changed. Wrong codes are limited. */
import { record } from '#audit/audit.server.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Caller } from '#server/handle.server.ts';
import { clearAttempts, insistUnderLimit, keyOfSignIn, per } from '#users/throttle.server.ts';
import { wrongCode } from './twofactor.ts';

/** A code that `accept` takes. Counted by the day as well, as three of a million codes are right at any moment. */
export async function insistOnCode({ app, session, from }: Caller, accept: () => Promise<boolean>): Promise<void> {
  const [key, daily] = [keyOfSignIn('proof', session), keyOfSignIn('proof-day', session)];
  await insistUnderLimit(app.db, [{ key, most: 10 }], per.quarterHour);
  await insistUnderLimit(app.db, [{ key: daily, most: 50 }], per.day);
  if (!(await accept())) {
    await record(app.db, { action: 'auth.code_refused', actor: session.person, subject: session.person, from });
    refuse(wrongCode);
  }
  await clearAttempts(app.db, [key, daily]);
}
