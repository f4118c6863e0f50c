/**
 * The admins of the agency: who they are, inviting a further one, removing one, and what an admin does about a lost
 * second factor; roles are given in adminrole.server.ts. While the second pair of eyes is on, one admin alone makes no
 * admin, or two pairs would be one person's: another admin has to want the same, and nobody but the mailbox gets the
 * link. Removing needs one: an account that was taken is not to wait for anybody.
 */
import { record } from '#audit/audit.server.ts';
import { secondFactorMail } from '#auth/auth.mails.server.ts';
import { switchOff } from '#auth/secondfactor.server.ts';
import { endAll } from '#auth/sessions.server.ts';
import { resetTwoFactor } from '#auth/twofactor.api.ts';
import { notOnesOwn, takesTwo, theirsIsOff } from '#auth/twofactor.ts';
import type { AdminRole } from '#kernel/access.ts';
import type { PersonId } from '#kernel/ids.ts';
import { notFound, refuse } from '#kernel/refusal.ts';
import type { Database } from '#server/database.server.ts';
import { handle, type Caller } from '#server/handle.server.ts';
import { dropMails, queueMail, sealedMail } from '#server/mail.server.ts';
import { issueCode } from '#users/codes.server.ts';
import { deletePasskeysOf, hasPasskey } from '#passkeys/passkeys.server.ts';
import { unlinkChat } from '#telegram/telegram.server.ts';
import { adminsAtWork, atWork, inviteAdmin, invitesToMore, mailAdmins, removeAdminRow } from '#users/admins.server.ts';
import { hasSecondFactor, personNamed, type PersonRow } from '#users/people.server.ts';
import { insistOnPasswordOrPasskey } from '#users/proofs.server.ts';
import { emailTaken, missingPassword } from '#users/users.ts';
import { adminRemovedMail, invitationMail, newAdminMail, removedMail } from '#users/users.mails.server.ts';
import { createAdmin, getAdmins, removeAdmin } from './admins.api.ts';
import { aboutRole } from './adminrole.server.ts';
import { lockSettings, readSettings } from './settings.store.server.ts';
import { nobodyCouldConfirm, nobodyWaits } from './settings.ts';
import {
  discardProposal,
  propose,
  proposalNamed,
  takeProposal,
  waitingProposal,
  type Applier,
} from '#proposals/proposals.server.ts';

type Wanted = { name: string; email: string; role: AdminRole; publicId?: string };

export const adminsHandlers = [
  handle(getAdmins, async ({ session, app }) => {
    const admins = await listAdmins(app.db, session.person);
    return {
      message: 'Admins fetched successfully',
      admins: admins.map(({ publicId, waitsBy, own, roleWaits, roleBy, ...admin }) => ({
        ...admin,
        _id: publicId,
        waits: waitsBy === null ? null : { by: waitsBy, own },
        roleWaits: roleWaits === null ? null : { role: roleWaits, by: roleBy! },
        you: publicId === session.publicId,
      })),
    };
  }),

  handle(createAdmin, async ({ body, reply, ...call }) => {
    const wanted = { name: body.username, email: body.emailId, role: body.role };
    // Alone, a stolen session must not make an admin that outlives it.
    const alone = !(await readSettings(call.app.db)).secondPair.on;
    if (alone) await insistOnPasswordOrPasskey(call, body.currentPassword);
    const invited = await call.app.db.transaction(async (tx) => {
      await lockSettings(tx, call.session.person);
      const { secondPair } = await readSettings(tx);
      // The second pair may have been switched off meanwhile.
      if (!secondPair.on && !alone) refuse(missingPassword);
      if (!secondPair.on) return invite(call, tx, wanted, { handsOver: true });
      const wish = await wishFor(call, tx, wanted);
      return wish.waits ? wish : invite(call, tx, { ...wanted, ...wish }, { handsOver: false });
    });
    call.app.events.hint('admins', 'request');
    if (invited.waits) reply.status(202);
    const { publicId, inviteUrl, waits, name, proved } = invited;
    return {
      message: waits
        ? 'Another admin has to confirm this invitation.'
        : proved || name !== wanted.name
          ? `Invitation sent. This address is known: it is ${name} again, and only the mailbox gets the link.`
          : 'Invitation sent.',
      inviteUrl,
      _id: publicId,
    };
  }),

  handle(removeAdmin, async ({ body, session, app, from }) => {
    // Nobody removes themselves, so that there is always one left.
    if (body.userId === session.publicId)
      refuse({ code: 'admin.yourself', message: 'Another admin has to remove you.', status: 409 });
    if (await dropInvitation({ app, session, from }, body.userId)) return { message: removedMessage, _id: body.userId };
    const removed = await app.db.transaction(async (tx) => {
      // Two admins who remove each other at the same moment take turns here: the second is no admin any more.
      await lockSettings(tx, session.person);
      const admin = await removeAdminRow(tx, { by: session.person, publicId: body.userId });
      if (!admin) return undefined;
      await discardProposal(tx, aboutRole(body.userId), session.person);
      const ended = await endAll(tx, admin.id);
      await tellNoMore(tx, admin);
      await mailAdmins(tx, (to) => adminRemovedMail(to, session.username, admin), { except: session.email });
      await record(tx, {
        action: 'admin.removed',
        actor: session.person,
        subject: admin.id,
        from,
        after: { sessionsEnded: ended },
      });
      return admin.id;
    });
    if (removed === undefined) return refuse(notFound);
    app.events.end(removed);
    return { message: removedMessage, _id: body.userId };
  }),

  handle(resetTwoFactor, async (call) => {
    const { body, session, app, from } = call;
    await whoLostFactors(call, app.db, body.userId);
    // Else a stolen session takes off what stands between a client's stolen password and the money.
    await insistOnPasswordOrPasskey(call, body.currentPassword);
    const user = await app.db.transaction(async (tx) => {
      await lockSettings(tx, session.person);
      // They may be an admin, and the second pair on, only since.
      const user = await whoLostFactors(call, tx, body.userId);
      await switchOff(tx, user.id);
      const passkeys = await deletePasskeysOf(tx, user.id);
      const ended = await endAll(tx, user.id);
      await queueMail(tx, secondFactorMail(user.email, 'reset'));
      const after = { reason: body.reason, sessionsEnded: ended, passkeys };
      await record(tx, { action: 'auth.two_factor_reset', actor: session.person, subject: user.id, from, after });
      return user;
    });
    app.events.end(user.id);
    return {
      message: `Two-factor sign-in was taken off the account of ${user.clientName ?? user.name}.`,
      _id: body.userId,
    };
  }),
];

