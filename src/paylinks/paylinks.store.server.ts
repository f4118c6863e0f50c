/** SQL of the table paylinks. Private to paylinks/. */
import type { ClientId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import { deepest } from '#kernel/page.ts';
import type { Database } from '#server/database.server.ts';
import { escapeLike } from '#server/like.server.ts';
import { openDays, type PaylinkKind, type PaylinkState } from './paylinks.ts';

export type NewPaylink = {
  publicId: string;
  code: string;
  client: ClientId;
  kind: PaylinkKind;
  firstName: string;
  lastName: string;
  email: string;
  country: string;
  companyName: string;
  website: string;
  amountCents: Cents;
  key: string | null;
  contentDigest: string;
};

export type PaylinkRow = Omit<NewPaylink, 'key'> & {
  id: bigint;
  ownerName: string;
  state: PaylinkState;
  createdAt: Date;
  expiresAt: Date;
  /** How many payments there were before the one that is under way, or in all where none is; then the newest. */
  round: number;
  applyId: string | null;
  paymentState: string | null;
  /** Whether it was seen arriving, and nobody submitted it. */
  paymentDeclared: boolean | null;
  paymentRemarks: string | null;
  paymentAt: Date | null;
};

/**
 * The state of a link: a waiting or approved payment decides it; without one, whether it was revoked or has expired.
 */
const selected = `select l.*, case
    when p."paymentState" = 'Approved' then 'Paid' when p."paymentState" = 'Pending' then 'Processing'
    when l.revoked then 'Revoked' when l."expiresAt" <= now() then 'Expired' else 'Open' end as state,
    p."applyId", p."paymentState", p."paymentDeclared",
    p."paymentRemarks", p."paymentAt", c.round
  from (select l.id, l.public_id as "publicId", l.code, l.client, l.kind, l.first_name as "firstName",
    l.last_name as "lastName", l.email,
      l.country, l.company_name as "companyName", l.website, l.amount_cents as "amountCents",
      l.content_digest as "contentDigest", l.key,
      l.created_at as "createdAt", l.expires_at as "expiresAt",
      (l.revoked_at is not null or u.disabled_at is not null or u.closed_at is not null) as revoked,
      u.name as "ownerName"
    from paylinks l join clients u on u.id = l.client) l
  left join lateral (
    select r.id, r.apply_id as "applyId", r.state::text as "paymentState", r.remarks as "paymentRemarks",
      r.created_at as "paymentAt", r.details ? 'declaration' as "paymentDeclared"
    from requests r where r.details ->> 'paylink' = l."publicId" and r.details ? 'paylink'
      order by r.state = 'Approved' desc, r.state = 'Pending' desc, r.details ? 'declaration', r.id desc limit 1) p
    on true
  cross join lateral (
    select count(*)::int as round from requests r where r.details ->> 'paylink' = l."publicId" and r.details ? 'paylink'
      and not coalesce(p."paymentState" in ('Pending', 'Approved') and r.id >= p.id, false)) c`;

/** What another payment makes of a link, in the transaction that makes this one; Open where there is none. */
export async function stateBeside(tx: Database, publicId: string, applyId: string): Promise<PaylinkState> {
  const rows = await tx.query<{ state: PaylinkState }>(
    'paylinks.beside',
    `select case when r.state = 'Approved' then 'Paid' else 'Processing' end as state
     from requests r where r.details ->> 'paylink' = $1 and r.details ? 'paylink'
       and r.state in ('Pending', 'Approved') and r.apply_id <> $2 order by r.state = 'Approved' desc limit 1`,
    [publicId, applyId],
  );
  return rows[0]?.state ?? 'Open';
}

export async function linkByCode(db: Database, code: string): Promise<PaylinkRow | undefined> {
  // Anybody can open any address, so a text that cannot be a code is not looked up in the database.
  if (!/^[\w-]{22}$/.test(code)) return undefined;
  const rows = await db.query<PaylinkRow>('paylinks.by_code', `${selected} where l.code = $1`, [code]);
  return rows[0];
}

export async function linkOfClient(db: Database, client: bigint, publicId: string): Promise<PaylinkRow | undefined> {
  const rows = await db.query<PaylinkRow>(
    'paylinks.of_client',
    `${selected} where l.client = $1 and l."publicId" = $2`,
    [client, publicId],
  );
  return rows[0];
}

export async function linkByKey(db: Database, client: bigint, key: string): Promise<PaylinkRow | undefined> {
  const rows = await db.query<PaylinkRow>('paylinks.by_key', `${selected} where l.client = $1 and l.key = $2`, [
    client,
    key,
  ]);
  return rows[0];
}

/** False where this client has made this attempt before. */
export async function insertLink(tx: Database, link: NewPaylink): Promise<boolean> {
  const rows = await tx.query(
    'paylinks.insert',
    `insert into paylinks (public_id, code, client, kind, first_name, last_name, email,
     country, company_name, website, amount_cents, key, content_digest, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now() + make_interval(days => $14))
     on conflict (client, key) do nothing returning id`,
    [
      link.publicId,
      link.code,
      link.client,
      link.kind,
      link.firstName,
      link.lastName,
      link.email,
      link.country,
      link.companyName,
      link.website,
      link.amountCents,
      link.key,
      link.contentDigest,
      openDays,
    ],
  );
  return rows.length > 0;
}

/** Marks it revoked, if it still is open. */
export async function revokeLink(tx: Database, id: bigint): Promise<boolean> {
  const rows = await tx.query(
    'paylinks.revoke',
    `update paylinks l set revoked_at = now()
     where l.id = $1 and l.revoked_at is null and l.expires_at > now() and not exists (
       select from requests r where r.details ->> 'paylink' = l.public_id and r.details ? 'paylink'
         and r.state in ('Pending', 'Approved'))
     returning id`,
    [id],
  );
  return rows.length > 0;
}

export type Listing = {
  client: ClientId;
  page: number;
  limit: number;
  q: string;
  state: string;
  up: boolean;
  after: string;
};

/** A client's links, newest first unless `up`; counted to 10,000. */
export async function listLinks(
  db: Database,
  { client, page, limit, q, state, up, after }: Listing,
): Promise<{ rows: PaylinkRow[]; counted: number }> {
  const filters = `l.client = $1 and ($2 = '' or state = $2) and ($3 = '' or concat_ws(' ', l."publicId", l."firstName", l."lastName", l.email, l."companyName") ilike '%' || $3 || '%')`;
  const found = `from (${selected} where l.client = $1) l where ${filters}`;
  const cursor = `and ($4 = '' or l.id ${up ? '>' : '<'} (select id from paylinks
    where client = $1 and public_id = $4))`;
  const [rows, counted] = await Promise.all([
    db.query<PaylinkRow>(
      `paylinks.list ${up ? 'up' : 'down'}`,
      `select l.* ${found} ${cursor} order by l.id ${up ? '' : 'desc'} limit $5 offset $6`,
      [client, state, escapeLike(q), after, limit, after === '' ? (page - 1) * limit : 0],
    ),
    db.query<{ count: number }>(
      'paylinks.count',
      `select count(*)::int as count from (select ${found} limit ${deepest + 1}) counted`,
      [client, state, escapeLike(q)],
    ),
  ]);
  return { rows, counted: counted[0]!.count };
}
