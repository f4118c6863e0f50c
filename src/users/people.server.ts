/** People as rows: SQL of the table users, for every slice that has to know whose something is. */
import { randomBytes } from 'node:crypto';
import { speakable } from '#kernel/ids.ts';
import type { Database } from '#server/database.server.ts';
import type { MailChoices, MailTopic, Role } from './users.ts';

type NewUser = {
  role: Role;
  username: string;
  email: string;
  passwordHash: string | null;
  verified: boolean;
  country?: string;
  contact1?: string;
  pincode?: string;
  contactMethod?: string;
  agencyAds?: unknown;
};

export type UserRow = {
  id: bigint;
  public_id: string;
  role: Role;
  username: string;
  email: string;
  email_verified_at: Date | null;
  password_hash: string | null;
  contact1: string;
  mobile: string;
  totp_enabled_at: Date | null;
  disabled_at: Date | null;
  closed_at: Date | null;
  /** Which topics are mailed; a missing one is. */
  notice_choices: Record<string, boolean>;
};

const columns =
  'id, public_id, role, username, email, email_verified_at, password_hash, contact1, mobile, totp_enabled_at, disabled_at, closed_at, notice_choices';

/** The new person, or undefined where the address is taken. */
export async function insertUser(tx: Database, user: NewUser): Promise<{ id: bigint; publicId: string } | undefined> {
  const publicId = speakable('US', randomBytes(5));
  const rows = await tx.query<{ id: bigint }>(
    'users.insert',
    `insert into users (public_id, role, username, email, password_hash, email_verified_at, country, contact1, pincode, contact_method, agency_ads)
     values ($1, $2, $3, $4, $5, case when $6::boolean then now() end, $7, $8, $9, $10, $11)
     on conflict (email_key) do nothing returning id`,
    [
      publicId,
      user.role,
      user.username,
      user.email,
      user.passwordHash,
      user.verified,
      user.country ?? '',
      user.contact1 ?? '',
      user.pincode ?? '',
      user.contactMethod ?? '',
      JSON.stringify(user.agencyAds ?? {}),
    ],
  );
  return rows[0] && { id: rows[0].id, publicId };
}

/**
 * The person who is invited as an admin: somebody new, or an admin who was removed or never answered and begins anew,
 * without the old password and second factor. Undefined where the address is a client's, or an admin's who works.
 */
export async function inviteAdmin(tx: Database, { username, email }: { username: string; email: string }) {
  const rows = await tx.query<{ id: bigint; publicId: string }>(
    'users.invite',
    `insert into users (public_id, role, username, email) values ($1, 'Admin', $2, $3)
     on conflict (email_key) do update set username = excluded.username, password_hash = null, disabled_at = null, proposed_by = null,
         totp_secret = null, totp_enabled_at = null, recovery_hashes = '{}', totp_last_step = 0
       where users.role = 'Admin' and users.closed_at is null and (users.disabled_at is not null or users.password_hash is null)
     returning id, public_id as "publicId"`,
    [speakable('US', randomBytes(5)), username, email],
  );
  return rows[0];
}

/**
 * One admin's wish for a further one, who is no admin until another wants the same. Undefined where another one wanted
 * it before, and where the address is not that of somebody new or removed.
 */
export async function proposeAdmin(
  tx: Database,
  { username, email, by }: { username: string; email: string; by: bigint },
) {
  const rows = await tx.query<{ id: bigint; publicId: string }>(
    'users.propose',
    `insert into users (public_id, role, username, email, disabled_at, proposed_by) values ($1, 'Admin', $2, $3, now(), $4)
     on conflict (email_key) do update set username = excluded.username, proposed_by = excluded.proposed_by
       where users.role = 'Admin' and users.closed_at is null and users.disabled_at is not null and coalesce(users.proposed_by, $4) = $4
     returning id, public_id as "publicId"`,
    [speakable('US', randomBytes(5)), username, email, by],
  );
  return rows[0];
}

/** Whom an admin wants to invite, while that waits for another one. */
export async function proposedAdmin(tx: Database, publicId: string) {
  const rows = await tx.query<{ username: string; email: string; by: bigint }>(
    'users.proposed',
    'select username, email, proposed_by as by from users where public_id = $1 and proposed_by is not null',
    [publicId],
  );
  return rows[0];
}

