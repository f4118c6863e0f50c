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
  /** Which movement of that event. */
  leg: number;
  state: State;
  adsId: string | null;
  /** The account at the other end, as the ledger names it: `fee` where a refund gives its share of the fee back. */
  other: string;
  /** Why: the reason of a correction or reversal, the remark of a rejection. */
  note: string | null;
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
  /** Oldest first, for files that a bookkeeper reads; `after` then takes the place of `before`. */
  oldestFirst?: boolean | undefined;
  /** Only lines younger than this one. */
  after?: bigint | undefined;
  skip?: number | undefined;
  limit: number;
};

/** The wallet's movements of a range; `m` is the table. */
const touchesWallet = `(m.src ^@ 'wallet:' or m.dst ^@ 'wallet:')`;
const ofWallet = `m.client = $1 and ${touchesWallet}`;
const asked = `
  ($2::timestamptz is null or m.at >= $2) and ($3::timestamptz is null or m.at < $3)
  and ($4::request_kind[] is null or exists (select from requests k where k.id = m.request and k.kind = any ($4)))`;
const inRange = `${ofWallet} and ${asked}`;

/**
 * The client's lines before or after a place, in order. Said as a comparison of pairs, so that only the index of wallets has the
 * order: with `client = $1` PostgreSQL may walk all of the book backwards, looking for a client whose lines lie together elsewhere.
 */
const walk = {
  desc: `(m.client, m.id) < ($1, coalesce($5, 9223372036854775807)) and m.client >= $1 and m.id > coalesce($6, 0)`,
  asc: `(m.client, m.id) > ($1, coalesce($6, 0)) and m.client <= $1 and m.id < coalesce($5, 9223372036854775807)`,
};

/** Lines, newest first unless `oldestFirst`; one round trip that costs the same anywhere in a history of any length. */
export function statementOf(
  db: Database,
  { client, from, to, kinds, before, after, oldestFirst = false, skip = 0, limit }: StatementRange,
): Promise<StatementLine[]> {
  const order = oldestFirst ? 'asc' : 'desc';
  return db.query<StatementLine>(
    `requests.statement ${order}`,
    `select l.at, r.apply_id as "applyId", r.kind, r.platform, l.step::int as step, l.leg::int as leg, r.state, r.ads_id as "adsId", l.other,
       case when l.step = 2 then r.reason when r.kind in ('penalty', 'goodwill') then r.details ->> 'reason'
         when l.step = 1 and r.state = 'Rejected' then r.remarks end as note,
       l.amount as "amountCents", l.balance as "balanceCents", l.line
     from (
       select m.request, m.step, m.leg, m.at, m.id as line,
         case when m.src ^@ 'wallet:' then m.dst else m.src end as other,
         case when m.src ^@ 'wallet:' then -m.amount else m.amount end as amount,
         case when m.src ^@ 'wallet:' then m.src_balance else m.dst_balance end as balance
       from movements m
       where ${walk[order]} and ${touchesWallet} and ${asked}
       order by m.client ${order}, m.id ${order} limit $7 offset $8) l
     join requests r on r.id = l.request
     order by l.line ${order}`,
    [client, from ?? null, to ?? null, kinds ?? null, before ?? null, after ?? null, limit, skip],
  );
}

/** How many lines a range has, counted up to `most`. */
export async function countOfStatement(
  db: Database,
  { client, from, to, kinds }: Omit<StatementRange, 'limit'>,
  most: number,
): Promise<number> {
  if (!from && !to && !kinds) {
    // The whole history is counted in its index, without a look at the movements themselves.
    const [all] = await db.query<{ count: number }>(
      'requests.statement count all',
      `select count(*)::int as count from (select from movements m where ${ofWallet} limit $2) found`,
      [client, most],
    );
    return all!.count;
  }
  const [row] = await db.query<{ count: number }>(
    'requests.statement count',
    `select count(*)::int as count from (select from movements m where ${inRange} limit $5) found`,
    [client, from ?? null, to ?? null, kinds ?? null, most],
  );
  return row!.count;
}

/** What the wallet held at a moment; now where none is given. */
export async function walletAt(db: Database, client: bigint, at: Date | undefined): Promise<Cents> {
  const [row] = await db.query<{ balance: Cents }>(
    'requests.wallet at',
    `select case when m.src ^@ 'wallet:' then m.src_balance else m.dst_balance end as balance
     from movements m where m.client = $1 and (m.src ^@ 'wallet:' or m.dst ^@ 'wallet:') and ($2::timestamptz is null or m.at < $2)
     order by m.id desc limit 1`,
    [client, at ?? null],
  );
  return row?.balance ?? 0n;
}

/** The place in the book of a line that was shown before, or undefined where it is not one of this client's. */
export async function placeOfLine(
  db: Database,
  client: bigint,
  shown: { applyId: string; step: number; leg: number },
): Promise<bigint | undefined> {
  const rows = await db.query<{ id: bigint }>(
    'requests.statement place',
    'select m.id from requests r join movements m on m.request = r.id where r.apply_id = $1 and r.client = $2 and m.step = $3 and m.leg = $4',
    [shown.applyId, client, shown.step, shown.leg],
  );
  return rows[0]?.id;
}
