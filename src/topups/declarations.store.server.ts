/** SQL of the table declarations. Private to topups/. */
import { declarerNamed } from '#chain/declared.server.ts';
import { countedForNobody } from '#chain/transfers.server.ts';
import type { ClientId, PersonId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import { sortedJson } from '#requests/sortedjson.ts';
import type { Database } from '#server/database.server.ts';
import { newId } from '#server/ids.server.ts';

export type DeclarationRow = {
  publicId: string;
  client: ClientId;
  /** Who said so; null where it was whoever pays a pay link. */
  person: PersonId | null;
  /** The pay link's apply id. */
  paylink: string | null;
  cents: Cents;
  networkName: string;
  networkAddress: string;
  createdAt: Date;
  expiresAt: Date;
  isOver: boolean;
  endedAt: Date | null;
  applyId: string | null;
};

const columns = `d.public_id as "publicId", d.client, d.person, d.cents, d.network_name as "networkName",
  d.network_address as "networkAddress", d.created_at as "createdAt", d.expires_at as "expiresAt",
  d.expires_at <= now() as "isOver", d.ended_at as "endedAt",
  (select l.public_id from paylinks l where l.id = d.paylink) as paylink,
  (select r.apply_id from requests r where r.id = d.request) as "applyId"`;

type NewDeclaration = {
  client: ClientId;
  /** Who says so, or the pay link whose payer does. */
  by: { person: PersonId } | { paylink: bigint };
  wanted: Cents;
  networkName: string;
  networkAddress: string;
  key?: string | undefined;
  /** So many of the client, or of the client's pay links, may be open. */
  most: number;
};

type Declared = { outcome: 'done' | 'key_reused' | 'closed' | 'crowded' | 'full'; publicId: string };

export async function insertDeclaration(db: Database, { by, ...declaration }: NewDeclaration): Promise<Declared> {
  const call = sortedJson({ ...by, ...declaration, publicId: newId('DA') });
  const [row] = await db.query<Declared>('declarations.declare', 'select * from declare_topup($1, $2)', [
    call,
    db.vouch(call),
  ]);
  return row!;
}

export async function findDeclaration(
  db: Database,
  client: ClientId,
  publicId: string,
): Promise<DeclarationRow | undefined> {
  const rows = await db.query<DeclarationRow>(
    'declarations.find',
    `select ${columns} from declarations d where d.client = $1 and d.public_id = $2 and d.paylink is null`,
    [client, publicId],
  );
  return rows[0];
}

/** SQL: open, or over for less than a day: something may have been sent for it that is seen only now. */
const openOrJustOver = `d.ended_at is null and d.expires_at > now() - interval '24 hours'`;

/** The client's own that are open, and those that arrived or expired lately. */
export function currentDeclarations(db: Database, client: ClientId): Promise<DeclarationRow[]> {
  return db.query<DeclarationRow>(
    'declarations.current',
    `select ${columns} from declarations d where d.client = $1 and d.paylink is null
       and (${openOrJustOver} or d.request is not null and d.ended_at > now() - interval '24 hours')
     order by d.id desc limit 20`,
    [client],
  );
}

/** Those of a pay link that are open or expired lately, and those that arrived; newest first. */
export function declarationsOfLink(db: Database, paylink: bigint): Promise<DeclarationRow[]> {
  return db.query<DeclarationRow>(
    'declarations.of_link',
    `select ${columns} from declarations d where d.paylink = $1
       and (${openOrJustOver} or d.request is not null)
     order by d.id desc limit 20`,
    [paylink],
  );
}

/** False where it was no longer open. */
export async function endDeclaration(db: Database, client: ClientId, publicId: string): Promise<boolean> {
  const rows = await db.query(
    'declarations.end',
    `update declarations set ended_at = clock_timestamp()
     where client = $1 and public_id = $2 and paylink is null and ended_at is null and expires_at > now()
     returning id`,
    [client, publicId],
  );
  return rows.length > 0;
}

/**
 * SQL of those that became no top-up, however they ended, and that something may fit which arrived and was counted for
 * nobody: what was sent in their time may be seen much later. Found by what arrived, which costs whoever sends it;
 * amounts are declared for nothing.
 */
const unsettled = `select d.* from (
    select distinct (t.amount * 100)::bigint as cents from ${countedForNobody(`t.direction = 'In'
      and t.at > now() - interval '40 days'
      and t.amount < 10000000 and t.amount * 100 = trunc(t.amount * 100)`)} t) arrived
  cross join lateral (
    select * from declarations where cents = arrived.cents and request is null
      and created_at > now() - interval '40 days' order by cents, id) d`;

export function unsettledDeclarations(db: Database): Promise<DeclarationRow[]> {
  return db.query<DeclarationRow>('declarations.unsettled', `select ${columns} from (${unsettled}) d order by d.id`);
}

/** Those of a client, its pay links' among them, that are open, and those that something may fit which arrived. */
export function awaitedDeclarations(db: Database, client: ClientId): Promise<DeclarationRow[]> {
  return db.query<DeclarationRow>(
    'declarations.awaited',
    `select ${columns} from (
       select * from declarations where client = $1 and ended_at is null and expires_at > now()
       union
       select * from (${unsettled}) d where client = $1) d
     order by d.id`,
    [client],
  );
}

/** In the transaction that makes the top-up; false where it became one meanwhile. */
export async function linkDeclaration(tx: Database, publicId: string, request: bigint): Promise<boolean> {
  const rows = await tx.query(
    'declarations.link',
    `update declarations set request = $2, ended_at = coalesce(ended_at, clock_timestamp())
     where public_id = $1 and request is null returning id`,
    [publicId, request],
  );
  return rows.length > 0;
}

/** Whether whoever declared it has named this transaction as well. */
export async function isNamedToo(db: Database, publicId: string, hash: string): Promise<boolean> {
  const rows = await db.query(
    'declarations.named_too',
    `select from declarations d where d.public_id = $1 and ${declarerNamed('$2')}`,
    [publicId, hash],
  );
  return rows.length > 0;
}
