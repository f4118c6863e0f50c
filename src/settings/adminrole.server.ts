/**
 * Giving an admin another role. Rights that they did not have take two while the second pair of eyes is on, and the
 * password while it is off, as an invitation does; taking rights away needs one, as removing does.
 */
import { record } from '#audit/audit.server.ts';
import { addsRights, type AdminRole } from '#kernel/access.ts';
import type { PersonId } from '#kernel/ids.ts';
import { notFound, refuse, type Refusal } from '#kernel/refusal.ts';
import type { Database } from '#server/database.server.ts';
import { awaitStandby } from '#server/standby.server.ts';
import { handle, type Caller } from '#server/handle.server.ts';
import {
  discardProposal,
  propose,
  takeProposal,
  waitingProposal,
  type Applier,
  type Proposal,
} from '#proposals/proposals.server.ts';
import { adminsAtWork, giveRole, mailAdmins } from '#users/admins.server.ts';
import { personNamed } from '#users/people.server.ts';
import { insistOnPasswordOrPasskey } from '#users/proofs.server.ts';
import { roleMail } from '#users/users.mails.server.ts';
import { missingPassword } from '#users/users.ts';
import { changeAdminRole } from './admins.api.ts';
import { lockSettings, readSettings } from './settings.store.server.ts';
import { nobodyCouldConfirm } from './settings.ts';

/** Whose role; one change of it waits at a time. */
export const aboutRole = (publicId: string) => ({ kind: 'role', subject: publicId }) as const;

/** From which role to which, as it was wanted. */
type Wish = { name: string; email: string; was: AdminRole; role: AdminRole };
const wishOf = ({ payload }: Proposal) => payload as Wish;

export const roleHandlers = [
  handle(changeAdminRole, async ({ body, reply, ...call }) => {
    const { app, session } = call;
    if (body.userId === session.publicId)
      refuse({ code: 'admin.yourself', message: 'Another admin has to change your role.', status: 409 });
    const before = await adminNamed(app.db, body.userId);
    const alone = addsRights(before.role, body.role) && !(await readSettings(app.db)).secondPair.on;
    if (alone) await insistOnPasswordOrPasskey(call, body.currentPassword);
    const fate = await app.db.transaction(async (tx) => {
      await lockSettings(tx, session.person);
      const { publicId, role: was, ...admin } = await adminNamed(tx, body.userId);
      const wish = { ...admin, was, role: body.role };
      const { secondPair } = await readSettings(tx);
      if (secondPair.on && addsRights(was, body.role)) return proposeRole(call, tx, publicId, wish);
      // The role, or the second pair, may have been changed meanwhile.
      if (!alone && addsRights(was, body.role)) refuse(missingPassword);
      if (was === body.role) {
        await takeOwnBack(call, tx, publicId, was);
        return 'same';
      }
      await discardProposal(tx, aboutRole(publicId), session.person);
      const changed = await carryOut(call, tx, publicId, wish);
      return changed ?? refuse(notFound);
    });
    if (fate === 'waits') reply.status(202);
    tellEverywhere(call, fate);
    const message =
      fate === 'waits'
        ? 'Another admin has to confirm this role.'
        : fate === 'same'
          ? `This is the role of ${before.name} already.`
          : `${before.name} has the role ${body.role} now.`;
    return { message, _id: body.userId, role: fate === 'waits' ? before.role : body.role };
  }),
];

export const roleApplier: Applier = {
  kind: 'role',
  summary: (proposal) => {
    const { name, email, was, role } = wishOf(proposal);
    return `The role of ${name} (${email}) would become ${role} instead of ${was}.`;
  },
  page: () => '/admin/settings',
  change: (proposal) => ({ before: { role: wishOf(proposal).was }, after: { role: wishOf(proposal).role } }),
  droppedAs: () => ({ action: 'admin.role_dropped' }),
  confirm: async (call, proposal) => {
    const { subject } = proposal;
    const changed = await call.app.db.transaction(async (tx) => {
      await lockSettings(tx, call.session.person);
      const wish = wishOf(await takeProposal(tx, proposal, call.session.person, noRoleWaits));
      return (await carryOut(call, tx, subject, wish)) ?? refuse(noRoleWaits);
    });
    tellEverywhere(call, changed);
    return { subject, state: 'Approved' };
  },
  notWaiting: { code: 'request.not_waiting', message: 'No change of this role waits any more.', status: 409 },
};

const noRoleWaits: Refusal = roleApplier.notWaiting;

async function adminNamed(db: Database, id: string) {
  const person = await personNamed(db, id);
  if (!person?.adminRole || !person.maySignIn) return refuse(notFound);
  return { publicId: person.publicId, name: person.name, email: person.email, role: person.adminRole };
}

/** What a colleague wants of this role waits on: whoever is against it says why. */
async function takeOwnBack({ session, from }: Caller, tx: Database, publicId: string, role: AdminRole): Promise<void> {
  const waiting = await waitingProposal(tx, aboutRole(publicId));
  if (waiting?.by !== session.person) return awaitStandby(tx);
  await discardProposal(tx, aboutRole(publicId), session.person);
  const before = { role: wishOf(waiting).role };
  await record(tx, { action: 'admin.role_dropped', actor: session.person, from, before, after: { role } });
}

async function proposeRole({ session, from }: Caller, tx: Database, publicId: string, wish: Wish): Promise<'waits'> {
  if ((await adminsAtWork(tx)) < 2) refuse(nobodyCouldConfirm);
  await propose(tx, { ...aboutRole(publicId), payload: wish, by: session.person });
  await mailAdmins(tx, (to) => roleMail(to, session.username, wish, { waits: true }), { except: session.email });
  const [before, after] = [{ role: wish.was }, { role: wish.role, username: wish.name, emailId: wish.email }];
  await record(tx, { action: 'admin.role_proposed', actor: session.person, from, before, after });
  return 'waits';
}

/**
 * Answers whose role it was, or undefined where it can't be: they are gone, or nobody would be left to do everything.
 */
async function carryOut(
  { session, from }: Caller,
  tx: Database,
  publicId: string,
  wish: Wish,
): Promise<PersonId | undefined> {
  const admin = await giveRole(tx, { by: session.person, publicId, role: wish.role });
  if (!admin) return undefined;
  await mailAdmins(tx, (to) => roleMail(to, session.username, wish), { except: session.email });
  const [before, after] = [{ role: wish.was }, { role: wish.role }];
  await record(tx, { action: 'admin.role_changed', actor: session.person, subject: admin.id, from, before, after });
  return admin.id;
}

/** Whoever has another role is known by it at once: no node goes on with what it remembers of their sessions. */
function tellEverywhere({ app }: Caller, fate: 'waits' | 'same' | PersonId): void {
  if (typeof fate === 'bigint') app.events.end(fate);
  app.events.hint('admins', 'request', 'notice');
}
