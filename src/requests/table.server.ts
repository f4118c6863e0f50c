/**
 * One table of all requests, with all filters that an admin may set: days, amounts, networks, who decided, whose it is.
 * It is ordered by age or by amount, and merged from lists (listkeys.server.ts), each of which is read from one end of
 * an index that contains every column the filters need.
 *
 * Walking a list soon meets what is common. What is rare (a client with few requests, an admin who decided few) is
 * collected by an index of its own, and the other filters are applied to these few. Statements are planned without
 * looking at values, so which way is right has to be counted: each way is tried first, up to the number that still
 * counts as few. How a list is walked stands in walks.server.ts.
 */
import { deepest, reached, refusalOfReach } from '#kernel/page.ts';
import { insist } from '#kernel/refusal.ts';
import type { Cents } from '#kernel/money.ts';
import { goesOverNetwork } from '#kinds/facts.ts';
import { kindNamed, type KindName } from '#kinds/kinds.ts';
import type { State } from '#kinds/life.ts';
import type { Database } from '#server/database.server.ts';
import { asListed, Query, shown, type ListedRequest, type Shown } from './list.server.ts';
import { listsOf, type Lists, type RequestList } from './listkeys.server.ts';
import { residualsOf, waysOf, type Way } from './narrowing.server.ts';
import { searchFor } from './search.server.ts';
import { boundsOf, endsOf, leadOf, onPage, orderOf, walked, walkedAcross, type Walk } from './walks.server.ts';

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
  /** Only what this admin may decide: neither asked for nor proposed by them. */
  notOf?: bigint | undefined;
  /** Only requests that this admin has taken, or that nobody has. */
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
  /** Sums over everything that is found, not only this page; undefined where that is more than pages reach. */
  sums: Sum[] | undefined;
};

/** A page of the table with its sums; at most three round trips, two of them at the same time. */
export async function tableOfRequests(db: Database, asked: Narrowing, slice: Slice, limits = usual): Promise<Table> {
  insist(refusalOfReach(slice));
  const narrowing = possible(asked);
  const found = await foundHow(db, narrowing, slice.sort.endsWith('amount'), limits);
  const [rows, sums] = await Promise.all([rowsOf(db, narrowing, found, slice), sumsOf(db, narrowing, found)]);
  const counted = sums.reduce((all, { count }) => all + count, 0);
  return { rows, ...reached(counted), sums: counted > deepest ? undefined : sums };
}

/** All rows of the table, read batch after batch. */
export async function* everyRow(
  db: Database,
  asked: Narrowing,
  sort: Order,
  limit = 1_000,
): AsyncGenerator<ListedRequest> {
  const narrowing = possible(asked);
  // All rows are read in the end, so walking is never too slow; only a rare way is worth taking.
  const { way } = await foundHow(db, narrowing, sort.endsWith('amount'), usual);
  const found = way ? { way } : {};
  for (let after = ''; ;) {
    const rows = await rowsOf(db, narrowing, found, { sort, page: 1, limit, after });
    yield* rows;
    if (rows.length < limit) return;
    after = rows.at(-1)!.applyId;
  }
}

/** The networks of all requests, as they were written. There are few, so the index is asked for one after the other. */
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

/**
 * Up to `few` rows are collected and checked one by one. Up to `many` are read in an index that is not in the order of
 * the page, and sorted.
 */
type Limits = { few: number; many: number };
const usual: Limits = { few: 5_000, many: 200_000 };

/**
 * With a filter by network, only kinds whose money comes from outside or goes there can match, so only these are read.
 */
function possible(narrowing: Narrowing): Narrowing {
  if (narrowing.networks === undefined) return narrowing;
  return { ...narrowing, kinds: narrowing.kinds.filter((name) => goesOverNetwork(kindNamed(name))) };
}

/**
 * How rows are found: by `way`, where it finds few; `across` is a short range of the index that is in the other order;
 * with neither, the lists are walked.
 */
type Found = { way?: Way; across?: 'amounts' | 'days' };

