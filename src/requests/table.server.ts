/**
 * One table of all requests, narrowed by whatever an admin asks: days, amounts, networks, who decided, whose it is.
 * Ordered by age or by amount, each is a merge of lists (listkeys.server.ts) that are read from one end in an index
 * that holds all that the table is narrowed by.
 *
 * Walking a list soon meets what is common. What is rare (few requests of a client, few decided by somebody) is
 * collected by an index of its own, and the rest is asked of these few. Which of the two it is only counting tells, as
 * statements are planned without a look at their values; so the ways are tried first, up to as many as are few.
 */
import { deepest, reached, refusalOfReach } from '#kernel/page.ts';
import { insist } from '#kernel/refusal.ts';
import type { Cents } from '#kernel/money.ts';
import type { KindName } from '#kinds/kinds.ts';
import type { State } from '#kinds/life.ts';
import type { Database } from '#server/database.server.ts';
import { asListed, Query, shown, type ListedRequest, type Shown } from './list.server.ts';
import { listsOf, type Lists, type RequestList } from './listkeys.server.ts';
import { residualsOf, waysOf, type Way } from './narrowing.server.ts';
import { searchFor } from './search.server.ts';

export type Narrowing = Lists & {
  /** The beginning of an apply id, Ads ID or transaction id, or any part of the client's name or address. */
  q?: string | undefined;
  /** Asked from this moment on, and before that one. */
  from?: Date | undefined;
  to?: Date | undefined;
  least?: Cents | undefined;
  most?: Cents | undefined;
  /** Names of networks as they were written, in small letters. */
  networks?: readonly string[] | undefined;
  /** Decided by this admin. */
  decidedBy?: bigint | undefined;
  clients?: readonly bigint[] | undefined;
  /** Only what this admin may have a say in: neither asked for nor proposed by them. */
  notOf?: bigint | undefined;
  /** Only what this admin looks after, or nobody does. */
  taken?: bigint | 'nobody' | undefined;
};

export type Order = 'createdAt' | '-createdAt' | 'amount' | '-amount';

export type Slice = { sort: Order; page: number; limit: number; after: string };

/** What the requests of one kind in one state add up to. */
export type Sum = { kind: KindName; state: State; count: number; cents: Cents; feeCents: Cents };

export type Table = {
  rows: ListedRequest[];
  total: number;
  more?: true;
  /** Of all that is found, whatever the page shows; undefined where that is more than pages reach. */
  sums: Sum[] | undefined;
};

/**
 * A page of the table with its sums; at most three round trips, two of them at the same time. Up to `most` requests are
 * few.
 */
export async function tableOfRequests(db: Database, narrowing: Narrowing, slice: Slice, most = few): Promise<Table> {
  insist(refusalOfReach(slice));
  const way = await rarestWay(db, narrowing, most);
  const [rows, sums] = await Promise.all([rowsOf(db, narrowing, way, slice), sumsOf(db, narrowing, way)]);
  const counted = sums.reduce((all, { count }) => all + count, 0);
  return { rows, ...reached(counted), sums: counted > deepest ? undefined : sums };
}

/** All rows of the table, a batch ahead of whoever takes them. */
export async function* everyRow(
  db: Database,
  narrowing: Narrowing,
  sort: Order,
  limit = 1_000,
): AsyncGenerator<ListedRequest> {
  const way = await rarestWay(db, narrowing, few);
  for (let after = ''; ;) {
    const rows = await rowsOf(db, narrowing, way, { sort, page: 1, limit, after });
    yield* rows;
    if (rows.length < limit) return;
    after = rows.at(-1)!.applyId;
  }
}

/** The networks that requests went over, as they were written; there are few, and each is looked for in the index. */
export async function networksOfRequests(db: Database): Promise<string[]> {
  const rows = await db.query<{ network: string }>(
    'requests.networks',
    `with recursive named as (
       (select network, 1 as n from requests where network > '' order by network limit 1)
       union all
       select next.network, n + 1 from named cross join lateral (select r.network from requests r
         where r.network > named.network order by r.network limit 1) next where n < 200)
     select network from named`,
    [],
  );
  return rows.map(({ network }) => network);
}

