/** What a platform itself says is left of an account, kept with its time and shown beside the book. */
import type { Cents } from '#kernel/money.ts';
import type { Micros } from '#ledger/spending.ts';
import type { Platform } from '#platforms/platforms.ts';
import { settingAside } from '#requests/kinds.server.ts';
import type { Database } from '#server/database.server.ts';

/** A part of a cent is not left. */
type Left = { cents: Cents; at: Date };

/** Beyond this it is no limit that anybody gave an account, nor debt that one let it make. */
const mostLeft: Micros = 1_000_000_000_000_000n;

/** What is wrong with what a platform says is left; undefined where it can be. */
export function faultOfLeft(micros: Micros): string | undefined {
  if (micros <= mostLeft && micros >= -mostLeft) return undefined;
  return 'The platform says that more than $1,000,000,000.00 is left, or missing. Nothing of that is kept.';
}

/**
 * Of open accounts alone, beside what the book says at this moment; answers how many were kept. What waits to be taken
 * out of an account the book holds already, and the platform still has it until an admin acts.
 */
export async function keepLeft(
  db: Database,
  platform: Platform,
  left: readonly { key: string; micros: Micros }[],
): Promise<number> {
  const rows = await db.query(
    'spend.keep_left',
    `insert into spend_left (ad_account, day, micros, book_micros, spent_before, at)
     select a.id, (now() at time zone 'UTC')::date, l.micros, (b.balance + w.cents) * 10000 - t.open_micros,
       t.micros - s.lately, now()
     from unnest($2::text[], $3::bigint[]) as l (key, micros)
     join ad_accounts a on a.platform = $1 and a.key = l.key and a.closed_at is null
     left join balances b on b.account = 'ad:' || a.id
     left join spend_totals t on t.ad_account = a.id and t.last_day is not null
     cross join lateral (
       select coalesce(sum(o.amount_cents), 0)::bigint as cents from request_lines o
       join requests r on r.id = o.request and r.state = 'Pending' and r.kind in (${settingAside})
       where o.ad_account = a.id) w
     left join lateral (
       select coalesce(sum(d.micros), 0)::bigint as lately from (
         select distinct on (n.day) n.micros from spend_days n
         where n.ad_account = a.id and n.day >= (now() at time zone 'UTC')::date - 1 order by n.day, n.id desc) d
     ) s on true
     on conflict (ad_account, day) do update set micros = excluded.micros, book_micros = excluded.book_micros,
       spent_before = excluded.spent_before, at = excluded.at returning ad_account`,
    [platform, left.map(({ key }) => key), left.map(({ micros }) => micros)],
  );
  return rows.length;
}

/** A limit that was taken away is from today on no longer one. */
export async function forgetLeft(db: Database, platform: Platform, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.query(
    'spend.forget_left',
    `insert into spend_left (ad_account, day, at)
     select a.id, (now() at time zone 'UTC')::date, now() from ad_accounts a
     cross join lateral (
       select l.micros from spend_left l where l.ad_account = a.id order by l.day desc limit 1) l
     where a.platform = $1 and a.key = any ($2::text[]) and a.closed_at is null and l.micros is not null
     on conflict (ad_account, day) do update set micros = null, book_micros = null, spent_before = null,
       at = excluded.at`,
    [platform, keys],
  );
}

/** Undefined where no platform said it. */
export async function leftOf(db: Database, account: bigint): Promise<Left | undefined> {
  const rows = await db.query<Left>(
    'spend.left',
    `select floor(l.micros / 10000.0)::bigint as cents, l.at from (
       select micros, at from spend_left where ad_account = $1 order by day desc limit 1) l
     where l.micros is not null`,
    [account],
  );
  return rows[0];
}
