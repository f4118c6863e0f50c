/** SQL of settling months. Private to spend/. */
import type { ClientId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import type { Micros } from '#ledger/spending.ts';
import type { Platform } from '#platforms/platforms.ts';
import type { Database } from '#server/database.server.ts';
import type { MonthOfAccount } from './settling.ts';

export type SettleRow = MonthOfAccount & {
  publicId: string;
  adsId: string;
  platform: Platform;
  client: ClientId;
  clientPublicId: string;
  clientName: string;
  feeLeftCents: Cents;
  /** What its settlement was about. */
  settledMicros: Micros;
  settledCents: Cents;
  settledFeeCents: Cents;
};

/**
 * What every ad account has to pay for a month (its first day) that was there, or has the money of one that was, and
 * what settled it: once, with the account that paid, whoever's days it was about. Where one paid twice, what it still
 * has to pay stands with the latest. One round trip, and one look at each day of the month.
 */
export function monthOfAccounts(db: Database, month: string): Promise<SettleRow[]> {
  return db.query<SettleRow>(
    'spend.month_of_accounts',
    `with settled as materialized (
       select l.ad_account, s.request, sum(s.micros) as micros,
         row_number() over (partition by l.ad_account order by s.request desc) as nth
       from settled_months s join request_lines l on l.request = s.request
       where s.month = $1::date group by l.ad_account, s.request),
     payers as materialized (
       select a.id from ad_accounts a
       where a.opened_at < ($1::date + interval '1 month') at time zone 'UTC' and a.closed_at is null
         or exists (select from spend_totals t where t.ad_account = a.id and t.open_micros > 0)
       union
       select ad_account from settled)
     select a.public_id as "publicId", a.ads_id as "adsId", a.platform, a.client, c.public_id as "clientPublicId",
       c.name as "clientName", b.balance as "balanceCents", b.fee_left as "feeLeftCents",
       coalesce(s.micros, 0) as micros, coalesce(s.cents, 0) as cents, coalesce(s.missing, 0) as missing,
       coalesce(d.micros, 0)::bigint as "settledMicros", coalesce(r.amount_cents, 0) as "settledCents",
       coalesce(r.fee_cents, 0) as "settledFeeCents",
       s.first_missing::text as "firstMissing", coalesce(s.open, 0) as open, a.closed_at is not null as "isClosed",
       r.apply_id as "settledBy"
     from payers p join ad_accounts a on a.id = p.id join balances b on b.account = 'ad:' || a.id
     join clients c on c.id = a.client
     left join settled d on d.ad_account = a.id
     left join settlements_of(array(select id from payers), $1::date) s on s.payer = a.id and coalesce(d.nth, 1) = 1
     left join requests r on r.id = d.request
     order by a.client, a.id`,
    [month],
  );
}
