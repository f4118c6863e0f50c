/** SQL of what a watcher has to look at: of the tables watches and unread_transactions. Private to chain/. */
import type { Database } from '#server/database.server.ts';

/**
 * Of these transactions those that are not known, or were taken back, at this account. What could not be read is asked
 * for at its own pace.
 */
export async function unknownAmong(
  db: Database,
  network: string,
  account: string,
  hashes: readonly string[],
): Promise<string[]> {
  if (hashes.length === 0) return [];
  const rows = await db.query<{ hash: string }>(
    'transfers.unknown',
    `select h.hash from unnest($3::text[]) with ordinality h (hash, n)
     where not exists (select from transfers t where t.network = $1 and t.hash = h.hash and t.state <> 'Gone'
       and (t.sender = $2 or t.recipient = $2))
       and not exists (select from unread_transactions u where u.network = $1 and u.hash = h.hash)
     order by h.n`,
    [network, account, hashes],
  );
  return rows.map(({ hash }) => hash);
}

/**
 * What may be final by now, and what was not looked at for half a minute and may be gone. What waits longest comes
 * first: `final` is the fastest node's word, and anybody can send a thousand transfers of a cent. What could not be
 * read is asked for at its own pace.
 */
export async function notFinal(db: Database, network: string, final: number): Promise<string[]> {
  const rows = await db.query<{ hash: string }>(
    'transfers.not_final',
    `select t.hash from transfers t where t.network = $1 and t.state = 'Seen'
       and (t.block <= $2 or t.checked_at < clock_timestamp() - interval '30 seconds')
       and not exists (select from unread_transactions u where u.network = $1 and u.hash = t.hash)
     group by t.hash order by min(t.checked_at), t.hash limit 100`,
    [network, final],
  );
  return rows.map(({ hash }) => hash);
}

/**
 * Up to where an account was listed, and whether it is time to look behind that once more: each hour, and where the
 * last look is from the future, as the database's clock went back.
 */
type Mark = { mark: number; lookBack: boolean };

export async function marksOf(db: Database, network: string): Promise<Map<string, Mark>> {
  const rows = await db.query<Mark & { account: string }>(
    'watches.read',
    `select account, mark::float8 as mark,
       looked_back_at not between clock_timestamp() - interval '1 hour' and clock_timestamp() as "lookBack"
     from watches where network = $1`,
    [network],
  );
  return new Map(rows.map(({ account, ...mark }) => [account, mark]));
}

export async function keepMark(db: Database, network: string, account: string, mark: number): Promise<void> {
  await db.query(
    'watches.keep',
    `insert into watches as w (network, account, mark) values ($1, $2, $3)
     on conflict (network, account) do update set mark = excluded.mark where w.mark < excluded.mark`,
    [network, account, mark],
  );
}

/** It is listed anew, from when it was first shown. */
export async function dropMark(db: Database, network: string, account: string): Promise<void> {
  await db.query('watches.drop', 'delete from watches where network = $1 and account = $2', [network, account]);
}

/** What is behind the mark was listed once more, as far as nodes tell of it. */
export async function keepLookedBack(db: Database, network: string, account: string): Promise<void> {
  await db.query(
    'watches.looked_back',
    'update watches set looked_back_at = clock_timestamp() where network = $1 and account = $2',
    [network, account],
  );
}

/** Nodes do not have it; what they say of it is of no use; or none answers. */
type Why = 'missing' | 'unusable' | 'down';

/** Sets a transaction aside, to be asked for again. Answers for how many seconds it has been missing. */
export async function setAside(db: Database, network: string, hash: string, why: Why): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(
    'unread.keep',
    `insert into unread_transactions as u (network, hash, missing_since)
     values ($1, $2, case when $3 = 'missing' then clock_timestamp() end)
     on conflict (network, hash) do update set tried_at = clock_timestamp(),
       missing_since = case $3 when 'missing' then coalesce(u.missing_since, clock_timestamp())
         when 'down' then u.missing_since end
     returning coalesce(extract(epoch from clock_timestamp() - missing_since), 0)::float8 as seconds`,
    [network, hash, why],
  );
  return row!.seconds;
}

/** A node that names what is nowhere fills no more of the database than this. */
const mostUnread = 20_000;

/**
 * Sets transactions aside that nobody looked at yet; whether there is room for them. None is written where there is
 * not.
 */
export async function setAllAside(db: Database, network: string, hashes: readonly string[]): Promise<boolean> {
  if (hashes.length === 0) return true;
  const rows = await db.query<{ isThere: boolean }>(
    'unread.keep_all',
    `with room as (select count(*) + $3 <= ${mostUnread} as is_there from unread_transactions where network = $1),
     kept as (insert into unread_transactions (network, hash, missing_since)
       select $1, hash, clock_timestamp() from unnest($2::text[]) hash, room where is_there
       on conflict do nothing)
     select is_there as "isThere" from room where is_there`,
    [network, hashes, hashes.length],
  );
  return rows.length > 0;
}

/** It was read after all. */
export async function forgetUnread(db: Database, network: string, hash: string): Promise<void> {
  await db.query('unread.read', 'delete from unread_transactions where network = $1 and hash = $2', [network, hash]);
}

/**
 * Which are to be asked for again: soon at first, then each hour. What nodes do not have after two days is in no block
 * that counts; what can't be read is asked for as long as it stands there.
 */
export async function dueAgain(db: Database, network: string): Promise<string[]> {
  await db.query(
    'unread.old',
    `delete from unread_transactions
     where network = $1 and tried_at - missing_since > interval '2 days'`,
    [network],
  );
  const rows = await db.query<{ hash: string }>(
    'unread.due',
    `select hash from unread_transactions where network = $1 and tried_at not between clock_timestamp()
       - least(greatest((tried_at - listed_at) / 4, interval '4 seconds'), interval '1 hour') and clock_timestamp()
     order by tried_at limit 100`,
    [network],
  );
  return rows.map(({ hash }) => hash);
}

/** SQL: admins hear of what is still unusable by then. */
const longUnusable = `missing_since is null and listed_at < clock_timestamp() - interval '10 minutes'`;

export type Unread = { network: string; hash: string };

/** Which were told to nobody before this moment; they are from now on. Each hour at most: others may be more urgent. */
export function newlyUnusable(tx: Database): Promise<Unread[]> {
  return tx.query<Unread>(
    'unread.alarm',
    `update unread_transactions set alarmed_at = now() where ${longUnusable} and alarmed_at is null
       and not exists (select from unread_transactions where alarmed_at between now() - interval '1 hour' and now())
     returning network, hash`,
  );
}

/** SQL for how many there are in which money may have moved that nobody sees. */
export const countUnusable = `(select count(*)::int from unread_transactions where ${longUnusable})`;

/** SQL for the first of them, as JSON, for people to look at elsewhere. */
export const firstUnusable = `(select coalesce(json_agg(json_build_object('network', network, 'hash', hash)), '[]')
  from (select network, hash from unread_transactions where ${longUnusable} order by listed_at, hash limit 5) u)`;