/** Requests that are no more than these are collected and then looked at one by one. */
const few = 5_000;

/** The way that finds the fewest, where that is few; a search has ways of its own. */
async function rarestWay(db: Database, narrowing: Narrowing, most: number): Promise<Way | undefined> {
  const ways = narrowing.q?.trim() ? [] : waysOf(narrowing);
  if (ways.length === 0) return undefined;
  const query = new Query();
  const keys = () => keysOf(narrowing, query);
  const counts = ways.map((ids, n) => `(select count(*)::int from (${ids(query, keys, most + 1)}) ids) as way${n}`);
  const [counted] = await query.run<Record<string, number>>(db, 'ways', `select ${counts.join(', ')}`);
  const found = ways.map((way, n) => ({ way, count: counted![`way${n}`]! }));
  const rarest = found.toSorted((one, other) => one.count - other.count)[0]!;
  return rarest.count > most ? undefined : rarest.way;
}

/** What is read, and from where on. */
type Walk = { byAmount: boolean; up: boolean; after: string; most: string };

async function rowsOf(
  db: Database,
  narrowing: Narrowing,
  way: Way | undefined,
  { sort, page, limit, after }: Slice,
): Promise<ListedRequest[]> {
  const query = new Query();
  const [up, byAmount] = [!sort.startsWith('-'), sort.endsWith('amount')];
  const skip = after === '' ? (page - 1) * limit : 0;
  const walk = { byAmount, up, after, most: `${query.value(skip + limit)}::int` };
  const { before, ids } = foundBy(narrowing, way, query, walk);
  const order = orderOf(byAmount ? ['moved_cents', 'id'] : ['id'], up);
  const text = `${before} ${shown} where r.id = any (array(select id from (${ids}) ids
    order by ${order} limit ${query.value(limit)} offset ${query.value(skip)}))
    order by ${orderOf(byAmount ? ['r.moved_cents', 'r.id'] : ['r.id'], up)}`;
  return (await query.run<Shown>(db, 'table', text, !narrowing.q)).map(asListed);
}

/** Counts and adds up at most one more than pages reach; where that is more, it is counted alone. */
async function sumsOf(db: Database, narrowing: Narrowing, way: Way | undefined): Promise<(Sum & { more?: true })[]> {
  const query = new Query();
  const most = String(deepest + 1);
  const { before, ids } = foundBy(narrowing, way, query, { byAmount: false, up: false, after: '', most });
  const text = `${before}, found as materialized (select id from (${ids}) ids limit ${most}),
    counted as materialized (select count(*)::int as found from found)
    select kind, state, count(*)::int as count, sum(moved_cents)::bigint as cents,
      sum(fee_cents + opening_fee_cents)::bigint as "feeCents"
    from requests where id = any (array(select id from found)) and (select found <= ${deepest} from counted)
    group by kind, state
    union all
    select null, null, found, 0, 0 from counted where found > ${deepest}`;
  return query.run<Sum>(db, 'sums', text, !narrowing.q);
}

/** What stands in front of a statement, and SQL for the ids and amounts that it finds. */
function foundBy(
  narrowing: Narrowing,
  way: Way | undefined,
  query: Query,
  walk: Walk,
): { before: string; ids: string } {
  const bounds = boundsOf(narrowing, query, walk);
  const residuals = residualsOf(narrowing, query);
  const keys = () => keysOf(narrowing, query);
  const q = narrowing.q?.trim();
  const one = (where: string) =>
    `(select id, moved_cents from requests where ${[where, ...residuals, ...onPage(walk)].join(' and ')}
      order by ${orderOf(walk.byAmount ? ['moved_cents + 0', 'id + 0'] : ['id + 0'], walk.up)} limit ${walk.most})`;
  // A text put together, so that the planner sees no other index than the one that finds these few.
  if (way)
    return {
      before: `with ${bounds}`,
      ids: one(`id = any (array(${way(query, keys, few + 1)})) and list_key || '' = any (${keys()})`),
    };
  if (!q)
    return {
      before: `with ${bounds}`,
      ids: `select w.id, w.moved_cents from unnest(${keys()}) l (key)
        cross join lateral ${walked('l.key', residuals, walk)} w`,
    };
  const lists = listsOf(narrowing);
  const search = searchFor({ q, client: undefined, lists, write: (value) => query.value(value) });
  const met = (list: RequestList) => search.walking(list).replace(/^ and /, '');
  const walks = lists.map((list) => walked(list.key, [met(list), ...residuals], walk));
  return { before: `${search.before.trimEnd()}, ${bounds}`, ids: [...search.ways.map(one), ...walks].join(' union ') };
}

