/** What a list of refunds shows beside the requests themselves, read from the book. */
import type { Cents } from '#kernel/money.ts';
import type { Database } from '#server/database.server.ts';

export type Origin = {
  request: bigint;
  /** What the ad account held after this refund last touched it: set aside, given back or reversed. */
  remainCents: Cents;
  /** The application that opened the ad account. */
  application: string | null;
  /** What that application said of each account: its name, and cents. */
  ads: { accountName: string; deposit: number }[];
  remarks: string | null;
  /** Whether an admin asked for the refund in place of its client. */
  byAgency: boolean;
};

/** The ad accounts behind these refunds; one round trip for a whole page. */
export async function originsOf(db: Database, requests: readonly bigint[]): Promise<Map<bigint, Origin>> {
  if (requests.length === 0) return new Map();
  const rows = await db.query<Origin>(
    'refunds.origins',
    `select r.id as request, coalesce(m.remain, 0) as "remainCents", a.apply_id as application,
     a.client_remarks as remarks,
       exists (select from people p where p.id = r.asked_by and p.admin_role is not null) as "byAgency",
       coalesce((select json_agg(json_build_object('accountName', l.details ->> 'accountName',
       'deposit', l.amount_cents) order by l.n)
         from request_lines l where l.request = a.id and a.details ->> 'paymentMode' is distinct from 'monthly'),
           '[]') as ads
     from requests r
     left join request_lines own on own.request = r.id and own.n = 1
     left join ad_accounts b on b.id = own.ad_account
     left join requests a on a.id = b.request
     left join lateral (
       select case when src ^@ 'ad:' then src_balance else dst_balance end as remain
       from movements where request = r.id and (src ^@ 'ad:' or dst ^@ 'ad:') order by step desc, leg desc limit 1) m
         on true
     where r.id = any ($1::bigint[])`,
    [requests],
  );
  return new Map(rows.map((row) => [row.request, row]));
}
