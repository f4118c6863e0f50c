/** Signing out, forgotten passwords, own sessions, and an admin's visit to a client's area. */
import type { PersonId } from '#kernel/ids.ts';
import { invalid, notFound, notSignedIn, refuse } from '#kernel/refusal.ts';
import { record } from '#audit/audit.server.ts';
import type { App } from '#server/app.server.ts';
import { handle, type Caller } from '#server/handle.server.ts';
import { networkOf } from '#server/network.server.ts';
import { deletePasskeysOf } from '#passkeys/passkeys.server.ts';
import { queueMail, sealedMail } from '#server/mail.server.ts';
import { issueCode, takeLink } from '#users/codes.server.ts';
import { hashPassword } from '#users/passwords.server.ts';
import { accountKey, insistUnderLimit, limitsOfAddress, per } from '#users/throttle.server.ts';
import { passwordChangedMail, resetMail } from '#users/users.mails.server.ts';
import {
  personByEmail,
  personById,
  personNamed,
  proveEmail,
  setPassword,
  type PersonRow,
} from '#users/people.server.ts';
import { insistOnLiving, insistOnPassword } from '#users/proofs.server.ts';
import { passwordsDiffer } from '#users/users.ts';
import {
  endSession,
  forgotPassword,
  getSessions,
  loginAsUser,
  logout,
  resetPassword,
  stopLoginAs,
  updatePassword,
} from './auth.api.ts';
import { setCookie } from './cookie.server.ts';
import { linkSpent, sessionSeconds } from './auth.ts';
import {
  endAll,
  endOldest,
  endOne,
  endOwn,
  goBack,
  holdSignIns,
  openSession,
  sessionsOf,
  signOut,
} from './sessions.server.ts';

type From = Caller['from'];

export const authHandlers = [
  handle(
    logout,
    async ({ session, app, reply }) => {
      await signOut(app.db, session.id);
      app.events.end(session.person);
      if (session.actingAdmin) app.events.end(session.actingAdmin.id);
      setCookie(app, reply, '', 0);
      return { message: 'Signed out.' };
    },
    { formPage: '/login', nextPage: () => '/login' },
  ),

  handle(
    forgotPassword,
    async ({ body, app, from }) => {
      await insistUnderLimit(
        app.db,
        [...limitsOfAddress('forgot', from.address, 30), { key: `forgot:${accountKey(body.emailId)}`, most: 5 }],
        3600,
      );
      // After the answer, so that its time does not tell whether the address is known.
      setImmediate(() => void mailResetLink(app, body.emailId, from));
      return { message: 'If this address is registered, a link to set a new password is on its way.' };
    },
    { formPage: '/forgot-password', nextPage: () => '/forgot-password#sent' },
  ),

  handle(
    resetPassword,
    async ({ body, app, from, reply }) => {
      if (body.password !== body.confirmPassword) refuse(passwordsDiffer);
      await insistUnderLimit(app.db, limitsOfAddress('reset', from.address, 30), per.quarterHour);
      const passwordHash = await hashPassword(body.password, networkOf(from.address));
      const user = await app.db.transaction(async (tx) => {
        const link = await takeLink(tx, body.token);
        if (!link) return refuse(linkSpent);
        const person = await changePassword(tx, link.person, passwordHash, from);
        const { passkeys } = await dropFactors(tx, person, from);
        await queueMail(tx, passwordChangedMail(person.email, { passkeys }));
        return person.id;
      });
      app.events.end(user);
      setCookie(app, reply, '', 0);
      return { message: 'Your password is set. Please sign in.' };
    },
    { formPage: '/reset-password', nextPage: () => '/login#reset' },
  ),

  handle(updatePassword, async ({ body, session, app, from, reply }) => {
    if (body.password !== body.confirmPassword) refuse(passwordsDiffer);
    await insistOnPassword({ app, session, from }, body.currentPassword);
    // Each one ends in an urgent mail. Whose thief has used them up sets a password by a mailed link.
    await insistUnderLimit(app.db, [{ key: `new password:${session.person}`, most: 20 }], per.hour);
    const passwordHash = await hashPassword(body.password, String(session.person));
    await app.db.transaction(async (tx) => {
      const { email, emailVerifiedAt } = await changePassword(tx, session.person, passwordHash, from, session.id);
      // Anybody can register a stranger's address, whose mailbox is not filled in the agency's name.
      if (emailVerifiedAt !== null) await queueMail(tx, passwordChangedMail(email, { passkeys: 0 }));
    });
    app.events.end(session.person);
    setCookie(app, reply, '', 0);
    return { message: 'Password updated successfully! Please sign in again.' };
  }),

  handle(getSessions, async ({ session, app }) => {
    const rows = await sessionsOf(app.db, session.person);
    return {
      message: 'Sessions fetched successfully',
      sessions: rows.map((row) => ({
        _id: row.public_id,
        current: row.id === session.id,
        address: row.address,
        agent: row.agent,
        signedInAt: row.signed_in_at,
        expiresAt: row.expires_at,
      })),
    };
  }),

  handle(endSession, async ({ query, session, app, from }) => {
    if (query.id === '' && !query.all) refuse(invalid('id', 'Please name the session to end.'));
    const ended = await app.db.transaction(async (tx) => {
      if (query.all) await holdSignIns(tx, session.person);
      const number = query.all
        ? await endAll(tx, session.person, session.id)
        : await endOwn(tx, session.person, query.id);
      if (number > 0)
        await record(tx, {
          action: 'auth.sessions_ended',
          actor: session.person,
          subject: session.person,
          from,
          after: { ended: number },
        });
      return number;
    });
    if (ended === 0 && !query.all) refuse(notFound);
    app.events.end(session.person);
    return { message: ended === 1 ? 'One session was ended.' : `${ended} sessions were ended.`, ended };
  }),

  handle(loginAsUser, async ({ body, session, app, from, reply }) => {
    const owner = await personNamed(app.db, body.userId);
    if (!owner || owner.client === null || !owner.maySignIn) return refuse(notFound);
    const seconds = sessionSeconds.actingAsClient;
    const token = await app.db.transaction(async (tx) => {
      const acting = { admin: session.person, reason: body.reason, session: session.id };
      const opened = (await openSession(tx, { person: owner.id, seconds, from, acting })) ?? refuse(notFound);
      await record(tx, {
        action: 'auth.login_as',
        actor: session.person,
        subject: owner.id,
        from,
        after: { reason: body.reason },
      });
      return opened;
    });
    setCookie(app, reply, token, seconds);
    return {
      message: `You are looking at ${owner.clientName}'s account.`,
      token,
      username: owner.clientName,
      until: new Date(Date.now() + seconds * 1000),
    };
  }),

  handle(
    stopLoginAs,
    async ({ session, app, from, request, reply }) => {
      const admin = session.actingAdmin;
      if (!admin) return refuse(notFound);
      const token = await app.db.transaction(async (tx) => {
        // A program still holds the token it signed in with; a browser's was replaced by the visit's.
        const own = await goBack(tx, session.id, { replaces: request.headers.authorization === undefined });
        await endOne(tx, session.id);
        await endOldest(tx, admin.id);
        await record(tx, { action: 'auth.login_as_stopped', actor: admin.id, subject: session.person, from });
        return own;
      });
      app.events.end(session.person);
      if (token === undefined) return refuse(notSignedIn);
      setCookie(app, reply, token, undefined);
      return { message: 'You are back in the admin area.' };
    },
    { formPage: '/login', nextPage: () => '/admin/dashboard' },
  ),
];

