/**
 * A statement is the history of the wallet: one line for each event of a request that changed what the client could
 * spend, with the wallet after it. Asking is a line of -total, a rejection one of +total; approving an order is no
 * line, as the wallet does not change.
 */
import { adsIdOf } from './requests.store.server.ts';
import type { Cents } from '#kernel/money.ts';
import { cachedCount } from '#server/counts.server.ts';
import type { Database } from '#server/database.server.ts';
import { ofWallet } from '#ledger/statements.server.ts';
import { listKeysOf, wholeKind } from './listkeys.server.ts';
import { kindsInSql } from './kinds.server.ts';
import { kindNames, type KindName } from '#kinds/kinds.ts';
import type { State } from '#kinds/life.ts';
import type { Platform } from '#platforms/platforms.ts';

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
  /** The line's place in the book; given as `before` or `after` it leads to the next page. */
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

const end = '9223372036854775807';

/**
 * The client's last line that is older than a moment, of those before one place in the book; everything up to it is
 * older, too, as it was in the book before. Numbers and times may differ in their order by as long as a transaction
 * takes (see `line_before`), so the walk begins an hour later. Lines are compared as pairs (client, id), so that only
 * the index of wallets has this order: with `client = $1` PostgreSQL may walk the whole book backwards until it meets
 * this client's lines, which may all lie far away.
 */
const lastBefore = (moment: string, place = end) => `
  from movements m where (m.client, m.id) > ($1, 0)
    and (m.client, m.id) < ($1, (select least(${place},
      coalesce(line_before($1, ${moment} + interval '1 hour') + 1, ${end}))))
    and (${moment} is null or m.at < ${moment}) and ${ofWallet} order by m.client desc, m.id desc limit 1`;

/**
 * The client's lines between two places, in order. A range of days is what came into the book after the last line
 * before it, up to its own last one: so opening, lines and closing always add up, and each line is in one day alone.
 */
const [from, to] = ['$2::timestamptz', '$3::timestamptz'];
const first = `(select greatest(coalesce($6::bigint, 0),
  case when ${from} is null then 0 else coalesce((select m.id ${lastBefore(from)}), 0) end))`;
const beyond = `(select least(coalesce($5::bigint, ${end}),
  case when ${to} is null then ${end} else coalesce((select m.id ${lastBefore(to)}), 0) + 1 end))`;
const walk = `(m.client, m.id) > ($1, ${first}) and (m.client, m.id) < ($1, ${beyond}) and ${ofWallet}`;

/**
 * Two ways to find the lines of some kinds. If a client has few requests of these kinds, the lines are found by the
 * requests; if there are more than `many`, walking the client's lines soon meets enough. A statement contains both ways
 * and takes one when it runs.
 */
const many = 1_000;
const own = (kinds: readonly KindName[], most: 'all' | number) =>
  kinds.map((kind) => `(${wholeKind('$1', kind)} limit ${most})`).join(' union all ');
const ofOwn = `m.request = any (array(select id from own)) and m.client + 0 = $1 and m.id + 0 > ${first}
  and m.id + 0 < ${beyond} and ${ofWallet}`;
const ofKind = (kinds: readonly KindName[]) =>
  `(select k.list_key = any (array[${listKeysOf({ kinds }).join(', ')}]) from requests k where k.id = m.request)`;

/**
 * Numbers instead of the kinds' names: PostgreSQL cuts a statement's name after 63 bytes, and would take two long names
 * with the same beginning for one.
 */
const shortOf = (kinds: readonly KindName[]) => kinds.map((kind) => kindNames.indexOf(kind)).join(' ');

