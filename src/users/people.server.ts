/**
 * People as rows: whoever signs in, with the client that they act for. Admins act for none.
 */
import type { AdminRole, ClientRole } from '#kernel/access.ts';
import type { ClientId, PersonId } from '#kernel/ids.ts';
import type { Database } from '#server/database.server.ts';
import { newId } from '#server/ids.server.ts';
import { forgetCodes } from './throttle.server.ts';

export type PersonRow = {
  id: PersonId;
  publicId: string;
  name: string;
  email: string;
  emailVerifiedAt: Date | null;
  passwordHash: string | null;
  /** A number to reach the person at, which is not the client's. */
  phone: string;
  twoFactorAt: Date | null;
  adminRole: AdminRole | null;
  /** Neither removed nor disabled, nor of a client that is or has left. */
  maySignIn: boolean;
  /** The same, or of a client that is disabled: it signs nobody in, and a thief's password ends before that does. */
  maySetPassword: boolean;
} & (ActingFor | { [column in keyof ActingFor]: null });

/** The client that somebody acts for. */
type ActingFor = {
  client: ClientId;
  role: ClientRole;
  clientPublicId: string;
  clientName: string;
  clientEmail: string;
  clientPhone: string;
  clientClosedAt: Date | null;
};

/** People `p` with what they are members of; SQL. */
export const peopleAndClients = `people p left join members m on m.person = p.id
  left join clients c on c.id = m.client`;
export const maySetPassword = `(p.disabled_at is null and case when c.id is null then p.admin_role <> 'Portal'
  else c.closed_at is null end) is true`;
export const maySignIn = `(${maySetPassword} and c.disabled_at is null)`;
/** SQL: whether a person has a second factor, codes of an app or a passkey. */
export const hasSecondFactor = (person: string) =>
  `(${person}.totp_enabled_at is not null or exists (select from passkeys k where k.person = ${person}.id))`;
const columns = `p.id, p.public_id as "publicId", p.name, p.email, p.email_verified_at as "emailVerifiedAt",
  p.password_hash as "passwordHash", p.phone, p.totp_enabled_at as "twoFactorAt", p.admin_role as "adminRole",
  ${maySignIn} as "maySignIn", ${maySetPassword} as "maySetPassword", c.id as client, m.role, c.public_id as "clientPublicId", c.name as "clientName",
  c.email as "clientEmail", c.phone as "clientPhone", c.closed_at as "clientClosedAt"`;

type NewClient = {
  name: string;
  email: string;
  passwordHash: string;
  country: string;
  phone: string;
  pincode: string;
  contactMethod: string;
  agencyAds: unknown;
};

/** A new client and its Owner, or undefined where the address is taken. */
export async function register(
  tx: Database,
  { name, email, passwordHash, ...client }: NewClient,
): Promise<{ person: PersonId; client: ClientId; publicId: string } | undefined> {
  const publicId = newId('US');
  const rows = await tx.query<{ person: PersonId; client: ClientId }>(
    'people.register',
    `with owner as (
       insert into people (public_id, name, email, password_hash) values ($1, $2, $3, $4)
       on conflict (email_key) do nothing returning id),
     made as (
       insert into clients (public_id, name, email, phone, contact_method, country, pincode, agency_ads)
       select $5, $2, $3, $6, $7, $8, $9, $10 from owner returning id)
     insert into members (client, person, role) select made.id, owner.id, 'Owner' from made, owner
     returning person, client`,
    [
      newId('US'),
      name,
      email,
      passwordHash,
      publicId,
      client.phone,
      client.contactMethod,
      client.country,
      client.pincode,
      JSON.stringify(client.agencyAds ?? {}),
    ],
  );
  return rows[0] && { ...rows[0], publicId };
}

export async function personById(db: Database, id: bigint): Promise<PersonRow | undefined> {
  const rows = await db.query<PersonRow>('people.by_id', `select ${columns} from ${peopleAndClients} where p.id = $1`, [
    id,
  ]);
  return rows[0];
}

/** So often a mailed code may be typed wrongly. */
export const mostCodeTries = 5;

/** Oneself, with the address to which a code was mailed that still waits to be typed. */
export async function oneself(
  db: Database,
  id: PersonId,
): Promise<(PersonRow & { codeSentTo: string | null }) | undefined> {
  const rows = await db.query<PersonRow & { codeSentTo: string | null }>(
    'people.oneself',
    `select ${columns}, (select k.email from mailed_codes k where k.person = p.id and k.purpose = 'email'
       and k.expires_at > now() and k.tries < $2) as "codeSentTo"
     from ${peopleAndClients} where p.id = $1`,
    [id, mostCodeTries],
  );
  return rows[0];
}

export async function personByEmail(db: Database, email: string): Promise<PersonRow | undefined> {
  const rows = await db.query<PersonRow>(
    'people.by_email',
    `select ${columns} from ${peopleAndClients} where p.email_key = lower($1)`,
    [email],
  );
  return rows[0];
}

