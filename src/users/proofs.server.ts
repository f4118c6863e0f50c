/**
 * Somebody who is signed in proves once more that they know the password before their account is changed. Wrong proofs
 * are limited.
 */
import { refuse } from '#kernel/refusal.ts';
import type { App } from '#server/app.server.ts';
import type { Session } from '#server/session.server.ts';
import { verifyPassword } from './passwords.server.ts';
import { personById } from './people.server.ts';
import { clearAttempts, insistUnderLimit, keyOfSignIn, per } from './throttle.server.ts';
import { needsCurrentPassword, wrongPassword } from './users.ts';

const most = 10;

/** The current password, unless this session signed in a moment ago. */
export async function insistOnPassword(app: App, session: Session, typed: string): Promise<void> {
  if (needsCurrentPassword(session.signedInAt, new Date()))
    await insistOnThisPassword(app, session, typed, 'currentPassword');
}

/** The current password in any case; `field` is where it was typed. Five round trips at most. */
export async function insistOnThisPassword(app: App, session: Session, typed: string, field: string): Promise<void> {
  const key = keyOfSignIn('password', session);
  await insistUnderLimit(app.db, [{ key, most }], per.quarterHour);
  const person = await personById(app.db, session.person);
  const isRight = await verifyPassword(person?.passwordHash, typed, String(session.person));
  // The check waits for its turn: whoever changed the password meanwhile meant it for this one, too.
  const still = isRight && (await personById(app.db, session.person))?.passwordHash === person?.passwordHash;
  if (!still) refuse({ ...wrongPassword, field });
  await clearAttempts(app.db, [key]);
}