/** Whoever has a second factor that this admin may take off. */
async function whoLostFactors({ session }: Caller, db: Database, userId: string): Promise<PersonRow> {
  const user = await personNamed(db, userId);
  if (!user || user.clientClosedAt !== null) return refuse(notFound);
  if (user.id === session.person) return refuse(notOnesOwn);
  if (user.twoFactorAt === null && !(await hasPasskey(db, user.id))) return refuse(theirsIsOff);
  if (user.adminRole !== null && (await readSettings(db)).secondPair.on) return refuse(takesTwo);
  return user;
}

/**
 * What waits for somebody who was removed is for admins' eyes; that they were is theirs. Who never answered is told
 * nothing: the address may be anybody's.
 */
async function tellNoMore(
  tx: Database,
  { id, email, proved }: { id: PersonId; email: string; proved: boolean },
): Promise<void> {
  await unlinkChat(tx, { person: id });
  await dropMails(tx, email, { urgentToo: true });
  if (proved) await queueMail(tx, removedMail(email));
}

const removedMessage = 'The admin was removed and every session was ended.';

/** Whom an invitation is for; nobody is invited twice at once. */
const about = (email: string) => ({ kind: 'invitation', subject: email.toLowerCase() }) as const;

export const invitationApplier: Applier = {
  kind: 'invitation',
  summary: ({ payload }) => `${payload['name']} (${payload['email']}) would become an admin, as ${payload['role']}.`,
  page: () => '/admin/settings',
  change: ({ payload }) => ({ after: said(payload as Wanted) }),
  droppedAs: () => ({ action: 'admin.removed' }),
  confirm: async (call, proposal) => {
    const { publicId } = proposal;
    await call.app.db.transaction(async (tx) => {
      await lockSettings(tx, call.session.person);
      const { payload } = await takeProposal(tx, proposal, call.session.person, nobodyWaits);
      await invite(call, tx, { ...(payload as Wanted), publicId }, { handsOver: false });
    });
    call.app.events.hint('admins', 'request');
    return { subject: publicId, state: 'Approved' };
  },
  notWaiting: nobodyWaits,
};

/** True where the id is that of an invitation that waited and waits no longer. */
async function dropInvitation({ app, session, from }: Caller, publicId: string): Promise<boolean> {
  const proposal = await proposalNamed(app.db, publicId);
  if (proposal?.kind !== 'invitation' || proposal.state !== 'Pending') return false;
  await app.db.transaction(async (tx) => {
    if (!(await discardProposal(tx, proposal, session.person))) refuse(notFound);
    await record(tx, { action: 'admin.removed', actor: session.person, from, before: proposal.payload });
  });
  app.events.hint('admins', 'request');
  return true;
}