/** Lines, newest first unless `oldestFirst`; one round trip that costs the same anywhere in a history of any length. */
export function statementOf(
  db: Database,
  { client, from, to, kinds, before, after, oldestFirst = false, skip = 0, limit }: StatementRange,
): Promise<StatementLine[]> {
  const order = oldestFirst ? 'asc' : 'desc';
  const page = `order by m.client ${order}, m.id ${order} limit $4 offset $7`;
  const lines = kinds
    ? `(select m.* from movements m where ${ofOwn} and (select count(*) from own) <= ${many} ${page})
       union all (select m.* from movements m where ${walk} and ${ofKind(kinds)}
         and (select count(*) from own) > ${many} ${page})`
    : `select m.* from movements m where ${walk} ${page}`;
  return db.query<StatementLine>(
    `requests.statement ${order} ${kinds && shortOf(kinds)}`,
    `${kinds ? `with own as materialized (${own(kinds, many + 1)}) ` : ''}
     select m.at, r.apply_id as "applyId", r.kind, r.platform, m.step::int as step, m.leg::int as leg,
       r.state, ${adsIdOf('r.id')} as "adsId",
       case when m.src ^@ 'wallet:' then m.dst else m.src end as other,
       case when m.step = 2 then r.reason when r.kind in (${kindsInSql(({ askedBy }) => askedBy === 'admin')})
       then r.details ->> 'reason'
         when m.step = 1 and r.state = 'Rejected' then r.remarks end as note,
       case when m.src ^@ 'wallet:' then -m.amount else m.amount end as "amountCents",
       case when m.src ^@ 'wallet:' then m.src_balance else m.dst_balance end as "balanceCents", m.id as line
     from (${lines}) m
     cross join lateral (select * from requests where id = m.request limit 1) r
     order by m.id ${order}`,
    [client, from ?? null, to ?? null, limit, before ?? null, after ?? null, skip],
  );
}

/**
 * Counted in the index, without reading the movements; always read in order: otherwise the planner may walk everybody's
 * lines instead, expecting to find enough soon.
 */
const counting = `select count(*)::int as count from (
  select from movements m where ${walk} order by m.client, m.id limit $4) counted`;

/** How many lines a range has, counted up to `most`. */
export function countOfStatement(
  db: Database,
  { client, from, to, kinds }: Omit<StatementRange, 'limit'>,
  most: number,
): Promise<number> {
  const key = `statement ${client} ${from?.getTime()} ${to?.getTime()} ${kinds?.join(' ')}`;
  return cachedCount(db, key, async () => {
    const values = [client, from ?? null, to ?? null, most, null, null];
    const [row] = kinds
      ? await db.query<{ count: number }>(
          `requests.statement count ${shortOf(kinds)}`,
          `with own as materialized (${own(kinds, 'all')}) select count(*)::int as count
           from (select from movements m where ${ofOwn} limit $4) found`,
          values,
        )
      : await db.query<{ count: number }>('requests.statement count', counting, values);
    return row!.count;
  });
}

/** What the wallet held at a moment; now where none is given. */
export async function walletAt(db: Database, client: bigint, at: Date | undefined): Promise<Cents> {
  return (await lastLine(db, client, at)).balance;
}

/**
 * The last line before a moment, and the wallet after it; of those up to one place in the book, where that is given. A
 * client's lines are numbered in the order in which they are committed, so that of what was read once up to a line
 * nothing can be missing.
 */
export async function lastLine(
  db: Database,
  client: bigint,
  at: Date | undefined,
  upto?: bigint,
): Promise<{ line: bigint; balance: Cents }> {
  const [row] = await db.query<{ line: bigint; balance: Cents }>(
    'requests.wallet at',
    `select m.id as line, case when m.src ^@ 'wallet:' then m.src_balance else m.dst_balance end as balance
     ${lastBefore(from, '$3::bigint + 1')}`,
    [client, at ?? null, upto ?? null],
  );
  return row ?? { line: 0n, balance: 0n };
}

/** The place in the book of a line that was shown before; undefined where it is not this client's. */
export async function placeOfLine(
  db: Database,
  client: bigint,
  shown: { applyId: string; step: number; leg: number },
): Promise<bigint | undefined> {
  const rows = await db.query<{ id: bigint }>(
    'requests.statement place',
    `select m.id from requests r join movements m on m.request = r.id
     where r.apply_id = $1 and r.client = $2 and m.step = $3 and m.leg = $4`,
    [shown.applyId, client, shown.step, shown.leg],
  );
  return rows[0]?.id;
}
