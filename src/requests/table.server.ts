/**
 * One table of all requests, narrowed by whatever an admin asks: days, amounts, networks, who decided, whose it is.
 * Ordered by age or by amount, each is a merge of lists (listkeys.server.ts) that are read from one end in an index
 * that holds all that the table is narrowed by.
 *
 * Walking a list soon meets what is common. What is rare (few requests of a client, few decided by somebody) is
 * collected by an index of its own, and the rest is asked of these few. Which of the two it is only counting tells, as
 * statements are planned without a look at their values; so the ways are tried first, up to as many as are few. How a
 * list is walked, walks.server.ts says.
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

/** A page of the table with its sums; at most three round trips, two of them at the same time. */
export async function tableOfRequests(db: Database, asked: Narrowing, slice: Slice, limits = usual): Promise<Table> {
  insist(refusalOfReach(slice));
  const narrowing = possible(asked);
  const found = await foundHow(db, narrowing, slice.sort.endsWith('amount'), limits);
  const [rows, sums] = await Promise.all([rowsOf(db, narrowing, found, slice), sumsOf(db, narrowing, found)]);
  const counted = sums.reduce((all, { count }) => all + count, 0);
  return { rows, ...reached(counted), sums: counted > deepest ? undefined : sums };
}

/** All rows of the table, a batch ahead of whoever takes them. */
export async function* everyRow(
  db: Database,
  asked: Narrowing,
  sort: Order,
  limit = 1_000,
): AsyncGenerator<ListedRequest> {
  const narrowing = possible(asked);
  // All rows are read, so that no walk comes to its end too late.
  const { way } = await foundHow(db, narrowing, sort.endsWith('amount'), usual);
  const found = way ? { way } : {};
  for (let after = ''; ;) {
    const rows = await rowsOf(db, narrowing, found, { sort, page: 1, limit, after });
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

/** Up to `few` are collected and looked at one by one; up to `many` are read in an index alone, and sorted. */
type Limits = { few: number; many: number };
const usual: Limits = { few: 5_000, many: 200_000 };

/** What can never be found is not looked for: only what comes from outside or goes there goes over a network. */
function possible(narrowing: Narrowing): Narrowing {
  if (narrowing.networks === undefined) return narrowing;
  return { ...narrowing, kinds: narrowing.kinds.filter((name) => goesOverNetwork(kindNamed(name))) };
}

/** By `way`, where it finds few; `across` is the short range that is read in the index of another order. */
type Found = { way?: Way; across?: 'amounts' | 'days' };

/** A search has ways of its own. */
async function foundHow(db: Database, narrowing: Narrowing, byAmount: boolean, { few, many }: Limits): Promise<Found> {
  const ways = narrowing.q?.trim() ? [] : waysOf(narrowing);
  if (ways.length === 0) return {};
  const across = byAmount ? 'days' : 'amounts';
  const query = new Query();
  const keys = () => keysOf(narrowing, query);
  const counts = ways.map(({ ids, of }, n) => {
    const most = (of === across ? many : few) + 1;
    // What it names may be several things, each with as many; together they are counted no further.
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

/** Counts and adds up at most one more than pages reach; where that is more, it is counted alone. */
async function sumsOf(db: Database, narrowing: Narrowing, found: Found): Promise<(Sum & { more?: true })[]> {
  const query = new Query();
  // In whichever order: amounts are a range of one index, days of the other.
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
  // A text put together, so that the planner sees no other index than the one that finds these few.
  if (way)
    return {
      before: `with ${bounds}`,
      ids: one(`id = any (array(${way.ids(query, keys, usual.few + 1)})) and list_key || '' = any (${keys()})`),
    };
  if (!q) {
    // Short ranges of amounts are read in the index of all lists.
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
