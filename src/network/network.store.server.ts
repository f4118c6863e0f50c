/** SQL of the table network_versions. Private to network/. */
import { deepest } from '#kernel/page.ts';
import type { Database } from '#server/database.server.ts';
import { locks } from '#server/locks.server.ts';
import { insistAtWork } from '#users/admins.server.ts';
import type { Network, Shown } from './network.ts';

export type VersionRow = {
  publicId: string;
  networkName: string;
  networkAddress: string;
  beside: Network[];
  author: bigint;
  authorName: string;
  confirmedByName: string | null;
  createdAt: Date;
  /** Null for what never held: a proposal that waits, or that was discarded or replaced. */
  shownAt: Date | null;
  waits: boolean;
  /** Whether it is the one that clients see. */
  current: boolean;
};

const currentId = `(select id from network_versions order by shown_at desc, id desc limit 1)`;
const columns = `"publicId", "networkName", "networkAddress", beside, author, "authorName", "confirmedByName", "createdAt", "shownAt", waits, current`;

/** Every version that was shown, and every change that waits or waited in vain. */
const versions = `(
  select v.public_id as "publicId", v.network_name as "networkName", v.network_address as "networkAddress",
    v.beside, v.author,
    a.name as "authorName", c.name as "confirmedByName", v.created_at as "createdAt", v.shown_at as "shownAt",
    false as waits, v.id = ${currentId} as current
  from network_versions v join people a on a.id = v.author left join people c on c.id = v.confirmed_by
  union all
  select p.public_id, p.payload ->> 'networkName', p.payload ->> 'networkAddress',
    coalesce(p.payload -> 'beside', '[]'), p.proposed_by,
    p.by_name, null, p.at, null, p.state = 'Pending', false
  from proposals p where p.kind = 'network' and p.state <> 'Confirmed') v`;

/**
 * The moment from which a version is shown: the clock's, not the transaction's, so that two changes that wait for one
 * another get two times; and never before the one that it replaces, or a clock that was set back would have clients pay
 * to the old address.
 */
const fromNowOn = `greatest(clock_timestamp(),
  (select max(shown_at) + interval '1 microsecond' from network_versions))`;

export async function readCurrent(db: Database): Promise<Shown | undefined> {
  const rows = await db.query<Shown>(
    'network.current',
    `select network_name as "networkName", network_address as "networkAddress", beside from network_versions
     where id = ${currentId}`,
  );
  return rows[0];
}

/** SQL of what was shown at a moment, which is given as SQL, as JSON; null where nothing was. */
export const shownAt = (moment: string) => `(
  select jsonb_build_object('networkName', network_name, 'networkAddress', network_address, 'beside', beside)
  from network_versions where shown_at <= ${moment} order by shown_at desc, id desc limit 1)`;

/** As the default, or beside it. */
const everShown = `(
  select network_name as "networkName", network_address as "networkAddress", shown_at as "shownAt" from network_versions
  union all
  select b."networkName", b."networkAddress", shown_at from network_versions,
    jsonb_to_recordset(beside) b ("networkName" text, "networkAddress" text)) s`;

/** Every network and address that clients were ever shown, with the moment from which each was shown first. */
export function readShownSince(db: Database): Promise<(Network & { shownAt: Date })[]> {
  return db.query<Network & { shownAt: Date }>(
    'network.shown_since',
    `select "networkName", "networkAddress", min("shownAt") as "shownAt" from ${everShown} group by 1, 2`,
  );
}

/** Changes of the network are made one after the other, by who is an admin in their turn. */
export async function lockNetwork(tx: Database, by: bigint): Promise<void> {
  await tx.query('network.lock', 'select pg_advisory_xact_lock($1)', [locks.network]);
  await insistAtWork(tx, by);
}

export async function findVersion(db: Database, publicId: string): Promise<VersionRow | undefined> {
  const rows = await db.query<VersionRow>(
    'network.find',
    `select ${columns} from ${versions} where v."publicId" = $1`,
    [publicId],
  );
  return rows[0];
}

/** From now on clients see this version; `confirmedBy` where it was proposed and another admin confirmed it. */
export async function insertVersion(
  tx: Database,
  version: Shown & { publicId: string; author: bigint; confirmedBy?: bigint; createdAt?: Date },
): Promise<void> {
  await tx.query(
    'network.insert',
    `insert into network_versions (public_id, network_name, network_address, beside, author, confirmed_by, created_at,
       shown_at)
     values ($1, $2, $3, $7::jsonb, $4, $5, coalesce($6, now()), ${fromNowOn})`,
    [
      version.publicId,
      version.networkName,
      version.networkAddress,
      version.author,
      version.confirmedBy ?? null,
      version.createdAt ?? null,
      JSON.stringify(version.beside),
    ],
  );
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
  const found = `($1 = '' or strpos(lower(v."networkName" || ' ' || v."networkAddress"), lower($1)) > 0)`;
  const place = '(v."createdAt", v."publicId")';
  const [rows, counted] = await Promise.all([
    db.query<VersionRow>(
      `network.list ${order}`,
      `select ${columns} from ${versions}
       where ${found}
         and ($4 = '' or ${place} ${beyond} (select v."createdAt", v."publicId" from ${versions}
         where v."publicId" = $4))
       order by v."createdAt" ${order}, v."publicId" ${order} limit $2 offset $3`,
      [q, limit, after === '' ? (page - 1) * limit : 0, after],
    ),
    db.query<{ count: number }>(
      'network.count',
      `select count(*)::int as count from (select from ${versions} where ${found} limit ${deepest + 1}) counted`,
      [q],
    ),
  ]);
  return { rows, total: counted[0]!.count };
}