/**
 * Counts what each way would find and chooses one. A search has ways of its own (search.server.ts), so nothing is
 * counted for it.
 */
async function foundHow(db: Database, narrowing: Narrowing, byAmount: boolean, { few, many }: Limits): Promise<Found> {
  const ways = narrowing.q?.trim() ? [] : waysOf(narrowing);
  if (ways.length === 0) return {};
  const across = byAmount ? 'days' : 'amounts';
  const query = new Query();
  const keys = () => keysOf(narrowing, query);
  const counts = ways.map(({ ids, of }, n) => {
    const most = (of === across ? many : few) + 1;
    // A filter may name several things, with up to `most` rows for each; all together are counted no further than that.
    return `(select count(*)::int from (select from (${ids(query, keys, most)}) ids limit ${most}) ids) as way${n}`;
  });
  const [counted] = await query.run<Record<string, number>>(db, 'ways', `select ${counts.join(', ')}`);
  const found = ways.map((way, n) => ({ way, count: counted![`way${n}`]! }));
  const rarest = found.toSorted((one, other) => one.count - other.count)[0]!;
  if (rarest.count <= few) return { way: rarest.way };
  return found.some(({ way, count }) => way.of === across && count <= many) ? { across } : {};
}

async function rowsOf(
  db: Database,
  narrowing: Narrowing,
  found: Found,
  { sort, page, limit, after }: Slice,
): Promise<ListedRequest[]> {
  const query = new Query();
  const [up, byAmount] = [!sort.startsWith('-'), sort.endsWith('amount')];
  const skip = after === '' ? (page - 1) * limit : 0;
  const ends = endsOf(narrowing, byAmount, after);
  const walk = { byAmount, up, after, ends, most: `${query.value(skip + limit)}::int` };
  const { before, ids } = foundBy(narrowing, found, query, walk);
  const order = orderOf(byAmount ? ['moved_cents', 'id'] : ['id'], up);
  const text = `${before} ${shown} where r.id = any (array(select id from (${ids}) ids
    order by ${order} limit ${query.value(limit)} offset ${query.value(skip)}))
    order by ${orderOf(byAmount ? ['r.moved_cents', 'r.id'] : ['r.id'], up)}`;
  return (await query.run<Shown>(db, 'table', text, !narrowing.q)).map(asListed);
}

/**
 * Sums by kind and state. It counts at most one row more than pages reach; where there are more, it answers that number
 * alone.
 */
async function sumsOf(db: Database, narrowing: Narrowing, found: Found): Promise<(Sum & { more?: true })[]> {
  const query = new Query();
  // Sums need no order, so the index is taken in which the filter is a range: that by amount or that by age.
  const { least, most: greatest, from, to } = narrowing;
  const [amounts, days] = [least ?? greatest, from ?? to];
  const byAmount = amounts !== undefined && (days === undefined || found.across === 'amounts');
  const ends = endsOf(narrowing, byAmount, '');
  const walk = { byAmount, up: false, after: '', ends, most: String(deepest + 1) };
  const { before, ids } = foundBy(narrowing, found.way ? { way: found.way } : {}, query, walk);
  const text = `${before}, found as materialized (select id from (${ids}) ids limit ${walk.most}),
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
  { way, across }: Found,
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
  // `list_key || ''` lets the planner see no other index than the one that finds these few.
  if (way)
    return {
      before: `with ${bounds}`,
      ids: one(`id = any (array(${way.ids(query, keys, usual.few + 1)})) and list_key || '' = any (${keys()})`),
    };
  if (!q) {
    // Short ranges of amounts are read in the index of all lists, which does not begin with an admin or network.
    const lead = across === 'amounts' ? undefined : leadOf(narrowing, query, walk.byAmount && across === undefined);
    const list = across ? walkedAcross('l.key', residuals, walk, lead) : walked('l.key', residuals, walk, lead);
    return {
      before: `with ${bounds}`,
      ids: `select w.id, w.moved_cents from unnest(${keys()}) l (key) ${lead ? lead.each : ''}
        cross join lateral ${list} w`,
    };
  }
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
