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
import { waitingStates, type State } from '#kinds/life.ts';
import { inBatches } from '#server/batches.server.ts';
import type { Database } from '#server/database.server.ts';
import { asListed, Query, shown, type ListedRequest, type Shown } from './list.server.ts';
import { isEverything, listsOf, type Lists } from './listkeys.server.ts';
import { leadsOf, residualsOf, waysOf, type Way } from './narrowing.server.ts';
import { countingOf, foundBySearch, isBeyondReach, isSought, type Sought } from './sought.server.ts';
import {
  blocksByAge,
  blocksByAmount,
  blocksOfDays,
  boundsOf,
  endsOf,
  leadOf,
  listByList,
  ofClients,
  onPage,
  orderOf,
  walked,
  type Walk,
} from './walks.server.ts';

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

type Slice = { sort: Order; page: number; limit: number; after: string; afterCents?: Cents | undefined };

/** What the requests of one kind in one state add up to; `cents` is what arrived, where that is another amount. */
type Sum = Record<'cents' | 'amountCents' | 'feeCents' | 'openingFeeCents' | 'totalCents', Cents> & {
  kind: KindName;
  state: State;
  count: number;
};

type Table = {
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
  const found = await foundHow(db, narrowing, slice, limits);
  const [rows, sums] = await Promise.all([rowsOf(db, narrowing, found, slice), sumsOf(db, narrowing, found)]);
  const counted = sums?.reduce((all, { count }) => all + count, 0) ?? deepest + 1;
  return { rows, ...reached(counted), sums };
}

/** The newest rows alone, where nobody asks how many there are. */
export async function newestRows(db: Database, asked: Narrowing, limit: number): Promise<ListedRequest[]> {
  const [narrowing, slice] = [possible(asked), { sort: '-createdAt', page: 1, limit, after: '' } as const];
  return rowsOf(db, narrowing, await foundHow(db, narrowing, slice, usual), slice);
}

/**
 * All rows of the table, read batch after batch. What waits may be approved with another amount while a file by amount
 * is written, and come again further on; it stands there once, as it was when it was written.
 */
export async function* everyRow(
  db: Database,
  asked: Narrowing,
  sort: Order,
  limit = 1_000,
): AsyncGenerator<ListedRequest> {
  const narrowing = possible(asked);
  // All rows are read in the end, so walking is never too slow; only a rare way is worth taking.
  const { few, way, sought } = await foundHow(db, narrowing, { sort, page: 1, limit, after: '' }, usual);
  const found = way ? { few, way } : sought ? { few, sought } : { few };
  const from = (last?: ListedRequest) => {
    const afterCents = last && (last.receivedCents ?? last.amountCents);
    return rowsOf(db, narrowing, found, { sort, page: 1, limit, after: last?.applyId ?? '', afterCents });
  };
  const waited = new Set<bigint>();
  for await (const row of inBatches(from, limit)) {
    if (waited.has(row.id)) continue;
    if (waitingStates.includes(row.state)) waited.add(row.id);
    yield row;
  }
}

/**
 * Up to `few` rows are collected and checked one by one. Up to `many` of some clients are read in their index and
 * sorted. Days by amount are read in up to so many `blocks`; in more, a row is soon met.
 */
type Limits = { few: number; many: number; blocks: number };
const usual: Limits = { few: 5_000, many: 50_000, blocks: 8 };

/**
 * With a filter by network, only kinds whose money comes from outside or goes there can match, so only these are read.
 */
function possible(narrowing: Narrowing): Narrowing {
  if (narrowing.networks === undefined) return narrowing;
  return { ...narrowing, kinds: narrowing.kinds.filter((name) => goesOverNetwork(kindNamed(name))) };
}

/**
 * How rows are found: by `way`, where it finds few; among all rows of the clients that are asked for, where these are
 * not too many; block after block, where amounts are wanted by age or days by amount. Otherwise the lists are walked.
 */
type Found = { way?: Way; clients?: true; blocks?: true; sought?: Sought; few: number };

