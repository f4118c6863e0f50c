/**
 * How a list of the table of all requests is walked: between which ids and amounts, in the order of an index that
 * contains every column the filters need. So a row that is left out is decided by the index alone and never read.
 */
import type { Query } from './list.server.ts';
import type { Narrowing } from './table.server.ts';

/**
 * How a page is read. `ends` says which bounds there are: without one, its condition is left out and costs no row
 * anything.
 */
export type Walk = {
  byAmount: boolean;
  up: boolean;
  after: string;
  most: string;
  ends: { ids: boolean; cents: boolean };
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
export function boundsOf({ from, to, least, most }: Narrowing, query: Query, { byAmount, up, after }: Walk): string {
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
  // An `after` that names no request gives an empty page, as in every list: null is neither greater nor less than any
  // id.
  const columns = {
    low: fromLast && !byAmount ? `case when ${last} is not null then greatest(${low}, ${last}) end` : low,
    high: toLast && !byAmount ? `case when ${last} is not null then least(${high}, ${last}) end` : high,
    low_cents: fromLast && byAmount ? lastCents : least === undefined ? '0' : query.value(least),
    low_beside: fromLast ? last : '0',
    high_cents: toLast && byAmount ? lastCents : most === undefined ? beyond : query.value(most),
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
 * The first columns of an index that has one admin, one network, or both before the lists: who asks for these reads no
 * other rows. `each` names their values.
 */
export type Lead = { columns: readonly ('decided_by' | 'network')[]; values: readonly string[]; each: string };

/** By amount there is an index of an admin and one of a network, by id also one of both. */
export function leadOf({ networks, decidedBy }: Narrowing, query: Query, byAmount: boolean): Lead | undefined {
  const network = () => ({
    column: 'network' as const,
    value: 'n.value',
    each: `cross join unnest(${query.value(networks)}::text[]) n (value)`,
  });
  const admin = () => ({
    column: 'decided_by' as const,
    value: 'd.value',
    each: `cross join (values (${query.value(decidedBy)}::bigint)) d (value)`,
  });
  const parts =
    decidedBy === undefined ? (networks ? [network()] : []) : networks && !byAmount ? [network(), admin()] : [admin()];
  if (parts.length === 0) return undefined;
  return {
    columns: parts.map(({ column }) => column),
    values: parts.map(({ value }) => value),
    each: parts.map(({ each }) => each).join(' '),
  };
}

/**
 * SQL: only this list is read. Compared as rows, or PostgreSQL would start where the admin or network begins instead of
 * at the list. `is not null` is said as well, because the index has no other rows, and PostgreSQL does not conclude
 * that from rows.
 */
function thisList(key: string, lead: Lead | undefined): string[] {
  if (!lead) return [`list_key >= ${key} and list_key <= ${key}`];
  const [row, own] = [`(${[...lead.columns, 'list_key'].join(', ')})`, `(${[...lead.values, key].join(', ')})`];
  return [`${row} >= ${own} and ${row} <= ${own}`, ...lead.columns.map((column) => `${column} is not null`)];
}

/**
 * One list from one end, by the index that has its order. That only this list is read is said twice: otherwise the
 * planner expects a long way through the index, and sorts the list instead.
 */
export function walked(key: string, residuals: readonly string[], walk: Walk, lead?: Lead): string {
  const { byAmount, up, most, ends } = walk;
  const { columns: first = [], values = [] } = lead ?? {};
  const columns = [...first, 'list_key', ...(byAmount ? ['moved_cents'] : []), 'id'];
  const end = (side: 'low' | 'high') =>
    [...values, key, ...(byAmount ? [bound(`${side}_cents`), bound(`${side}_beside`)] : [bound(side)])].join(', ');
  const where = [
    `(${columns.join(', ')}) > (${end('low')})`,
    `(${columns.join(', ')}) < (${end('high')})`,
    ...thisList(key, lead),
    ...(byAmount && ends.ids ? [`id + 0 > ${bound('low')}`, `id + 0 < ${bound('high')}`] : []),
    ...residuals,
  ];
  return `(select id, moved_cents from requests
    where ${where.join(' and ')} order by ${orderOf(columns, up)} limit ${most})`;
}

/**
 * The rows of one list in these days, for a page by amount, or of these amounts, for a page by age: a short range of an
 * index that is not in the order of the page, so the rows are sorted.
 */
export function walkedAcross(key: string, residuals: readonly string[], walk: Walk, lead?: Lead): string {
  // `moved_cents + 0` and `id + 0` keep the planner from the index that is in the order of the page.
  const order = orderOf(walk.byAmount ? ['moved_cents + 0', 'id + 0'] : ['id + 0'], walk.up);
  const { columns: first = [], values = [] } = lead ?? {};
  const [columns, own] = [[...first, 'list_key', 'id'].join(', '), [...values, key].join(', ')];
  const range = walk.byAmount
    ? `(${columns}) > (${own}, ${bound('low')}) and (${columns}) < (${own}, ${bound('high')})`
    : `(list_key, moved_cents, id) >= (${key}, ${bound('low_cents')}, 0)
       and (list_key, moved_cents) <= (${key}, ${bound('high_cents')})`;
  const where = [range, ...thisList(key, lead), ...residuals, ...onPage(walk)];
  return `(select id, moved_cents from requests where ${where.join(' and ')} order by ${order} limit ${walk.most})`;
}