/** How many admins can sign in: who was invited and never answered confirms nothing. */
export async function adminsAtWork(db: Database): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'users.admins_at_work',
    `select count(*)::int as count from users where role = 'Admin' and disabled_at is null and closed_at is null and password_hash is not null`,
  );
  return rows[0]!.count;
}

export async function userById(db: Database, id: bigint): Promise<UserRow | undefined> {
  const rows = await db.query<UserRow>('users.by_id', `select ${columns} from users where id = $1`, [id]);
  return rows[0];
}

export async function userByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  const rows = await db.query<UserRow>('users.by_email', `select ${columns} from users where email_key = lower($1)`, [
    email,
  ]);
  return rows[0];
}

export async function userByPublicId(db: Database, publicId: string): Promise<UserRow | undefined> {
  const rows = await db.query<UserRow>('users.by_public_id', `select ${columns} from users where public_id = $1`, [
    publicId,
  ]);
  return rows[0];
}

export async function setMobile(tx: Database, id: bigint, mobile: string): Promise<void> {
  await tx.query('users.set_mobile', 'update users set mobile = $2 where id = $1', [id, mobile]);
}

export async function noticeChoices(db: Database, id: bigint): Promise<MailChoices> {
  const rows = await db.query<{ notice_choices: MailChoices }>(
    'users.choices',
    'select notice_choices from users where id = $1',
    [id],
  );
  return rows[0]?.notice_choices ?? {};
}

export async function setNoticeChoice(db: Database, id: bigint, topic: MailTopic, mail: boolean): Promise<MailChoices> {
  const rows = await db.query<{ notice_choices: MailChoices }>(
    'users.choose',
    'update users set notice_choices = notice_choices || jsonb_build_object($2::text, $3::boolean) where id = $1 returning notice_choices',
    [id, topic, mail],
  );
  return rows[0]?.notice_choices ?? {};
}

/** False where somebody else has the address, or takes it at this moment; the transaction is over then. */
export async function setVerifiedEmail(tx: Database, id: bigint, email: string): Promise<boolean> {
  const text = 'update users set email = $2, email_verified_at = now() where id = $1';
  return tx.query('users.set_email', text, [id, email]).then(
    () => true,
    (error: Error & { code?: string }) => {
      if (error.code === '23505') return false;
      throw error;
    },
  );
}

export async function closeUser(tx: Database, id: bigint): Promise<void> {
  await tx.query('users.close', 'update users set closed_at = now() where id = $1 and closed_at is null', [id]);
}

/** Everything of a person's own row that is theirs to know. */
export async function ownRow(db: Database, id: bigint): Promise<Record<string, unknown>> {
  const rows = await db.query(
    'users.own',
    `select public_id as "_id", role as "typeOfUser", username, email as "emailId", email_verified_at as "emailVerifiedAt", contact1, mobile,
       contact_method as "contactMethod", country, pincode, agency_ads as "agencyAds", notice_choices as "mailChoices",
       totp_enabled_at as "twoFactorSince", password_changed_at as "passwordChangedAt", created_at as "createdAt"
     from users where id = $1`,
    [id],
  );
  return rows[0]!;
}

/**
 * Whatever was mailed before is worth nothing from now on: a link to set another password, a code for an address a
 * thief named.
 */
export async function setPassword(tx: Database, id: bigint, passwordHash: string): Promise<void> {
  await tx.query(
    'users.set_password',
    `with spent as (delete from mailed_codes where user_id = $1)
     update users set password_hash = $2, password_changed_at = now() where id = $1`,
    [id, passwordHash],
  );
}

/** Every admin's address; with a topic, only of those who have not switched its mails off. */
export async function adminEmails(db: Database, topic?: MailTopic): Promise<string[]> {
  const rows = await db.query<{ email: string }>(
    'users.admin_emails',
    `select email from users where role = 'Admin' and disabled_at is null and closed_at is null
       and ($1::text is null or notice_choices -> $1 is distinct from 'false'::jsonb) order by id`,
    [topic ?? null],
  );
  return rows.map((row) => row.email);
}
