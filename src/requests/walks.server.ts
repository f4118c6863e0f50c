/**
 * How a list of the table of all requests is walked: between which ids and amounts, in the order of an index that
 * contains every column the filters need. So a row that is left out is decided by the index alone and never read.
 */
import type { Cents } from '#kernel/money.ts';
import type { Query } from './list.server.ts';
import { leadsOf, type Leading } from './narrowing.server.ts';
import type { Narrowing } from './table.server.ts';

/**
 * How a page is read. `ends` says which bounds there are: without one, its condition is left out and costs no row
 * anything.
 */
export type Walk = {
  byAmount: boolean;
  up: boolean;
  after: string;
  /** The amount that `after` was read with, where the next batch of one file follows: it may be another by now. */
  afterCents?: Cents | undefined;
  most: string;
  ends: { ids: boolean; cents: boolean };
  /** Set for sums: any rows will do, in no order. */
  any?: true;
  /** SQL for the amount and id, or the id, of the page's last row so far: none beyond it is wanted. */
  last?: readonly string[];
};

/** Whether the page has bounds by id, and by amount. */
export function endsOf({ from, to, least, most }: Narrowing, byAmount: boolean, after: string): Walk['ends'] {
  const isLater = after !== '';
  return {
    ids: (from ?? to) !== undefined || (isLater && !byAmount),
    cents: (least ?? most) !== undefined || (isLater && byAmount),
  };
}

export function orderOf(columns: readonly string[], up: boolean): string {
  return columns.map((column) => column + (up ? '' : ' desc')).join(', ');
}

const beyond = '9223372036854775807';
const bound = (name: string) => `(select ${name} from bounds)`;

/**
 * SQL for the ids and amounts between which the page lies: the days that are asked for, an hour longer on both sides
 * because ids are given while transactions run, and what follows the last row of the page before.
 */
export function boundsOf(
  { from, to, least, most }: Narrowing,
  query: Query,
  { byAmount, up, after, afterCents }: Pick<Walk, 'byAmount' | 'up' | 'after' | 'afterCents'>,
): string {
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
  const lastCents = () =>
    afterCents === undefined ? `(select moved_cents from requests where id = ${last})` : query.value(afterCents);
  const [fromLast, toLast] = [last !== undefined && up, last !== undefined && !up];
  // An `after` that names no request gives an empty page, as in every list: null is neither greater nor less than any
  // id.
  const columns = {
    low: fromLast && !byAmount ? `case when ${last} is not null then greatest(${low}, ${last}) end` : low,
    high: toLast && !byAmount ? `case when ${last} is not null then least(${high}, ${last}) end` : high,
    low_cents: fromLast && byAmount ? lastCents() : least === undefined ? '0' : query.value(least),
    low_beside: fromLast ? last : '0',
    high_cents: toLast && byAmount ? lastCents() : most === undefined ? beyond : query.value(most),
    high_beside: toLast ? last : beyond,
  };
  const list = Object.entries(columns).map(([name, value]) => `(${value})::bigint as ${name}`);
  return `bounds as materialized (select ${list.join(', ')})`;
}

/**
 * SQL: whether a row lies within the page's bounds. `id + 0` and `moved_cents + 0` keep the planner from another index
 * than the one that found the row.
 */
export function onPage({ byAmount, ends }: Walk): string[] {
  const days = ends.ids ? [`id + 0 > ${bound('low')}`, `id + 0 < ${bound('high')}`] : [];
  if (!byAmount || !ends.cents) return days;
  return [
    ...days,
    `(moved_cents + 0, id + 0) > (${bound('low_cents')}, ${bound('low_beside')})`,
    `(moved_cents + 0, id + 0) < (${bound('high_cents')}, ${bound('high_beside')})`,
  ];
}

/**
 * What an index begins with before the lists: a client, an admin, a network, or both of these; who asks for them reads
 * no other rows. By amount there is none of both.
 */
export function leadOf(narrowing: Narrowing, byAmount: boolean): Leading[] {
  const { client, network, admin } = leadsOf(narrowing);
  if (client) return [client];
  return admin && byAmount ? [admin] : [network, admin].filter((each) => each !== undefined);
}

/**
 * One list from one end, by the index that has its order; `columns` are those before the amount or id, and `own` their
 * values. That only this list is read is said twice: otherwise the planner expects a long way through the index, and
 * sorts the list instead. Where the walk ends within the list it is not said of its upper end: PostgreSQL would begin
 * there, or go on to there, past everything that is not asked for. `is not null` is said because some
 * indexes have no other rows, and PostgreSQL does not conclude that from rows.
 *
 * By amount of everybody no other index has that order, so the list is named: asked for as a range it looks as large by
 * age, and was read there as a whole and sorted.
 */
