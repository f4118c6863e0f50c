/** Adding, naming and removing one's own passkeys. How adding begins knows of codes, too: auth/twofactor.server.ts. */
import { record } from '#audit/audit.server.ts';
import { insist, notFound, refuse } from '#kernel/refusal.ts';
import type { Database } from '#server/database.server.ts';
import { handle, type Caller } from '#server/handle.server.ts';
import { queueMail, type Mail } from '#server/mail.server.ts';
import type { Session } from '#server/session.server.ts';
import { mailAdmins } from '#users/admins.server.ts';
import { insistOnPassword } from '#users/proofs.server.ts';
import { newKeyOf } from './ceremony.server.ts';
import { addPasskey, getPasskeys, removePasskey, renamePasskey } from './passkeys.api.ts';
import {
  deleteOldChallenges,
  deletePasskey,
  insertPasskey,
  lockFactors,
  namePasskey,
  passkeysOf,
} from './passkeys.store.server.ts';
import { known, lastFactor, mostPasskeys, tooMany } from './passkeys.ts';

export { deletePasskeysOf, hasPasskey, lockFactors, passkeysOf } from './passkeys.store.server.ts';

export const sweepChallenges: (db: Database) => Promise<void> = deleteOldChallenges;

export const passkeyHandlers = [
  handle(getPasskeys, async ({ session, app }) => {
    const passkeys = await passkeysOf(app.db, session.person);
    return {
      message: 'Passkeys fetched successfully',
      passkeys: passkeys.map(({ publicId, name, createdAt, usedAt }) => ({ _id: publicId, name, createdAt, usedAt })),
    };
  }),

  handle(addPasskey, async ({ body, session, app, from }) => {
    const key = await newKeyOf(app, session.id, body.credential);
    const publicId = await app.db.transaction(async (tx) => {
      const { passkeys } = await lockFactors(tx, session);
      insist(passkeys >= mostPasskeys ? tooMany : undefined);
      const made = await insertPasskey(tx, { ...key, person: session.person, name: body.name });
      if (made === undefined) return refuse(known);
      await tell(tx, { session, from }, 'added', body.name);
      // From now on it is what this admin's decisions ask for, and what keeps anybody else from taking it off.
      if (session.typeOfUser === 'Admin' && passkeys === 0)
        await mailAdmins(tx, (to) => firstPasskeyMail(to, session), { except: session.email });
      return made;
    });
    // Whether somebody has a passkey is part of what a session knows.
    app.events.end(session.person);
    return { message: 'Your passkey was added.', _id: publicId };
  }),

  handle(renamePasskey, async ({ query, body, session, app, from }) => {
    await app.db.transaction(async (tx) => {
      const name = await namePasskey(tx, session.person, query.id, body.name);
      if (name === undefined) return refuse(notFound);
      // A thief who gives their key its owner's name would have the owner remove the own one.
      const said = { before: { name }, after: { name: body.name } };
      await record(tx, {
        action: 'auth.passkey_renamed',
        actor: session.person,
        subject: session.person,
        from,
        ...said,
      });
    });
    return { message: 'Your passkey was renamed.', _id: query.id };
  }),

  handle(removePasskey, async ({ query, body, session, app, from }) => {
    await insistOnPassword({ app, session, from }, body.currentPassword);
    await app.db.transaction(async (tx) => {
      const { twoFactor, passkeys } = await lockFactors(tx, session);
      const name = await deletePasskey(tx, session.person, query.id);
      if (name === undefined) return refuse(notFound);
      insist(session.secondFactor !== 'free' && !twoFactor && passkeys === 1 ? lastFactor : undefined);
      await tell(tx, { session, from }, 'removed', name);
    });
    app.events.end(session.person);
    return { message: 'The passkey was removed.', _id: query.id };
  }),
];

type What = 'added' | 'removed';

async function tell(
  tx: Database,
  { session, from }: Pick<Caller, 'session' | 'from'>,
  what: What,
  name: string,
): Promise<void> {
  // Nobody may write to a stranger in the agency's name: an address that was not proved gets no words of its account.
  await queueMail(tx, passkeyMail(session.email, what, session.emailVerified ? `The passkey "${name}"` : 'A passkey'));
  const said = { [what === 'added' ? 'after' : 'before']: { name } };
  await record(tx, { action: `auth.passkey_${what}`, actor: session.person, subject: session.person, from, ...said });
}

function passkeyMail(to: string, what: What, it: string): Mail {
  const line = {
    added: `${it} was added to your account. It signs you in without your password.`,
    removed: `${it} was removed from your account. It no longer signs you in.`,
  }[what];
  const warning = 'If this was not you, change your password, look at your passkeys and write to us at once.';
  return { to, urgent: true, subject: `A passkey was ${what}`, lines: [line, warning] };
}

function firstPasskeyMail(to: string, { username, email }: Pick<Session, 'username' | 'email'>): Mail {
  return {
    to,
    urgent: true,
    subject: 'An admin has a passkey from now on',
    lines: [
      `${username} (${email}) added a first passkey. It signs in as this admin and confirms what moves money.`,
      'If nobody told you of it, ask them, and look at the audit log.',
    ],
  };
}
