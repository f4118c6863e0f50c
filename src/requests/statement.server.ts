/**
 * A statement is the wallet's own history: one line for each event of a request that changed what the client could spend,
 * with the wallet after it. Asking is a line of -total, a rejection +total; approving an order is no line.
 */
import type { Cents } from '#kernel/money.ts';
import type { Database } from '#server/database.server.ts';
import type { KindName, Platform, State } from './requests.ts';

export type StatementLine = {
  at: Date;
  applyId: string;
  kind: KindName;
  platform: Platform | null;
  /** What happened: 0 asked, 1 decided, 2 reversed; with `state` it tells approval from rejection. */
  step: number;
  state: State;
  adsId: string | null;
  /** Negative where the wallet paid. */
  amountCents: Cents;
  /** The wallet after it. */
  balanceCents: Cents;
  /** The line's place in the book; hand it back as `before` or `after` for the next page. */
  line: bigint;
};

export type StatementRange = {
  client: bigint;
  /** From this moment on, and up to but not including that one. */
  from?: Date | undefined;
  to?: Date | undefined;
  kinds?: readonly KindName[] | undefined;
  /** Only lines older than this one. */
  before?: bigint | undefined;
  skip?: number | undefined;
  limit: number;
};

/** Lines, newest first; one round trip that costs the same anywhere in a history of any length. */
export function statementOf(db: Database, { client, from, to, kinds, before, skip = 0, limit }: StatementRange): Promise<StatementLine[]> {
  return db.query<StatementLine>(
    'requests.statement',
    `select l.at, r.apply_id as "applyId", r.kind, r.platform, l.step::int as step, r.state, r.ads_id as "adsId",
       l.amount as "amountCents", l.balance as "balanceCents", l.line
     from (
       select m.request, m.step, m.at, m.id as line,
         case when m.src ^@ 'wallet:' then -m.amount else m.amount end as amount,
         case when m.src ^@ 'wallet:' then m.src_balance else m.dst_balance end as balance
       from movements m
       where m.client = $1 and (m.src ^@ 'wallet:' or m.dst ^@ 'wallet:') and m.id < coalesce($2, 9223372036854775807)
         and ($3::timestamptz is null or m.at >= $3) and ($4::timestamptz is null or m.at < $4)
         and ($5::request_kind[] is null or exists (select from requests k where k.id = m.request and k.kind = any ($5)))
       order by m.id desc limit $6 offset $7) l
     join requests r on r.id = l.request
     order by l.line desc`,
    [client, before ?? null, from ?? null, to ?? null, kinds ?? null, limit, skip],
  );
}

