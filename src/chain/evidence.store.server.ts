/** SQL of the tables evidence and looks, and of what of a claim is about lines. Private to chain/. */
import { claimOfTransfer, hashPattern } from '#network/transferids.ts';
import { topup } from '#kinds/topup.ts';
import type { State } from '#kinds/life.ts';
import { sending } from '#requests/kinds.server.ts';
import type { Database } from '#server/database.server.ts';
import { sortedJson } from '#requests/sortedjson.ts';
import type { NodeWord } from './chains.server.ts';
import { claimOfLine, isClaimOf } from './claims.server.ts';
import type { Verdict } from './verdict.ts';

type Line = { line: number; amount: string };

export type EvidenceRow = {
  verdict: Verdict;
  network: string;
  hash: string;
  line: number | null;
  /** In USDT, exactly. */
  amount: string | null;
  sender: string | null;
  recipient: string | null;
  block: number | null;
  confirmations: number | null;
  needed: number;
  final: boolean;
  at: Date | null;
  checkedAt: Date;
  /** How many lines of the transaction pay us. Anybody can make them thousands: they are counted there. */
  lines: number;
  nodes: NodeWord[];
};

const columns = `e.verdict, e.network, e.hash, e.line, trim_scale(e.amount)::text as amount, e.sender, e.recipient,
  e.block::float8 as block, e.confirmations, e.needed, e.final, e.at, e.checked_at as "checkedAt",
  jsonb_array_length(e.lines) as lines, e.nodes`;

/** What was seen last of each of these requests. */
export async function latestOf(db: Database, applyIds: readonly string[]): Promise<Map<string, EvidenceRow>> {
  const rows = await db.query<EvidenceRow & { applyId: string }>(
    'chain.latest',
    `select r.apply_id as "applyId", e.* from requests r
     cross join lateral (select ${columns} from evidence e where e.request = r.id order by e.id desc limit 1) e
     where r.apply_id = any ($1::text[])`,
    [applyIds],
  );
  return new Map(rows.map(({ applyId, ...row }) => [applyId, row]));
}

/** Every look at one request, newest first. */
export function looksAt(db: Database, applyId: string, most: number): Promise<EvidenceRow[]> {
  return db.query<EvidenceRow>(
    'chain.of_request',
    `select ${columns} from evidence e where e.request = (select id from requests where apply_id = $1)
     order by e.id desc limit $2`,
    [applyId, most],
  );
}

export type NewEvidence = Omit<EvidenceRow, 'checkedAt' | 'lines'> & {
  request: bigint;
  several: boolean;
  lines: readonly Line[];
};

/** False where the line has become another's meanwhile. */
export async function keepEvidence(db: Database, evidence: NewEvidence): Promise<boolean> {
  const call = sortedJson(evidence);
  const [row] = await db.query<{ kept: boolean }>('chain.keep', 'select keep_evidence($1, $2) as kept', [
    call,
    db.vouch(call),
  ]);
  return row!.kept;
}

type Holder = {
  request: bigint;
  applyId: string;
  state: State;
  line: { network: string; line: number } | null;
};