async function mailResetLink(app: App, emailId: string, from: From): Promise<void> {
  try {
    const user = await personByEmail(app.db, emailId);
    if (!user?.maySetPassword || user.passwordHash === null) return;
    await app.db.transaction(async (tx) => {
      const secret = await issueCode(tx, app.secrets, { person: user.id, purpose: 'password', email: user.email });
      const mail = resetMail(user.email, `${app.config.publicUrl}/reset-password?token=${secret}`);
      await queueMail(tx, sealedMail(app.secrets, mail));
      await record(tx, { action: 'auth.reset_asked', subject: user.id, from });
    });
  } catch (error) {
    app.log.error('a reset link could not be queued', { error });
  }
}

/**
 * Whoever has the mailbox shuts everybody else out: nor does a passkey that a stranger or a thief added go on opening
 * the account. An admin's stays, as it is asked for beside the password. Not before the person's row is held and the
 * sessions have ended: one that is added meanwhile would stay.
 */
async function dropFactors(tx: App['db'], { id, adminRole }: PersonRow, from: From): Promise<{ passkeys: number }> {
  const proved = await proveEmail(tx, id);
  const passkeys = proved || adminRole === null ? await deletePasskeysOf(tx, id) : 0;
  const before = { twoFactor: proved?.twoFactor ?? false, passkeys };
  if (before.twoFactor || passkeys > 0)
    await record(tx, { action: 'auth.factors_dropped', actor: id, subject: id, from, before });
  return { passkeys };
}

/** `by` is the session that changes it: while the new password was hashed somebody may have ended that. */
async function changePassword(
  tx: App['db'],
  person: PersonId,
  passwordHash: string,
  from: From,
  by?: bigint,
): Promise<PersonRow> {
  await setPassword(tx, person, passwordHash);
  if (by !== undefined) await insistOnLiving(tx, by);
  const ended = await endAll(tx, person);
  await record(tx, {
    action: 'auth.password_changed',
    actor: person,
    subject: person,
    from,
    after: { sessionsEnded: ended },
  });
  return (await personById(tx, person))!;
}
