/** What a list of refunds shows beside the requests themselves, read from the book. */
import type { Cents } from '#kernel/money.ts';
import type { Database } from '#server/database.server.ts';

export type Origin = {
  request: bigint;
  /** What the ad account held after this refund last touched it: set aside, given back or reversed. */
  remainCents: Cents;
  /** The application that opened the ad account; null where the account is somebody else's by now. */
  application: string | null;
  details: Record<string, unknown> | null;
  remarks: string | null;
};

/** The ad accounts behind these refunds; one round trip for a whole page. */
export async function originsOf(db: Database, requests: readonly bigint[]): Promise<Map<bigint, Origin>> {
  if (requests.length === 0) return new Map();
  const rows = await db.query<Origin>(
    'refunds.origins',
    `select r.id as request, coalesce(m.remain, 0) as "remainCents", a.apply_id as application, a.details, a.client_remarks as remarks
     from requests r
     left join balances b on b.account = r.account and b.client = r.client
     left join requests a on a.id = b.request
     left join lateral (
       select case when src ^@ 'ad:' then src_balance else dst_balance end as remain
       from movements where request = r.id and (src ^@ 'ad:' or dst ^@ 'ad:') order by step desc, leg desc limit 1) m on true
     where r.id = any ($1::bigint[])`,
    [requests],
  );
  return new Map(rows.map((row) => [row.request, row]));
}