/** Counts what each way would find, those of a search too (sought.server.ts), and chooses one. */
async function foundHow(db: Database, narrowing: Narrowing, slice: Slice, limits: Limits): Promise<Found> {
  const { few, many, blocks } = limits;
  const [ways, q] = [waysOf(narrowing), narrowing.q?.trim()];
  if (ways.length === 0 && !q) return { few };
  const query = new Query();
  const bounds = boundsOf(narrowing, query, { up: true, byAmount: false, after: '' });
  const keys = () => keysOf(narrowing, query);
  const counts = ways.map(({ ids, of }, n) => {
    const most = Math.max(of ? many : few, 0) + 1;
    // A filter may name several things, with up to `most` rows for each; all together are counted no further than that.
    return `(select count(*)::int from (select from (${ids(query, keys, most)}) ids limit ${most}) ids) as way${n}`;
  });
  const seeking = q ? countingOf(q, narrowing, query, few) : undefined;
  const tables = [bounds, ...(seeking ? [seeking.tables] : [])];
  const columns = [...counts, ...(seeking ? [seeking.columns] : []), `(${blocksOfDays})::int as span`];
  const text = `with ${tables.join(', ')} select ${columns.join(', ')}`;
  const [counted] = await query.run<Record<string, number> & Sought>(db, 'ways', text);
  const found = ways.map((way, n) => ({ way, count: counted![`way${n}`]! }));
  const [rarest] = found.toSorted((one, other) => one.count - other.count);
  if (rarest && rarest.count <= few) return { few, way: rarest.way };
  if (!q && found.some(({ way, count }) => way.of === 'clients' && count <= many)) return { few, clients: true };
  const search = q ? { few, sought: counted! } : { few };
  // Lists of a client are walked without the others', and are never longer than what that client has.
  if (leadsOf(narrowing).client) return search;
  const { from, to, least, most } = narrowing;
  const [amounts, days] = [(least ?? most) !== undefined, (from ?? to) !== undefined];
  if (!slice.sort.endsWith('amount')) return amounts && blocks >= 0 ? { ...search, blocks: true } : search;
  // Each list of each block may have a whole page, so on far pages only few blocks are merged.
  const reads = counted!['span']! <= Math.max(blocks, (blocks * 500) / (slice.page * slice.limit));
  return days && reads ? { ...search, blocks: true } : search;
}

async function rowsOf(
  db: Database,
  narrowing: Narrowing,
  found: Found,
  { sort, page, limit, after, afterCents }: Slice,
): Promise<ListedRequest[]> {
  const query = new Query();
  const [up, byAmount] = [!sort.startsWith('-'), sort.endsWith('amount')];
  const skip = after === '' ? (page - 1) * limit : 0;
  const ends = endsOf(narrowing, byAmount, after);
  const walk = { byAmount, up, after, afterCents, ends, most: `${query.value(skip + limit)}::int` };
  const { before, ids } = foundBy(narrowing, found, query, walk);
  const order = orderOf(byAmount ? ['moved_cents', 'id'] : ['id'], up);
  const text = `${before} ${shown} where r.id = any (array(select id from (${ids}) ids
    order by ${order} limit ${query.value(limit)} offset ${query.value(skip)}))
    order by ${orderOf(byAmount ? ['r.moved_cents', 'r.id'] : ['r.id'], up)}`;
  return (await query.run<Shown>(db, 'table', text)).map(asListed);
}

/** Sums by kind and state; undefined where more is found than pages reach, as it counts only one row more. */
async function sumsOf(db: Database, narrowing: Narrowing, found: Found): Promise<Sum[] | undefined> {
  const query = new Query();
  if (found.sought && isBeyondReach(found.sought) && residualsOf(narrowing, new Query()).length === 0) return undefined;
  // Sums need no order, so the index is taken in which the filter is a range: that by amount or that by age, and for
  // both together the blocks.
  const { least, most: greatest, from, to } = narrowing;
  const [amounts, days] = [(least ?? greatest) !== undefined, (from ?? to) !== undefined];
  const { few, blocks: _, ...how } = found;
  const blocks = amounts && days && Object.keys(how).length === 0 && !leadsOf(narrowing).client;
  const ends = endsOf(narrowing, amounts, '');
  const walk = { byAmount: amounts, up: true, after: '', ends, most: String(deepest + 1), any: true as const };
  const { before, ids } = foundBy(narrowing, blocks ? { few, blocks } : { few, ...how }, query, walk);
  const text = `${before}, found as materialized (select id from (${ids}) ids limit ${walk.most}),
    counted as materialized (select count(*)::int as found from found)
    select kind, state, count(*)::int as count, sum(moved_cents)::bigint as cents,
      sum(amount_cents)::bigint as "amountCents", sum(fee_cents)::bigint as "feeCents",
      sum(opening_fee_cents)::bigint as "openingFeeCents", sum(total_cents)::bigint as "totalCents"
    from requests where id = any (array(select id from found)) and (select found <= ${deepest} from counted)
    group by kind, state
    union all
    select null, null, found, 0, 0, 0, 0, 0 from counted where found > ${deepest}`;
  const rows = await query.run<Sum>(db, 'sums', text);
  return rows[0] && rows[0].count > deepest ? undefined : rows;
}