/** The lists that are asked for; SQL of an array. */
function keysOf(narrowing: Narrowing, query: Query): string {
  return `${query.value(listsOf(narrowing).map(({ key }) => key.slice(1, -1)))}::text[]`;
}

function orderOf(columns: readonly string[], up: boolean): string {
  return columns.map((column) => column + (up ? '' : ' desc')).join(', ');
}

const beyond = '9223372036854775807';
const bound = (name: string) => `(select ${name} from bounds)`;

/**
 * Between which ids and amounts the page lies: the days asked for, widened by an hour as ids are given while
 * transactions run, and what follows the last row of the page before.
 */
function boundsOf({ from, to, least, most }: Narrowing, query: Query, { byAmount, up, after }: Walk): string {
  const time = (at: Date) => `${query.value(at)}::timestamptz`;
  const low = from
    ? `coalesce((select id from requests where created_at < ${time(from)} - interval '1 hour'
        order by created_at desc, id desc limit 1), 0)`
    : '0';
  const high = to
    ? `coalesce((select id from requests where created_at > ${time(to)} + interval '1 hour'
        order by created_at, id limit 1), ${beyond})`
    : beyond;
  const last = after === '' ? undefined : `(select id from requests where apply_id = ${query.value(after.trim())})`;
  const lastCents = `(select moved_cents from requests where id = ${last})`;
  const [fromLast, toLast] = [last !== undefined && up, last !== undefined && !up];
  // An `after` that names nothing leads nowhere, as in every list: nothing is greater than null.
  const columns = {
    low: fromLast && !byAmount ? `case when ${last} is not null then greatest(${low}, ${last}) end` : low,
    high: toLast && !byAmount ? `case when ${last} is not null then least(${high}, ${last}) end` : high,
    low_cents: fromLast ? lastCents : least === undefined ? '0' : query.value(least),
    low_beside: fromLast ? last : '0',
    high_cents: toLast ? lastCents : most === undefined ? beyond : query.value(most),
    high_beside: toLast ? last : beyond,
  };
  const list = Object.entries(columns).map(([name, value]) => `(${value})::bigint as ${name}`);
  return `bounds as materialized (select ${list.join(', ')})`;
}

/** That a row lies on the page or after it; sums, as the way that found it is not to be exchanged for another index. */
function onPage({ byAmount }: Walk): string[] {
  const days = [`id + 0 > ${bound('low')}`, `id + 0 < ${bound('high')}`];
  if (!byAmount) return days;
  return [
    ...days,
    `(moved_cents + 0, id + 0) > (${bound('low_cents')}, ${bound('low_beside')})`,
    `(moved_cents + 0, id + 0) < (${bound('high_cents')}, ${bound('high_beside')})`,
  ];
}

/**
 * One list from one end, by the index in its order. That it is no more than this list is said twice, or the planner
 * would take the way through the index for a long one, and sort the list instead.
 */
function walked(key: string, residuals: readonly string[], { byAmount, up, most }: Walk): string {
  const columns = byAmount ? ['list_key', 'moved_cents', 'id'] : ['list_key', 'id'];
  const end = (side: 'low' | 'high') =>
    [key, ...(byAmount ? [bound(`${side}_cents`), bound(`${side}_beside`)] : [bound(side)])].join(', ');
  const where = [
    `(${columns.join(', ')}) > (${end('low')})`,
    `(${columns.join(', ')}) < (${end('high')})`,
    `list_key >= ${key} and list_key <= ${key}`,
    ...(byAmount ? [`id + 0 > ${bound('low')}`, `id + 0 < ${bound('high')}`] : []),
    ...residuals,
  ];
  return `(select id, moved_cents from requests
    where ${where.join(' and ')} order by ${orderOf(columns, up)} limit ${most})`;
}
