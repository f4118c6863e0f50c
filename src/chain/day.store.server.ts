/** SQL of a day's reconciliation. Private to chain/. */
import type { Cents } from '#kernel/money.ts';
import { sendsMoney, takesWhatArrives } from '#kinds/facts.ts';
import { kindsInSql, sending } from '#requests/kinds.server.ts';
import type { Database } from '#server/database.server.ts';
import { isUnclaimed } from './transfers.store.server.ts';

type Span = { readonly from: Date; readonly to: Date };
export type ChainSum = { network: string; what: string; count: number; cents: Cents };

/** What moved in these hours, by network and by whose it is; in whole cents. */
export function chainSums(db: Database, { from, to }: Span): Promise<ChainSum[]> {
  return db.query<ChainSum>(
    'day.chain',
    `select network, what, count(*)::int as count, sum(floor(amount * 100))::bigint as cents
     from (
       select t.network, t.amount, case
         when t.direction = 'In' and r.state = 'Approved' then 'credited'
         when t.direction = 'In' then case when ${isUnclaimed} then 'nobodys' else 'waiting' end
         when r.state = 'Approved' then 'paid' else 'unknown' end as what
       from transfers t left join requests r on r.id = t.request
       where t.at >= $1 and t.at < $2 and t.state <> 'Gone' and t.direction <> 'Own') moved
     group by network, what`,
    [from, to],
  );
}

const moved = kindsInSql((kind) => takesWhatArrives(kind) || sendsMoney(kind));
export type BookSum = { network: string; isIn: boolean; seen: boolean; count: number; cents: Cents };

/**
 * What was approved in these hours and still stands, by its network, and whether a transfer is behind it. Like the
 * chain's side it says what is known now: a transfer whose request was reversed may be credited with another one. The
 * page says that the figures, which are of the book alone, take a reversal off on its own day.
 */
export function bookSums(db: Database, { from, to }: Span): Promise<BookSum[]> {
  return db.query<BookSum>(
    'day.book',
    `select coalesce(r.details ->> 'networkName', '') as network, r.kind not in (${sending}) as "isIn",
       exists (select from transfers t where t.request = r.id and t.state <> 'Gone') as seen,
       count(*)::int as count, sum(coalesce(r.received_cents, r.amount_cents))::bigint as cents
     from requests r
     where r.state = 'Approved' and r.decided_at >= $1 and r.decided_at < $2
       and r.kind in (${moved})
     group by 1, 2, 3`,
    [from, to],
  );
}
