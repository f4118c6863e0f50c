/** SQL of the weekly summary. Private to wallet/. */
import type { PersonId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import { chargesAtOnce } from '#kinds/facts.ts';
import type { KindName } from '#kinds/kinds.ts';
import type { State } from '#kinds/life.ts';
import { moneyIn, moneyOut } from '#ledger/ledger.server.ts';
import { kindsInSql, settling } from '#requests/kinds.server.ts';
import type { Database } from '#server/database.server.ts';

export type Reader = { id: PersonId; publicId: string; name: string; email: string; client: bigint };

const wanted = `p.notice_choices -> 'mail:weekly' = 'true'::jsonb and p.disabled_at is null
  and (p.weekly_mailed_on is null or p.weekly_mailed_on < $1::date)`;

/**
 * People who want the summary of the week before this Monday and have not got it yet. Only confirmed addresses are
 * mailed.
 */
export function readersOf(db: Database, monday: string, most: number): Promise<Reader[]> {
  return db.query<Reader>(
    'weekly.readers',
    `select distinct on (p.id) p.id, p.public_id as "publicId", p.name, p.email, m.client
     from people p join members m on m.person = p.id join clients c on c.id = m.client
     where ${wanted} and p.email_verified_at is not null and c.closed_at is null order by p.id, m.client limit $2`,
    [monday, most],
  );
}

/** Whether this transaction is the one that mails it: of all nodes that try, exactly one is answered yes. */
export async function takeWeek(tx: Database, person: PersonId, monday: string): Promise<boolean> {
  const rows = await tx.query(
    'weekly.take',
    `update people p set weekly_mailed_on = $1::date where ${wanted} and p.id = $2 returning p.id`,
    [monday, person],
  );
  return rows.length > 0;
}

/** Does not say whether there is such a person. */
export async function stopWeekly(db: Database, publicId: string): Promise<void> {
  await db.query(
    'weekly.stop',
    `update people set notice_choices = notice_choices || '{"mail:weekly": false}' where public_id = $1`,
    [publicId],
  );
}

type Flows = { in: Cents; out: Cents; loaded: Cents };

/** Money that came in and went out in these days, less what was reversed in them. */
export async function flowsOf(db: Database, client: bigint, from: Date, to: Date): Promise<Flows> {
  const [flows] = await db.query<Flows>(
    'weekly.flows',
    `select ${moneyIn} as in, ${moneyOut} as out,
       coalesce(sum(case when dst ^@ 'ad:' and step < 2 then amount when src ^@ 'ad:' and step = 2 then -amount end)
         filter (where kind in (${kindsInSql(chargesAtOnce)})), 0)::bigint as loaded
     from (select m.src, m.dst, m.amount, m.step, r.kind from movements m join requests r on r.id = m.request
       where m.client = $1 and m.at >= $2 and m.at < $3) moved`,
    [client, from, to],
  );
  return flows!;
}

type Decided = { kind: KindName; state: State; count: number };

/**
 * How many requests of each kind were decided in these days, by the state that they have now. Of what is settled nobody
 * is told.
 */
export function decidedIn(db: Database, client: bigint, from: Date, to: Date): Promise<Decided[]> {
  return db.query<Decided>(
    'weekly.decided',
    `select kind, state, count(*)::int as count from requests
     where client = $1 and state not in ('Pending', 'Cancelled') and kind not in (${settling})
       and coalesce(reversed_at, decided_at) >= $2 and coalesce(reversed_at, decided_at) < $3
     group by kind, state order by kind, state`,
    [client, from, to],
  );
}
