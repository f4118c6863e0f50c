/** SQL of the table network_versions. Private to network/. */
import { deepest } from '#kernel/page.ts';
import type { Database } from '#server/database.server.ts';
import type { Network } from './network.ts';

export type VersionRow = {
  id: bigint;
  publicId: string;
  networkName: string;
  networkAddress: string;
  author: bigint;
  authorName: string;
  confirmedByName: string | null;
  createdAt: Date;
  shownAt: Date | null;
  droppedAt: Date | null;
  /** Whether it is the one that clients see. */
  current: boolean;
};

const currentId = `(select id from network_versions where shown_at is not null order by shown_at desc, id desc limit 1)`;
const columns = `v.id, v.public_id as "publicId", v.network_name as "networkName", v.network_address as "networkAddress", v.author,
  a.username as "authorName", c.username as "confirmedByName", v.created_at as "createdAt", v.shown_at as "shownAt",
  v.dropped_at as "droppedAt", v.id is not distinct from ${currentId} as current`;
const tables = 'network_versions v join users a on a.id = v.author left join users c on c.id = v.confirmed_by';

/**
 * The moment from which a version is shown: the clock's, not the transaction's, so that two changes that wait for one
 * another get two times; and never before the one that it replaces, or a clock that was set back would have clients pay
 * to the old address.
 */
const fromNowOn = `greatest(clock_timestamp(), (select max(shown_at) + interval '1 microsecond' from network_versions))`;

export async function readCurrent(db: Database): Promise<Network | undefined> {
  const rows = await db.query<Network>(
    'network.current',
    `select network_name as "networkName", network_address as "networkAddress" from network_versions where id = ${currentId}`,
  );
  return rows[0];
}

/** Changes of the network are made one after the other. */
export async function lockNetwork(tx: Database): Promise<void> {
  await tx.query('network.lock', 'select pg_advisory_xact_lock(7202611005)');
}

export async function findVersion(db: Database, publicId: string): Promise<VersionRow | undefined> {
  const rows = await db.query<VersionRow>('network.find', `select ${columns} from ${tables} where v.public_id = $1`, [
    publicId,
  ]);
  return rows[0];
}

export async function insertVersion(
  tx: Database,
  version: Network & { publicId: string; author: bigint; shown: boolean },
): Promise<VersionRow> {
  await tx.query(
    'network.insert',
    `insert into network_versions (public_id, network_name, network_address, author, shown_at)
     values ($1, $2, $3, $4, case when $5::boolean then ${fromNowOn} end)`,
    [version.publicId, version.networkName, version.networkAddress, version.author, version.shown],
  );
  return (await findVersion(tx, version.publicId))!;
}

/** Drops whatever waits; a newer wish takes its place. */
export async function dropWaiting(tx: Database, by: bigint, publicId?: string): Promise<boolean> {
  const rows = await tx.query(
    'network.drop',
    `update network_versions set dropped_at = now(), dropped_by = $1
     where shown_at is null and dropped_at is null and ($2::text is null or public_id = $2) returning id`,
    [by, publicId ?? null],
  );
  return rows.length > 0;
}

/** False where it no longer waits. */
export async function showWaiting(tx: Database, publicId: string, by: bigint): Promise<boolean> {
  const rows = await tx.query(
    'network.show',
    `update network_versions set shown_at = ${fromNowOn}, confirmed_by = $2
     where public_id = $1 and shown_at is null and dropped_at is null returning id`,
    [publicId, by],
  );
  return rows.length > 0;
}

type VersionList = { page: number; limit: number; q: string; sort: string; after: string };

/**
 * A page of versions, newest first unless `sort` says otherwise, and how many there are; two round trips at the same
 * time.
 */
export async function listVersions(
  db: Database,
  { page, limit, q, sort, after }: VersionList,
): Promise<{ rows: VersionRow[]; total: number }> {
  const [order, beyond] = sort === 'createdAt' ? ['asc', '>'] : ['desc', '<'];
  const found = (v: string) =>
    `($1 = '' or strpos(lower(${v}.network_name || ' ' || ${v}.network_address), lower($1)) > 0)`;
  const [rows, counted] = await Promise.all([
    db.query<VersionRow>(
      `network.list ${order}`,
      `select ${columns} from ${tables}
       where ${found('v')} and ($4 = '' or v.id ${beyond} (select id from network_versions where public_id = $4))
       order by v.id ${order} limit $2 offset $3`,
      [q, limit, after === '' ? (page - 1) * limit : 0, after],
    ),
    db.query<{ count: number }>(
      'network.count',
      `select count(*)::int as count from (select from network_versions n where ${found('n')} limit ${deepest + 1}) counted`,
      [q],
    ),
  ]);
  return { rows, total: counted[0]!.count };
}
