/** SQL of payout_addresses, each client's address book. Private to withdrawals/. */
import type { ClientId, PersonId } from '#kernel/ids.ts';
import type { Database } from '#server/database.server.ts';
import { newId } from '#server/ids.server.ts';

export type Entry = {
  publicId: string;
  label: string;
  networkName: string;
  networkAddress: string;
  addedAt: Date;
  addedBy: string;
  /** Null where nothing sent there has to wait. */
  payableFrom: Date | null;
};

const columns = `a.public_id as "publicId", a.label, a.network as "networkName", a.address as "networkAddress",
  a.added_at as "addedAt", coalesce((select name from people where id = a.added_by), '') as "addedBy",
  case when w.from > now() then w.from end as "payableFrom"`;
/** For the person whose changes of password and e-mail address count. */
const waiting = (person: string) =>
  `cross join lateral (
     select payout_since(a.client, ${person}, a.network, a.address, a.added_at) + payout_wait() as from) w`;

/** The newest first. */
export function readBook(db: Database, client: ClientId, person: PersonId): Promise<Entry[]> {
  return db.query<Entry>(
    'withdrawals.book',
    `select ${columns} from payout_addresses a ${waiting('$2')}
     where a.client = $1 and a.removed_at is null order by a.id desc`,
    [client, person],
  );
}

/** All that were ever in it, in their order: who removes an address may want to know later that it was there. */
export function everyAddress(db: Database, client: ClientId): Promise<object[]> {
  return db.query(
    'withdrawals.every_address',
    `select a.label, a.network as "networkName", a.address as "networkAddress", a.added_at as "addedAt",
       a.removed_at as "removedAt"
     from payout_addresses a where a.client = $1 order by a.id`,
    [client],
  );
}

/** Answers the entry where it was not in the book before. */
export async function insertAddress(
  tx: Database,
  { client, person }: { client: ClientId; person: PersonId },
  { networkName, networkAddress, label }: { networkName: string; networkAddress: string; label: string },
): Promise<Entry | undefined> {
  const rows = await tx.query<{ publicId: string }>(
    'withdrawals.add_address',
    `insert into payout_addresses (public_id, client, network, address, label, added_by) values ($1, $2, $3, $4, $5, $6)
     on conflict (client, network, compared) where removed_at is null do nothing returning public_id as "publicId"`,
    [newId('WA'), client, networkName, networkAddress, label, person],
  );
  if (rows.length === 0) return undefined;
  const [entry] = await tx.query<Entry>(
    'withdrawals.address',
    `select ${columns} from payout_addresses a ${waiting('$2')} where a.public_id = $1`,
    [rows[0]!.publicId, person],
  );
  return entry;
}

export async function countAddresses(db: Database, client: ClientId): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'withdrawals.count_addresses',
    'select count(*)::int as count from payout_addresses where client = $1 and removed_at is null',
    [client],
  );
  return rows[0]!.count;
}

type Told = { label: string; networkName: string; networkAddress: string };
const told = `label, network as "networkName", address as "networkAddress"`;

/** Answers what it was called before; undefined where it is not in this client's book. */
export async function labelAddress(
  tx: Database,
  client: ClientId,
  publicId: string,
  label: string,
): Promise<Told | undefined> {
  const rows = await tx.query<Told>(
    'withdrawals.label_address',
    `with before as (
       select id, ${told} from payout_addresses where client = $1 and public_id = $2 and removed_at is null for update)
     update payout_addresses a set label = $3 from before where a.id = before.id
     returning before.label, before."networkName", before."networkAddress"`,
    [client, publicId, label],
  );
  return rows[0];
}

export async function removeAddress(tx: Database, client: ClientId, publicId: string): Promise<Told | undefined> {
  const rows = await tx.query<Told>(
    'withdrawals.remove_address',
    `update payout_addresses set removed_at = now() where client = $1 and public_id = $2 and removed_at is null
     returning ${told}`,
    [client, publicId],
  );
  return rows[0];
}