/** Who claims this transaction: all of it, or a line. */
export async function holdersOf(db: Database, hash: string): Promise<Holder[]> {
  const rows = await db.query<Omit<Holder, 'line'> & { key: string }>(
    'chain.holders',
    `select c.key, c.request, r.apply_id as "applyId", r.state from claims c join requests r on r.id = c.request
     where ${isClaimOf('$1')}`,
    [hash],
  );
  return rows.map(({ key, ...holder }) => {
    const [, network, line] = /^usdt:[0-9a-f]{64}(?:#([^:]+):(\d+))?$/.exec(key) ?? [];
    return { ...holder, line: network === undefined ? null : { network, line: Number(line) } };
  });
}

/**
 * Each top-up that was credited with this transaction, and with which line, where that is known for good: what was
 * credited came with it to the cent, and no other line pays us, or this one is the top-up's own. A line is
 * `network:line`.
 */
export function creditedLines(db: Database, hash: string): Promise<{ applyId: string; line: string | null }[]> {
  return db.query(
    'chain.credited_lines',
    `select r.apply_id as "applyId", (
       select e.network || ':' || e.line from (select * from evidence where request = r.id order by id desc limit 1) e
       where e.hash = $1 and e.final and e.verdict in ('Verified', 'Different', 'TooOld')
         and e.amount * 100 = coalesce(r.received_cents, r.amount_cents)
         and (jsonb_array_length(e.lines) = 1 or exists (
           select from claims c where c.request = r.id and c.key = ${claimOfLine('e')}))) as line
     from requests r
     where r.state = 'Approved' and r.id in (select request from claims c where ${isClaimOf('$1')})
     order by r.id`,
    [hash],
  );
}

/** The top-up that was credited with an id that is no hash. */
export async function creditedAs(db: Database, transactionId: string): Promise<string | undefined> {
  const [row] = await db.query<{ applyId: string }>(
    'chain.credited_as',
    `select r.apply_id as "applyId" from claims c join requests r on r.id = c.request
     where c.key = $1 and r.state = 'Approved'`,
    [claimOfTransfer(transactionId)],
  );
  return row?.applyId;
}

/** What is known for good about the lines of a transaction that pays us. */
type KnownLines = { network: string; at: Date; lines: Line[] };

export async function linesOf(db: Database, hash: string): Promise<KnownLines | undefined> {
  const [row] = await db.query<KnownLines>(
    'chain.lines',
    `select network, at, lines from evidence where hash = $1 and final and lines <> '[]' order by id desc limit 1`,
    [hash],
  );
  return row;
}

export type Due = {
  request: bigint;
  /** When the look was due, to the microsecond. */
  dueAt: string;
  client: bigint;
  /** Whether what is seen may still change: a top-up that waits or was decided early, or a payout that was made. */
  open: boolean;
  decided: boolean;
  /** Of a top-up that was approved, what was credited; of one that was reversed, nothing. */
  credited: bigint | null;
  /** Where a payout went; null of a top-up. */
  paidTo: string | null;
  announced: bigint;
  transactionId: string | null;
  networkName: string;
  /** Of a payout, when it was made; and so many seconds ago. */
  askedAt: Date;
  waited: number;
  createdAt: Date;
  clientSince: Date;
};

export async function isAnyDue(db: Database): Promise<boolean> {
  const rows = await db.query('chain.any_due', 'select from looks where next_at <= now() limit 1');
  return rows.length > 0;
}

/** So many that have waited longest are looked through for whose turn it is. */
const mostDue = 5_000;

/** Clients take turns: who tells of a hundred transfers that nobody knows keeps no other's from being looked at. */
export function dueLooks(db: Database, most: number): Promise<Due[]> {
  return db.query<Due>(
    'chain.due',
    `select r.id as request, l.next_at::text as "dueAt", r.client, r.amount_cents as announced,
       r.state = 'Approved' or r.state in ('Pending', 'Reversed') and r.kind not in (${sending}) as open,
       r.state in ('Approved', 'Reversed') as decided,
       case when r.kind in (${sending}) then null when r.state = 'Reversed' then 0
         when r.state = 'Approved' then coalesce(r.received_cents, r.amount_cents) end as credited,
       case when r.kind in (${sending}) then coalesce(r.details ->> 'networkAddress', '') end as "paidTo",
       r.transaction_id as "transactionId", coalesce(r.details ->> 'networkName', '') as "networkName",
       asked.at as "askedAt", extract(epoch from now() - asked.at)::float8 as waited,
       r.created_at as "createdAt", c.created_at as "clientSince"
     from (
       select l.request, l.next_at, row_number() over (partition by q.client order by l.next_at, l.request) as turn
       from (select * from looks where next_at <= now() order by next_at limit ${mostDue}) l
       join requests q on q.id = l.request) l
     join requests r on r.id = l.request join clients c on c.id = r.client
     cross join lateral (select case when r.kind in (${sending}) then coalesce(r.decided_at, r.created_at)
       else r.created_at end as at) asked
     order by l.turn, l.next_at limit $1`,
    [most],
  );
}

export async function scheduleLook(db: Database, request: bigint): Promise<void> {
  await db.query('chain.schedule', 'insert into looks (request) values ($1) on conflict do nothing', [request]);
}

/** A payout once it counts as paid, unless this very transfer, and none named before it, was seen to be final. */
export async function lookLater(db: Database, request: bigint, hash: string): Promise<void> {
  await db.query(
    'chain.later',
    `insert into looks (request, next_at) select $1, now() + interval '20 seconds'
     where not exists (select from evidence e where e.request = $1 and e.hash = $2 and e.final)
     on conflict (request) do update set next_at = excluded.next_at`,
    [request, hash],
  );
}

/** Other payouts that count as paid with this transaction, and where they went. */
export function paidWithHash(
  db: Database,
  hash: string,
  request: bigint,
): Promise<{ applyId: string; networkAddress: string }[]> {
  return db.query(
    'chain.paid_with_hash',
    `select apply_id as "applyId", coalesce(details ->> 'networkAddress', '') as "networkAddress" from requests
     where kind in (${sending}) and substring(lower(transaction_id collate "C") from '${hashPattern}') = $1
       and state = 'Approved' and id <> $2 order by id`,
    [hash, request],
  );
}

/** Which line of this transaction paid each of these payouts; without those of which no node could ever say it. */
export async function linesPaid(db: Database, hash: string, applyIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ applyId: string; line: number }>(
    'chain.lines_paid',
    `select r.apply_id as "applyId", e.line from requests r
     cross join lateral (
       select line from evidence where request = r.id and hash = $1 and line is not null order by id desc limit 1) e
     where r.apply_id = any ($2::text[])`,
    [hash, applyIds],
  );
  return new Map(rows.map(({ applyId, line }) => [applyId, line]));
}

