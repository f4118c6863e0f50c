/**
 * Somebody who is signed in proves once more that they know the password before their account is changed. Wrong proofs
 * are limited.
 */
import { record } from '#audit/audit.server.ts';
import { notSignedIn, refuse } from '#kernel/refusal.ts';
import type { Database } from '#server/database.server.ts';
import type { Caller } from '#server/handle.server.ts';
import { verifyPassword } from './passwords.server.ts';
import { personById } from './people.server.ts';
import { clearAttempts, insistUnderLimit, limitsOfSignIn, per } from './throttle.server.ts';
import { missingPassword, wrongPassword } from './users.ts';

const most = 10;

/**
 * That nobody ended this session since its call began: asked in a statement of its own where the person's row is held,
 * for which whoever ends every session waits.
 */
export async function insistOnLiving(tx: Database, sessionId: bigint): Promise<void> {
  const rows = await tx.query('sessions.living', 'select from sessions where id = $1 and ended_at is null', [
    sessionId,
  ]);
  if (rows.length === 0) refuse(notSignedIn);
}

/** The current password, unless this session signed in a moment ago. */
export async function insistOnPassword(caller: Caller, typed: string): Promise<void> {
  if (!caller.session.justSignedIn) await insistOnCurrentPassword(caller, typed);
}

/** The current password, of a session that signed in a moment ago too. */
export async function insistOnCurrentPassword(caller: Caller, typed: string): Promise<void> {
  // A page that was opened in time had no field for it: that is no wrong guess.
  if (typed === '') refuse(missingPassword);
  await insistOnThisPassword(caller, typed, 'currentPassword');
}

/** The current password, of an admin whose passkey has not just confirmed this call. */
export async function insistOnPasswordOrPasskey(caller: Caller, typed: string): Promise<void> {
  if (!caller.session.passkey) await insistOnCurrentPassword(caller, typed);
}

/** The current password in any case; `field` is where it was typed. Five round trips at most. */
export async function insistOnThisPassword(
  { app, session, from }: Caller,
  typed: string,
  field: string,
): Promise<void> {
  const limits = limitsOfSignIn('password', session, most);
  await insistUnderLimit(app.db, limits, per.quarterHour);
  const person = await personById(app.db, session.person);
  const isRight = await verifyPassword(person?.passwordHash, typed, String(session.person));
  // The check waits for its turn: whoever changed the password, or removed this person, meant it for this one, too.
  const now = isRight ? await personById(app.db, session.person) : undefined;
  if (!now?.maySignIn || now.passwordHash !== person?.passwordHash) {
    await record(app.db, { action: 'auth.password_refused', actor: session.person, subject: session.person, from });
    refuse({ ...wrongPassword, field });
  }
  await clearAttempts(
    app.db,
    limits.map(({ key }) => key),
  );
}