/** The admin of this `_id`, or the Owner of the client of this `_id`. */
export async function personNamed(db: Database, publicId: string): Promise<PersonRow | undefined> {
  const rows = await db.query<PersonRow>(
    'people.named',
    `select ${columns} from ${peopleAndClients} where p.id = coalesce(
       (select id from people where public_id = $1 and admin_role is not null),
       (select o.person from clients named join members o on o.client = named.id and o.role = 'Owner'
        where named.public_id = $1))`,
    [publicId],
  );
  return rows[0];
}

export async function setPhone(tx: Database, id: PersonId, phone: string): Promise<void> {
  await tx.query('people.set_phone', 'update people set phone = $2 where id = $1', [id, phone]);
}

type Choices = Readonly<Record<string, unknown>>;

/** As kept, by the keys of `choiceKey`. */
export async function noticeChoices(db: Database, id: PersonId): Promise<Choices> {
  const rows = await db.query<{ choices: Choices }>(
    'people.choices',
    'select notice_choices as choices from people where id = $1',
    [id],
  );
  return rows[0]?.choices ?? {};
}

/** Adds these choices to those that were made before; answers all of them. */
export async function setNoticeChoices(db: Database, id: PersonId, choices: Choices): Promise<Choices> {
  const rows = await db.query<{ choices: Choices }>(
    'people.choose',
    `update people set notice_choices = notice_choices || $2::jsonb where id = $1 returning notice_choices as choices`,
    [id, JSON.stringify(choices)],
  );
  return rows[0]?.choices ?? {};
}

/** False where somebody else has the address, or takes it at this moment; the transaction is over then. */
export async function setVerifiedEmail(tx: Database, id: PersonId, email: string): Promise<boolean> {
  // The client first, as an approval holds both in this order; its address follows by a trigger.
  const text = `with held as materialized (
      select from clients where id in (select client from members where person = $1 and role = 'Owner')
      for no key update)
    update people set email = $2, email_verified_at = now(),
    email_changed_at = case when lower(email collate "C") <> lower($2 collate "C") then now() else email_changed_at end
    where id = $1 and (select count(*) from held) >= 0`;
  return tx.query('people.set_email', text, [id, email]).then(
    () => true,
    (error: Error & { code?: string }) => {
      if (error.code === '23505') return false;
      throw error;
    },
  );
}

/**
 * A mailed link proved the address; undefined where it was proved before. Whoever set a second factor before that may
 * have been somebody else, who registered an address that is not theirs: its owner is not asked for a stranger's code.
 * Answers whether there was an app.
 */
export async function proveEmail(tx: Database, id: PersonId): Promise<{ twoFactor: boolean } | undefined> {
  const [proved] = await tx.query<{ twoFactor: boolean }>(
    'people.prove',
    `with before as (
       select id, totp_enabled_at is not null as "twoFactor" from people
       where id = $1 and email_verified_at is null for update)
     update people set email_verified_at = now(), totp_secret = null, totp_enabled_at = null, recovery_hashes = '{}',
       totp_last_step = 0 from before where people.id = before.id returning "twoFactor"`,
    [id],
  );
  return proved;
}

/**
 * Whatever was mailed before is worth nothing from now on: a link to set another password, a code for an address a
 * thief named.
 */
export async function setPassword(tx: Database, id: PersonId, passwordHash: string): Promise<void> {
  await tx.query(
    'people.set_password',
    `with spent as (delete from mailed_codes where person = $1)
     update people set password_hash = $2, password_changed_at = now() where id = $1`,
    [id, passwordHash],
  );
  await forgetCodes(tx, id);
}

/** Everything of a person's own row, and their client's, that is theirs to know. */
export async function ownRow(db: Database, id: PersonId): Promise<Record<string, unknown>> {
  const rows = await db.query(
    'people.own',
    `select coalesce(c.public_id, p.public_id) as "_id", case when c.id is null then 'Admin'
     else 'User' end as "typeOfUser",
       coalesce(c.name, p.name) as username, p.email as "emailId", p.email_verified_at as "emailVerifiedAt",
       coalesce(c.phone, '') as contact1, p.phone as mobile, coalesce(c.contact_method, '') as "contactMethod",
       coalesce(c.country, '') as country, coalesce(c.pincode, '') as pincode,
       coalesce(c.agency_ads, '{}') as "agencyAds",
       p.notice_choices as "mailChoices", p.totp_enabled_at as "twoFactorSince",
       p.password_changed_at as "passwordChangedAt", p.created_at as "createdAt"
     from ${peopleAndClients} where p.id = $1`,
    [id],
  );
  return rows[0]!;
}

/** Names and addresses of these people, by their numbers. */
export async function peopleNamed(
  db: Database,
  people: readonly bigint[],
): Promise<Map<bigint, { name: string; email: string; isAdmin: boolean }>> {
  if (people.length === 0) return new Map();
  const rows = await db.query<{ id: bigint; name: string; email: string; isAdmin: boolean }>(
    'people.names',
    `select id, name, email, admin_role is not null as "isAdmin" from people where id = any ($1::bigint[])`,
    [people],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