/** What stands in front of a statement, and SQL for the ids and amounts that it finds. */
function foundBy(
  narrowing: Narrowing,
  { way, clients, blocks, sought, few }: Found,
  query: Query,
  walk: Walk,
): { before: string; ids: string } {
  const bounds = boundsOf(narrowing, query, walk);
  const residuals = residualsOf(narrowing, query);
  const keys = () => keysOf(narrowing, query);
  const q = narrowing.q?.trim();
  const inOrder = ({ byAmount, up }: Walk) => orderOf(byAmount ? ['moved_cents + 0', 'id + 0'] : ['id + 0'], up);
  const one = (where: string) =>
    `(select id, moved_cents from requests where ${[where, ...residuals, ...onPage(walk)].join(' and ')}
      ${walk.any ? '' : `order by ${inOrder(walk)}`} limit ${walk.most})`;
  // `list_key || ''` lets the planner see no other index than the one that finds these few.
  if (way)
    return {
      before: `with ${bounds}`,
      ids: one(`id = any (array(${way.ids(query, keys, usual.few + 1)})) and list_key || '' = any (${keys()})
        ${q ? `and ${isSought(q, query)}` : ''}`),
    };
  if (clients)
    return {
      before: `with ${bounds}`,
      ids: ofClients(query.value(narrowing.clients), isEverything(narrowing) ? undefined : keys(), residuals, walk),
    };
  const reading = { query, walk, residuals, narrowing, blocks };
  if (!sought) {
    const { tables, ids } = readLists({ lists: `unnest(${keys()}) l (key)`, flags: [], met: [] }, reading);
    return { before: `with recursive ${[bounds, ...tables].join(', ')}`, ids };
  }
  const search = foundBySearch({ q: q!, narrowing, sought, query, few, walk, residuals });
  const common = search.walks && readLists(search.walks, reading);
  const collected = `collected as materialized (${search.ways.map(one).join(' union ')})`;
  const tables = [bounds, ...search.tables, collected, ...(common?.tables ?? [])];
  // By age, blocks give ids alone.
  const columns = walk.byAmount ? 'id, moved_cents' : 'id';
  return {
    before: `with recursive ${tables.join(', ')}`,
    ids: ['collected', ...(common ? [`(${common.ids}) common`] : [])]
      .map((from) => `select ${columns} from ${from}`)
      .join(' union '),
  };
}

type Reading = Pick<Found, 'blocks'> & { query: Query; walk: Walk; residuals: readonly string[]; narrowing: Narrowing };

/** Lists read one after the other, in the order of the page: SQL for the lists `l`, and conditions on a row. */
function readLists(
  { lists, flags, met }: { lists: string; flags: readonly string[]; met: readonly string[] },
  { query, walk, residuals: others, narrowing, blocks }: Reading,
): { tables: string[]; ids: string } {
  const residuals = [...others, ...met];
  const lead = leadOf(narrowing, walk.byAmount && !blocks);
  if (blocks) {
    const read = walk.byAmount ? blocksByAmount : blocksByAge;
    const { before, ids } = read({ lists, flags, lead, query, residuals, walk });
    return { tables: [before], ids };
  }
  if (met.length > 0 && !walk.any) {
    const { before, ids } = listByList({ lists, flags, lead, query, residuals, walk });
    return { tables: [before], ids };
  }
  // So many rows of all lists together suffice for sums, so many of each for a page.
  const ids = `(select w.id, w.moved_cents from ${lists}
    ${lead.map(({ from }) => `cross join ${from(query)}`).join(' ')}
    cross join lateral ${walked('l.key', residuals, walk, lead)} w ${walk.any ? `limit ${walk.most}` : ''})`;
  return { tables: [], ids };
}

/** The lists that are asked for; SQL of an array. */
function keysOf(narrowing: Narrowing, query: Query): string {
  return `${query.value(listsOf(narrowing).map(({ key }) => key.slice(1, -1)))}::text[]`;
}