function range(columns: readonly string[], own: readonly string[], { byAmount, up, ends, last }: Walk): string[] {
  const end = (side: 'low' | 'high') => {
    const bounds = byAmount ? [bound(`${side}_cents`), bound(`${side}_beside`)] : [bound(side)];
    const nearer = last && up === (side === 'high') ? bounds.map((at, n) => `coalesce(${last[n]}, ${at})`) : bounds;
    return nearer.join(', ');
  };
  const days = byAmount && ends.ids ? [`id + 0 > ${bound('low')}`, `id + 0 < ${bound('high')}`] : [];
  if (byAmount && columns.length === 1)
    return [
      `list_key = ${own.join('')}`,
      `(moved_cents, id) > (${end('low')})`,
      `(moved_cents, id) < (${end('high')})`,
      ...days,
    ];
  const row = [...columns, ...(byAmount ? ['moved_cents'] : []), 'id'].join(', ');
  const place = own.join(', ');
  return [
    `(${row}) > (${place}, ${end('low')})`,
    `(${row}) < (${place}, ${end('high')})`,
    `(${columns.join(', ')}) >= (${place})`,
    ...(last || (byAmount ? ends.cents : ends.ids) ? [] : [`(${columns.join(', ')}) <= (${place})`]),
    ...columns.filter((column) => column === 'decided_by' || column === 'network').map((name) => `${name} is not null`),
    ...days,
  ];
}

export function walked(key: string, residuals: readonly string[], walk: Walk, lead: readonly Leading[] = []): string {
  const columns = [...lead.map(({ column }) => column), 'list_key'];
  const own = [...lead.map(({ value }) => value), key];
  const order = orderOf([...columns, ...(walk.byAmount ? ['moved_cents'] : []), 'id'], walk.up);
  return `(select id, moved_cents from requests
    where ${[...range(columns, own, walk), ...residuals].join(' and ')} order by ${order} limit ${walk.most})`;
}

/**
 * A page of several lists, one after the other: each is walked no further than to the last row that the lists before it
 * leave on the page. So a list in which nothing is found is not walked to its end where others fill the page.
 */
export function listByList({ lists, lead, query, residuals, walk }: Blocks) {
  const { byAmount, up, most } = walk;
  const order = orderOf(byAmount ? ['moved_cents', 'id'] : ['id'], up);
  const last = [...(byAmount ? ['cents'] : []), 'ids'].map((column) => `s.${column}[${most}]`);
  const values = lead.map(({ column, value }) => `${value} as ${column}`);
  const own = lead.map((each) => ({ ...each, value: `l.${each.column}` }));
  return {
    before: `walks as materialized (select row_number() over () as n, ${['l.*', ...values].join(', ')}
        from ${lists} ${lead.map(({ from }) => `cross join ${from(query)}`).join(' ')}),
      pages as (select 0::bigint as n, array[]::bigint[] as ids, array[]::bigint[] as cents
        union all
        select l.n, p.ids, p.cents from pages s join walks l on l.n = s.n + 1 cross join lateral (
          select coalesce(array_agg(id order by ${order}), '{}') as ids,
            coalesce(array_agg(moved_cents order by ${order}), '{}') as cents
          from (select id, moved_cents from (select * from unnest(s.ids, s.cents) before (id, moved_cents)
            union all select * from ${walked('l.key', residuals, { ...walk, last }, own)} w) each
            order by ${order} limit ${most}) page) p)`,
    ids: `(select w.id, w.moved_cents from (select ids, cents from pages order by n desc limit 1) page
      cross join unnest(page.ids, page.cents) w (id, moved_cents))`,
  };
}

/** All rows of these clients, in any order: read in their index alone and sorted. `keys` unless all lists are meant. */
export function ofClients(clients: string, keys: string | undefined, residuals: readonly string[], walk: Walk): string {
  const where = [
    `(client, list_key, id) >= (c.value, '', 0) and client >= c.value and client <= c.value`,
    ...residuals,
    ...onPage(walk),
    ...(keys ? [`list_key || '' = any (${keys})`] : []),
  ];
  return `select w.id, w.moved_cents from unnest(${clients}::bigint[]) c (value) cross join lateral (
    select id, moved_cents from requests where ${where.join(' and ')}
    order by ${orderOf(walk.byAmount ? ['moved_cents + 0', 'id + 0'] : ['id + 0'], walk.up)} limit ${walk.most}) w`;
}

/**
 * Blocks of 32,768 ids have an index of their lists by amount. So a few blocks answer what neither the order of ids nor
 * that of amounts can: some days by amount, and some amounts by age. `list_key || ' '` is in no other index, so that
 * none is taken for this one, and this one for none.
 */