/** One admin's wish for a further one. It is time to invite where another one had it before, or it names nobody new. */
async function wishFor({ session, from }: Caller, tx: Database, wanted: Wanted) {
  if (!(await invitesToMore(tx, wanted))) return { waits: false } as const;
  if ((await adminsAtWork(tx)) < 2) refuse(nobodyCouldConfirm);
  const waiting = await waitingProposal(tx, about(wanted.email));
  const isSame = waiting?.payload['role'] === wanted.role;
  if (waiting && isSame && waiting.by !== session.person) {
    await takeProposal(tx, waiting, session.person, nobodyWaits);
    return { waits: false, publicId: waiting.publicId } as const;
  }
  const answer = { waits: true, inviteUrl: null, name: wanted.name, proved: false } as const;
  if (waiting && isSame && waiting.payload['name'] === wanted.name) return { ...answer, publicId: waiting.publicId };
  const { publicId } = await propose(tx, {
    ...about(wanted.email),
    payload: wanted,
    by: session.person,
    prefix: 'US',
  });
  const mail = (to: string) => newAdminMail(to, session.username, wanted, { waits: true });
  await mailAdmins(tx, mail, { except: session.email });
  await record(tx, { action: 'admin.proposed', actor: session.person, from, after: said(wanted) });
  return { ...answer, publicId };
}

async function invite(
  { app, session, from }: Caller,
  tx: Database,
  wanted: Wanted,
  { handsOver }: { handsOver: boolean },
) {
  const { name, email, role, publicId } = wanted;
  const admin = await inviteAdmin(tx, { name, email, role, by: session.person, ...(publicId ? { publicId } : {}) });
  if (!admin) return refuse({ ...emailTaken, message: 'This e-mail address is already registered.' });
  // Whoever was removed here may have lost a device to a thief, or had a chat that is read by one. No session of
  // theirs comes back to life with them either.
  await deletePasskeysOf(tx, admin.id);
  await endAll(tx, admin.id);
  await unlinkChat(tx, { person: admin.id });
  const token = await issueCode(tx, app.secrets, { person: admin.id, purpose: 'invitation', email: admin.email });
  const inviteUrl = `${app.config.publicUrl}/reset-password?token=${token}`;
  const mail = invitationMail(admin.email, session.username, app.config.brand.name, role, inviteUrl);
  await queueMail(tx, sealedMail(app.secrets, mail));
  await mailAdmins(tx, (to) => newAdminMail(to, session.username, wanted));
  // A wish for less that waited is not to come back later as more than this invitation.
  await discardProposal(tx, aboutRole(admin.publicId), session.person);
  const after = said({ ...admin, role });
  await record(tx, { action: 'admin.invited', actor: session.person, subject: admin.id, from, after });
  // Whoever worked here under this address comes back through their mailbox, not through an admin who reads the answer.
  return { ...admin, inviteUrl: handsOver && !admin.proved ? inviteUrl : null, waits: false };
}

/** As the audit log and the inbox tell an invitation. */
function said({ name, email, role }: Wanted) {
  return { username: name, emailId: email, role };
}

type Row = {
  publicId: string;
  username: string;
  emailId: string;
  role: AdminRole;
  roleWaits: AdminRole | null;
  roleBy: string | null;
  twoFactor: boolean;
  invited: boolean;
  waitsBy: string | null;
  own: boolean;
  createdAt: Date;
  lastSignIn: Date | null;
};

function listAdmins(db: Database, self: PersonId): Promise<Row[]> {
  return db.query<Row>(
    'admins.list',
    `select p.public_id as "publicId", p.name as username, p.email as "emailId", p.admin_role as role,
       r.payload ->> 'role' as "roleWaits", r.by_name as "roleBy",
       ${hasSecondFactor('p')} as "twoFactor", p.password_hash is null as invited, null as "waitsBy",
       false as own, p.created_at as "createdAt",
       (select max(created_at) from sessions where person = p.id and acting_admin is null) as "lastSignIn"
     from people p left join proposals r on r.kind = 'role' and r.subject = p.public_id and r.state = 'Pending'
     where ${atWork('p')}
     union all
     select w.public_id, w.payload ->> 'name', w.payload ->> 'email', w.payload ->> 'role',
       null, null, p.totp_enabled_at is not null, true, w.by_name,
       w.proposed_by = $1, w.at, null
     from proposals w left join people p on p.email_key = w.subject
     where w.kind = 'invitation' and w.state = 'Pending'
     order by "createdAt" limit 500`,
    [self],
  );
}
