/** Admins as rows. Who is one is decided by the function `make_admin` alone: the portal's role may not write it. */
import type { PersonId } from '#kernel/ids.ts';
import type { Database } from '#server/database.server.ts';
import { newPublicId } from './people.server.ts';
import type { MailTopic } from './users.ts';

type Made = {
  id: PersonId;
  publicId: string;
  /** As they are called, which for somebody who was an admin before is not what the invitation says. */
  name: string;
  email: string;
  /** Somebody has signed in with this address before. */
  proved: boolean;
};

type Wanted = { name: string; email: string; by: PersonId };

async function makeAdmin(tx: Database, call: Record<string, string>): Promise<Made | undefined> {
  const text = JSON.stringify(call);
  const rows = await tx.query<Made>('admins.make', 'select * from make_admin($1, $2)', [text, tx.vouch(text)]);
  return rows[0];
}

/** Undefined where there is an admin already. */
export function makeFirstAdmin(tx: Database, admin: { name: string; email: string; passwordHash: string }) {
  return makeAdmin(tx, { what: 'first', publicId: newPublicId(), ...admin });
}

/**
 * The person who is invited as an admin: somebody new, or an admin who was removed or never answered and begins anew,
 * without the old password and second factor, and under the old name. Undefined where the address is a client's, or an
 * admin's who works.
 */
export function inviteAdmin(tx: Database, { by, publicId = newPublicId(), ...wanted }: Wanted & { publicId?: string }) {
  return makeAdmin(tx, { what: 'invite', by: String(by), publicId, ...wanted });
}

/** Undefined where there is no such admin. */
export function removeAdminRow(tx: Database, { by, publicId }: { by: PersonId; publicId: string }) {
  return makeAdmin(tx, { what: 'remove', by: String(by), publicId });
}

/** Whether somebody with this address could be invited only after another admin wants the same: nobody works under it yet. */
export async function isNewAdmin(db: Database, email: string): Promise<boolean> {
  const rows = await db.query(
    'admins.known',
    'select from people where email_key = lower($1) and (admin_role is null or disabled_at is null)',
    [email],
  );
  return rows.length === 0;
}

const atWork = `admin_role <> 'Portal' and disabled_at is null`;

/** How many admins can sign in: who was invited and never answered confirms nothing. */
export async function adminsAtWork(db: Database): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'admins.at_work',
    `select count(*)::int as count from people where admin_role is not null and ${atWork} and password_hash is not null`,
  );
  return rows[0]!.count;
}

/** Every admin's address; with a topic, only of those who have not switched its mails off. */
export async function adminEmails(db: Database, topic?: MailTopic): Promise<string[]> {
  const rows = await db.query<{ email: string }>(
    'admins.emails',
    `select email from people where admin_role is not null and ${atWork}
       and ($1::text is null or notice_choices -> $1 is distinct from 'false'::jsonb) order by id`,
    [topic ?? null],
  );
  return rows.map((row) => row.email);
}
