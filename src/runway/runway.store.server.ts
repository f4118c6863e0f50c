/** SQL of how long ad accounts last. Private to runway/. */
import type { ClientId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import type { AccountState } from '#ledger/accountlife.ts';
import { idleDays, lastCompleteDay, paceDays, runwayOf, type Runway } from '#ledger/runway.ts';
import type { Micros } from '#ledger/spending.ts';
import type { Platform } from '#platforms/platforms.ts';
import type { Database } from '#server/database.server.ts';

export type Account = {
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

/** Which accounts: these, all open ones of a client, or all that run and of which something was said lately. */
export type Which = { readonly accounts: readonly bigint[] } | { readonly client: bigint } | 'known';

/** How long each of them lasts, in the order of their ids; one round trip. */
export async function lastingOf(db: Database, which: Which, now: Date): Promise<Lasting[]> {
  const [name, where, value] =
    which === 'known'
      ? ['known', `a.state = 'Active' and t.last_day > $1::date - 3 and $2::bigint is null`, null]
      : 'client' in which
        ? ['client', 'a.client = $2 and a.closed_at is null', which.client]
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
        ...{ openMicros, lastDay },
        pace: { days, micros },
        idle: { days: stillDays, micros: stillMicros },
      },
      now,
    ),
  }));
}
