/** SQL of what came into an ad account and left it. Private to accounts/. */
import type { Cents } from '#kernel/money.ts';
import type { KindName } from '#kinds/kinds.ts';
import { settling } from '#requests/kinds.server.ts';
import type { Database } from '#server/database.server.ts';

/**
 * SQL: the requests that may have moved the money of an account `$1`: those about it, the one that opened it, and those
 * that settled what was spent before by accounts whose money it has, or had, and that were reversed since.
 */
const requestsOf = `select request from request_lines where ad_account = $1
  union select request from ad_accounts where id = $1
  union select r.id from ad_accounts a join kinds k on k.name in (${settling})
  join requests r on r.client = a.client and r.list_key = list_key_of(k.name, a.platform, 'Reversed') where a.id = $1`;

type Flows = { fundedCents: Cents; returnedCents: Cents; settledCents: Cents };

/**
 * By the book: what each request put in, took out or settled as spent, net of what of it was given back or undone. What
 * comes back here of a settlement of another account, which this one replaced, was put in.
 */
export async function flowsOf(db: Database, account: bigint): Promise<Flows> {
  const rows = await db.query<Flows>(
    'accounts.flows',
    `select coalesce(sum(greatest(w.cents, 0)), 0)::bigint as "fundedCents",
       coalesce(sum(greatest(-w.cents, 0)) filter (where not w.settles), 0)::bigint as "returnedCents",
       coalesce(sum(greatest(-w.cents, 0)) filter (where w.settles), 0)::bigint as "settledCents"
     from (
       select sum(case when m.dst = $2 then m.amount else -m.amount end) as cents,
         bool_or('spent' in (m.src, m.dst)) as settles
       from (${requestsOf}) l
       join movements m on m.request = l.request and (m.src = $2 or m.dst = $2) group by m.request) w`,
    [account, `ad:${account}`],
  );
  return rows[0]!;
}

type MovementRow = { at: Date; applyId: string; kind: KindName; amountCents: Cents; balanceCents: Cents };

/** The latest 50 movements into an account and out of it, newest first. */
export function movementsOf(db: Database, account: bigint): Promise<MovementRow[]> {
  return db.query<MovementRow>(
    'accounts.movements',
    `select m.at, r.apply_id as "applyId", r.kind,
       case when m.dst = $2 then m.amount else -m.amount end::bigint as "amountCents",
       case when m.dst = $2 then m.dst_balance else m.src_balance end as "balanceCents"
     from (${requestsOf}) l join requests r on r.id = l.request
     join movements m on m.request = r.id and (m.src = $2 or m.dst = $2) order by m.id desc limit 50`,
    [account, `ad:${account}`],
  );
}
