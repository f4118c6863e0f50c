/** SQL of how long ad accounts last. Private to runway/. */
import type { ClientId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import type { AccountState } from '#ledger/accountlife.ts';
import { idleDays, lastCompleteDay, paceDays, runwayOf, type Runway } from '#ledger/runway.ts';
import type { Micros } from '#ledger/spending.ts';
import type { Platform } from '#platforms/platforms.ts';
import type { Database } from '#server/database.server.ts';

type Account = {
  readonly id: bigint;
  readonly client: ClientId;
  readonly publicId: string;
  readonly adsId: string;
  readonly platform: Platform;
  readonly nickname: string;
  readonly state: AccountState;
  readonly balanceCents: Cents;
};
export type Lasting = Account & { readonly runway: Runway };

type Row = Account & {
  openMicros: Micros | null;
  lastDay: string | null;
  days: number;
  micros: Micros;
  stillDays: number;
  stillMicros: Micros;
};

/** Which accounts: these, or those that run and of which something was said lately, of one client or of all. */
type Which = { readonly accounts: readonly bigint[] } | { readonly client: bigint } | 'known';

/** How long the account with this public id lasts, where it is this client's; anybody's for an admin. */
export async function lastingCalled(
  db: Database,
  publicId: string,
  client: bigint | undefined,
): Promise<Lasting | undefined> {
  const rows = await db.query<{ id: bigint }>(
    'runway.called',
    'select id from ad_accounts where public_id = $1 and ($2::bigint is null or client = $2)',
    [publicId, client ?? null],
  );
  const [found] = await lastingOf(db, { accounts: rows.map(({ id }) => id) }, new Date());
  return found;
}

/** How many of a client's accounts run: those that are open, but the few that do not. */
export async function countRunning(db: Database, client: bigint): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'runway.running',
    `select coalesce((select sum(accounts) from ad_totals where client = $1), 0)::int
       - (select count(*)::int from ad_accounts
          where client = $1 and closed_at is null and state <> 'Active') as count`,
    [client],
  );
  return rows[0]!.count;
}

/** As admins are told of them. */
export async function clientsNamed(
  db: Database,
  clients: readonly bigint[],
): Promise<Map<bigint, { _id: string; username: string }>> {
  const rows = await db.query<{ id: bigint; _id: string; username: string }>(
    'runway.clients',
    'select id, public_id as _id, name as username from clients where id = any ($1::bigint[])',
    [clients],
  );
  return new Map(rows.map(({ id, ...client }) => [id, client]));
}

/** How long each of them lasts, in the order of their ids; one round trip. */
export async function lastingOf(db: Database, which: Which, now: Date): Promise<Lasting[]> {
  const [name, where, value] =
    which === 'known'
      ? ['known', `a.state = 'Active' and t.last_day > $1::date - 3 and $2::bigint is null`, null]
      : 'client' in which
        ? ['client', `a.state = 'Active' and t.last_day > $1::date - 3 and a.client = $2`, which.client]
        : ['accounts', 'a.id = any ($2::bigint[])', which.accounts];
  const rows = await db.query<Row>(
    `runway.of_${name}`,
    `select a.id, a.client, a.public_id as "publicId", a.ads_id as "adsId", a.platform, a.nickname, a.state,
       b.balance as "balanceCents", t.open_micros as "openMicros", t.last_day::text as "lastDay", p.*
     from ad_accounts a join balances b on b.account = 'ad:' || a.id left join spend_totals t on t.ad_account = a.id
     cross join lateral (
       select count(*)::int as days, coalesce(sum(micros), 0)::bigint as micros,
         count(*) filter (where recent)::int as "stillDays",
         coalesce(sum(micros) filter (where recent), 0)::bigint as "stillMicros"
       from (
         select distinct on (d.day) d.micros, d.day > least(t.last_day, $1::date) - ${idleDays} as recent
         from spend_days d
         where d.ad_account = a.id and d.day <= least(t.last_day, $1::date)
           and d.day > least(t.last_day, $1::date) - ${paceDays}
         order by d.day, d.id desc) l
       where micros is not null) p
     where ${where} order by a.id`,
    [lastCompleteDay(now), value],
  );
  return rows.map(({ openMicros, lastDay, days, micros, stillDays, stillMicros, ...account }) => ({
    ...account,
    runway: runwayOf(
      {
        ...account,
        openMicros,
        lastDay,
        pace: { days, micros },
        idle: { days: stillDays, micros: stillMicros },
      },
      now,
    ),
  }));
}