/** Even where nothing was to be looked at any more. */
export async function lookNow(db: Database, request: bigint): Promise<void> {
  await db.query(
    'chain.now',
    'insert into looks (request) values ($1) on conflict (request) do update set next_at = now()',
    [request],
  );
}

/** Null: never again. Whoever asked for another look meanwhile gets it: this one may have begun before they came. */
export async function lookAgain(
  db: Database,
  { request, dueAt }: Pick<Due, 'request' | 'dueAt'>,
  seconds: number | null,
): Promise<void> {
  await db.query(
    'chain.again',
    `update looks set next_at = now() + make_interval(secs => $3::float8)
     where request = $1 and next_at = $2::timestamptz`,
    [request, dueAt, seconds],
  );
}

/** No look is put off for longer. */
export const longestPauseSeconds = 24 * 3_600;

/**
 * Takes up what waits and was never looked at (asked before there were nodes, or by a node that died), brings back what
 * was put off before the database's clock went back, and forgets the rest.
 */
export async function sweepLooks(db: Database): Promise<void> {
  await db.query(
    'chain.take_up',
    `insert into looks (request) select r.id from requests r
     where r.list_key = list_key_of($1, null, 'Pending') and not exists (select from looks l where l.request = r.id)
     limit 1000 on conflict do nothing`,
    [topup.name],
  );
  await db.query(
    'chain.bring_back',
    `update looks set next_at = now() where next_at > now() + make_interval(secs => $1) + interval '1 hour'`,
    [longestPauseSeconds],
  );
  await db.query(
    'chain.forget',
    `delete from looks where request in
       (select l.request from looks l join requests r on r.id = l.request
        where r.state <> 'Pending' and l.next_at is null limit 1000)`,
  );
}

/** Approvals that name the same transfer take turns, until the end of the transaction. */
export async function lockTransfer(tx: Database, transactionId: string): Promise<void> {
  await tx.query('chain.lock', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    claimOfTransfer(transactionId),
  ]);
}
