/**
 * How a list of the table of all requests is walked: between which ids and amounts, in the order of an index that holds
 * all that the table is narrowed by, so that a row which is left out costs no look at the row itself.
 */
import type { Query } from './list.server.ts';
import type { Narrowing } from './table.server.ts';

/** What is read, and from where on; which ends of it are none, and are not asked of each row. */
export type Walk = {
  byAmount: boolean;
  up: boolean;
  after: string;
  most: string;
  ends: { ids: boolean; cents: boolean };
};

/** Whether a page lies between some ids or some amounts. */
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
 * Between which ids and amounts the page lies: the days asked for, widened by an hour as ids are given while
 * transactions run, and what follows the last row of the page before.
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
  // An `after` that names nothing leads nowhere, as in every list: nothing is greater than null.
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

/** That a row lies on the page or after it; sums, as the way that found it is not to be exchanged for another index. */
export function onPage({ byAmount, ends }: Walk): string[] {
  const days = ends.ids ? [`id + 0 > ${bound('low')}`, `id + 0 < ${bound('high')}`] : [];
  if (!byAmount || !ends.cents) return days;
  return [
    ...days,
    `(moved_cents + 0, id + 0) > (${bound('low_cents')}, ${bound('low_beside')})`,
    `(moved_cents + 0, id + 0) < (${bound('high_cents')}, ${bound('high_beside')})`,
  ];
}

/** What stands before the lists in an index of its own: who asks for one admin or one network reads nothing else. */
export type Lead = { column: 'decided_by' | 'network'; each: string };

/** The index of a network is in the order of ids alone; of an admin there is one by amount, too. */
export function leadOf({ networks, decidedBy }: Narrowing, query: Query, byAmount: boolean): Lead | undefined {
  if (networks && !byAmount)
    return { column: 'network', each: `cross join unnest(${query.value(networks)}::text[]) v (value)` };
  if (decidedBy === undefined) return undefined;
  return { column: 'decided_by', each: `cross join (values (${query.value(decidedBy)}::bigint)) v (value)` };
}

/**
 * That only this list is read. Pairs, as the index would else be entered where the admin or network begins; and that
 * there is one, as the index holds no other rows, which pairs do not say.
 */
function thisList(key: string, lead: Lead | undefined): string[] {
  if (!lead) return [`list_key >= ${key} and list_key <= ${key}`];
  const [pair, own] = [`(${lead.column}, list_key)`, `(v.value, ${key})`];
  return [`${pair} >= ${own} and ${pair} <= ${own} and ${lead.column} is not null`];
}

/**
 * One list from one end, by the index in its order. That it is no more than this list is said twice, or the planner
 * would take the way through the index for a long one, and sort the list instead.
 */
export function walked(key: string, residuals: readonly string[], walk: Walk, lead?: Lead): string {
  const { byAmount, up, most, ends } = walk;
  const first = lead ? [lead.column] : [];
  const columns = [...first, 'list_key', ...(byAmount ? ['moved_cents'] : []), 'id'];
  const end = (side: 'low' | 'high') =>
    [
      ...first.map(() => 'v.value'),
      key,
      ...(byAmount ? [bound(`${side}_cents`), bound(`${side}_beside`)] : [bound(side)]),
    ].join(', ');
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
 * What one list holds of these days, for a page by amount, or of these amounts, for a page by age: a short range of the
 * index that is not in the order of the page.
 */
export function walkedAcross(key: string, residuals: readonly string[], walk: Walk, lead?: Lead): string {
  // Sums, as the index in the order of the page is the one that is not to be taken.
  const order = orderOf(walk.byAmount ? ['moved_cents + 0', 'id + 0'] : ['id + 0'], walk.up);
  const first = lead ? [lead.column] : [];
  const [columns, own] = [[...first, 'list_key', 'id'].join(', '), [...first.map(() => 'v.value'), key].join(', ')];
  const range = walk.byAmount
    ? `(${columns}) > (${own}, ${bound('low')}) and (${columns}) < (${own}, ${bound('high')})`
    : `(list_key, moved_cents, id) >= (${key}, ${bound('low_cents')}, 0)
       and (list_key, moved_cents) <= (${key}, ${bound('high_cents')})`;
  const where = [range, ...thisList(key, lead), ...residuals, ...onPage(walk)];
  return `(select id, moved_cents from requests where ${where.join(' and ')} order by ${order} limit ${walk.most})`;
}