const inBlock = (at: string) => `${blockOf('id')} = ${at} and list_key || ' ' = l.key || ' '`;
const sizeBits = 15;
const size = 2 ** sizeBits;
/** SQL for the block in which an id is, as indexes say it. */
export function blockOf(id: string): string {
  return `(${id} >> ${sizeBits})`;
}
const last = (order: string) => `coalesce((select id from requests order by id ${order} limit 1), 0)`;

/** SQL for the number of blocks that these days are in. */
export const blocksOfDays = `${blockOf(`least(${bound('high')}, ${last('desc')})`)}
  - ${blockOf(`greatest(${bound('low')}, ${last('')})`)} + 1`;

/** Of which lists blocks are read: SQL that gives each its `key` and these flags as `l`. */
type Blocks = {
  lists: string;
  flags?: readonly string[];
  lead: readonly Leading[];
  query: Query;
  residuals: readonly string[];
  walk: Walk;
};

/**
 * The lists that have any row, and their ends; most have none, and would be looked for in every block. With `lead`,
 * those of one admin or network: before its first row and after its last one no block is read.
 */
function listed({ lists, flags = [], lead, query }: Blocks): string {
  const columns = [...lead.map(({ column }) => column), 'list_key'];
  const own = [...lead.map(({ value }) => value), 'l.key'];
  const [left, right] = [`(${columns.join(', ')})`, `(${own.join(', ')})`];
  const kept = lead.map(({ column }) => ` and ${column} is not null`).join('');
  const end = (up: boolean) => `(select id from requests where ${left} >= ${right} and ${left} <= ${right}${kept}
    order by ${orderOf([...columns, 'id'], up)} limit 1)`;
  const kinds = ['key', ...flags].map((name) => `l.${name}`).join(', ');
  return `listed as materialized (select ${kinds}, min(low.id) as low, max(high.id) as high
    from ${lists} ${lead.map(({ from }) => `cross join ${from(query)}`).join(' ')}
    cross join lateral ${end(true)} low cross join lateral ${end(false)} high group by ${kinds})`;
}

/** Nothing, without any list. */
const firstBlock = blockOf(`(select greatest(${bound('low')}, min(low)) from listed having count(*) > 0)`);
const lastBlock = blockOf(`(select least(${bound('high')}, max(high)) from listed having count(*) > 0)`);

/** By amount: each list of each block from one end, to be merged. */
export function blocksByAmount(blocks: Blocks) {
  const { residuals, walk } = blocks;
  const end = (side: 'low' | 'high') => `(${bound(`${side}_cents`)}, ${bound(`${side}_beside`)})`;
  const where = [
    inBlock('b.block'),
    ...(walk.ends.cents ? [`(moved_cents, id) > ${end('low')} and (moved_cents, id) < ${end('high')}`] : []),
    `id + 0 > ${bound('low')} and id + 0 < ${bound('high')}`,
    ...residuals,
  ];
  return {
    before: listed(blocks),
    ids: `select w.id, w.moved_cents from generate_series(${firstBlock}, ${lastBlock}) b (block) cross join listed l
      cross join lateral (select id, moved_cents from requests where ${where.join(' and ')}
        order by ${orderOf(['moved_cents', 'id'], walk.up)} limit ${walk.most}) w`,
  };
}

/** By age: block after block, until the rows suffice. In a block, all rows of these amounts are read and sorted. */
export function blocksByAge(blocks: Blocks) {
  const { residuals, walk } = blocks;
  const [start, end, next] = walk.up
    ? [`${firstBlock} - 1`, lastBlock, 's.block + 1']
    : [`${lastBlock} + 1`, firstBlock, 's.block - 1'];
  const where = [
    inBlock(next),
    `moved_cents >= ${bound('low_cents')} and moved_cents <= ${bound('high_cents')}`,
    ...residuals,
    ...onPage(walk),
  ];
  return {
    before: `${listed(blocks)}, steps as (
      select ${start} as block, array[]::bigint[] as ids, 0 as found
      union all
      select ${next}, f.ids, s.found + cardinality(f.ids) from steps s cross join lateral (select array(
        select r.id from listed l cross join lateral (select id from requests
          where ${where.join(' and ')} order by moved_cents, id limit ${size}) r
        order by r.id + 0 ${walk.up ? '' : 'desc'} limit ${walk.most}) as ids offset 0) f
      where s.block ${walk.up ? '<' : '>'} ${end} and s.found < ${walk.most})`,
    ids: `select unnest(ids) as id, null::bigint as moved_cents from steps`,
  };
}
