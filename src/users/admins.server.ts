/**
 * Admins as rows. Who is one, and in which role, is decided by the function `make_admin` alone: the portal's role may
 * not write it.
 */
import { addsRights, type AdminRole } from '#kernel/access.ts';
import type { PersonId } from '#kernel/ids.ts';
import { refuse, wrongRole } from '#kernel/refusal.ts';
import { choiceKey, type MailTopic } from '#kinds/topics.ts';
import type { Database } from '#server/database.server.ts';
import { newId } from '#server/ids.server.ts';
import { queueMail, type Mail } from '#server/mail.server.ts';

type Made = {
  id: PersonId;
  publicId: string;
  /** As they are called, which for somebody who was an admin before is not what the invitation says. */
  name: string;
  email: string;
  /** Somebody has signed in with this address before. */
  proved: boolean;
};

type Wanted = { name: string; email: string; role: AdminRole; by: PersonId };

/** Everybody who is or was an admin, by name, the portal itself too where it decides. */
export function everyAdmin(db: Database): Promise<{ _id: string; username: string }[]> {
  return db.query(
    'admins.every',
    `select public_id as _id, name as username from people where admin_role is not null order by lower(name), id`,
    [],
  );
}

async function makeAdmin(tx: Database, call: Record<string, string>): Promise<Made | undefined> {
  const text = JSON.stringify(call);
  const rows = await tx.query<Made>('admins.make', 'select * from make_admin($1, $2)', [text, tx.vouch(text)]);
  return rows[0];
}

/** Undefined where there is an admin already. */
export function makeFirstAdmin(tx: Database, admin: { name: string; email: string; passwordHash: string }) {
  return makeAdmin(tx, { what: 'first', publicId: newId('US'), ...admin });
}

/**
 * The person who is invited as an admin: somebody new, or an admin who was removed or never answered and begins anew,
 * without the old password and second factor, and under the old name. Undefined where the address is a client's, or an
 * admin's who works.
 */
export function inviteAdmin(tx: Database, { by, publicId = newId('US'), ...wanted }: Wanted & { publicId?: string }) {
  return makeAdmin(tx, { what: 'invite', by: String(by), publicId, ...wanted });
}

/** Undefined where there is no such admin, or nobody would be left who may do everything and can sign in. */
export function removeAdminRow(tx: Database, { by, publicId }: { by: PersonId; publicId: string }) {
  return makeAdmin(tx, { what: 'remove', by: String(by), publicId });
}

/** Undefined as above. */
export function giveRole(tx: Database, { by, ...to }: { by: PersonId; publicId: string; role: AdminRole }) {
  return makeAdmin(tx, { what: 'role', by: String(by), ...to });
}

/**
 * Whether this invitation would let somebody do what nobody let them do before: nobody works under the address yet, or
 * was invited to do less. One admin alone repeats an invitation and makes no admin.
 */
export async function invitesToMore(db: Database, { email, role }: Pick<Wanted, 'email' | 'role'>): Promise<boolean> {
  const [known] = await db.query<{ role: AdminRole | null; invited: boolean }>(
    'admins.known',
    `select admin_role as role, password_hash is null as invited from people
     where email_key = lower($1) and (admin_role is null or disabled_at is null)`,
    [email],
  );
  return !known || (known.role !== null && known.invited && addsRights(known.role, role));
}

/** The portal itself, where it decides; nobody can sign in as it. */
export async function portalPerson(db: Database): Promise<PersonId> {
  const call = JSON.stringify({ publicId: newId('US') });
  const [row] = await db.query<{ id: PersonId }>('admins.portal', 'select portal_person($1, $2) as id', [
    call,
    db.vouch(call),
  ]);
  return row!.id;
}

/** SQL: whether a row of `people` is an admin who has not been removed. */
export const atWork = (of = 'people') => `${of}.admin_role <> 'Portal' and ${of}.disabled_at is null`;

/**
 * How many admins who may do everything can sign in: they alone confirm settings, roles and invitations, and who was
 * invited and never answered confirms nothing.
 */
export async function adminsAtWork(db: Database): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'admins.at_work',
    `select count(*)::int as count from people
     where admin_role = 'Admin' and ${atWork()} and password_hash is not null`,
  );
  return rows[0]!.count;
}

/** Where this admin reads mail; undefined for one who was removed since. */
export async function mailboxOf(db: Database, admin: bigint): Promise<string | undefined> {
  const [row] = await db.query<{ email: string }>(
    'admins.mailbox',
    `select email from people where id = $1 and ${atWork()}`,
    [admin],
  );
  return row?.email;
}

/**
 * Refuses an admin who was removed, or given another role, since the call was let in: it may have waited long for its
 * turn. Holds the row, so that neither happens before it is done.
 */
export async function insistAtWork(tx: Database, admin: bigint): Promise<void> {
  const rows = await tx.query(
    'admins.hold',
    `select from people where id = $1 and admin_role = 'Admin' and ${atWork()} for share`,
    [admin],
  );
  if (rows.length === 0) refuse(wrongRole);
}

/** Whether this admin has not been removed since, and still decides what takes this role. */
export async function stillMay(db: Database, admin: bigint, role: AdminRole): Promise<boolean> {
  const rows = await db.query(
    'admins.still_may',
    `select from people where id = $1 and admin_role in ('Admin', $2) and ${atWork()}`,
    [admin, role],
  );
  return rows.length > 0;
}

/**
 * Puts a mail to each admin into the outbox; with a topic, only to those who have not switched its mails off. `except`
 * is the address of whoever need not be told. Who was invited and never answered is told nothing: the address may be
 * anybody's.
 */
export async function mailAdmins(
  tx: Database,
  mail: (to: string) => Mail,
  { topic, except }: { topic?: MailTopic; except?: string } = {},
): Promise<void> {
  const rows = await tx.query<{ email: string }>(
    'admins.emails',
    `select email from people where admin_role is not null and ${atWork()} and password_hash is not null
       and ($1::text is null or notice_choices -> $1 is distinct from 'false'::jsonb) order by id`,
    [topic === undefined ? null : choiceKey(topic, 'mail')],
  );
  const mails = rows.flatMap(({ email }) => (email === except ? [] : [mail(email)]));
  if (mails.length > 0) await queueMail(tx, ...mails);
}
