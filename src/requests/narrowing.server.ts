/**
 * The filters of the table of all requests, in SQL: as conditions on a row, and as ways to collect the rows where they
 * are few. A way asks for a range in the order of one index, so that no other index can answer it.
 */
import type { Database } from '#server/database.server.ts';
import type { Query } from './list.server.ts';
import type { Narrowing } from './table.server.ts';
import { isTaken } from './taken.server.ts';

/**
 * SQL for the ids that one filter finds, `most` at most of each thing that it names; `keys` are the lists, SQL of an
 * array. There is always a limit beside the order: without it a plan might collect everything and sort it.
 */
export type Way = {
  ids: (query: Query, keys: () => string, most: number) => string;
  /** Set where the index of these rows has every column of the table, so that also many can be read in it. */
  of?: 'clients';
};

/** The filters that have an index of their own. */
export function waysOf(narrowing: Narrowing): Way[] {
  const { taken } = narrowing;
  const { clients, client, network, admin } = leadsOf(narrowing);
  const ways: (Way | undefined)[] = [
    clients && { ids: first([clients], true, narrowing), of: 'clients' },
    client && { ids: first([client], false, narrowing) },
    network && { ids: first([network], false, narrowing) },
    admin && { ids: first([admin], false, narrowing) },
    network && admin && { ids: first([network, admin], false, narrowing) },
    client && amountsWith(client, narrowing),
    network && amountsWith(network, narrowing),
    admin && amountsWith(admin, narrowing),
    amountsOf(narrowing),
    daysOf(narrowing),
  ];
  if (typeof taken === 'bigint')
    ways.push({
      ids: (query) => `select request as id from taken_requests t where ${isTaken} and admin = ${query.value(taken)}`,
    });
  return ways.filter((way) => way !== undefined);
}

/** Of more clients each list is not looked at one after the other: most would be empty. */
const fewClients = 10;

/** A column that an index begins with, and SQL for the values of it that are asked for. */
export type Leading = { column: string; from: (query: Query) => string; value: string };

/** What indexes begin with: one network, one admin, and one of few clients. `clients` are those who are not few. */
export function leadsOf({ networks, decidedBy, clients }: Narrowing) {
  const many = clients && clients.length > fewClients;
  return {
    network: networks && lead('network', 'text', networks),
    admin: decidedBy === undefined ? undefined : lead('decided_by', 'bigint', [decidedBy]),
    client: many || !clients ? undefined : lead('client', 'bigint', clients),
    clients: many ? lead('client', 'bigint', clients) : undefined,
  };
}

function lead(column: string, type: string, values: readonly unknown[]): Leading {
  const from = (query: Query) => `unnest(${query.value(values)}::${type}[]) of_${column} (value)`;
  return { column, from, value: `of_${column}.value` };
}

/**
 * The first ids that have these values in the first columns of an index, in its order. With days, each list is read
 * between their ids, so that a network and a month that never met are known at once.
 */
function first(leading: readonly Leading[], wholly: boolean, { from, to }: Narrowing): Way['ids'] {
  const [columns, values] = [leading.map(({ column }) => column), leading.map(({ value }) => value)];
  const row = (parts: readonly string[], ...more: string[]) => `(${[...parts, ...more].join(', ')})`;
  const kept = columns.map((column) => `${column} is not null`).join(' and ');
  const between = (query: Query) => leading.map((each) => each.from(query)).join(' cross join ');
  const read = (where: string, most: number) => `(select id from requests where ${where} and ${kept}
    order by ${[...columns, 'list_key', 'id'].join(', ')} limit ${most}) r`;
  const all = row(columns, 'list_key', 'id');
  if (wholly || (from ?? to) === undefined)
    return (query, _, most) =>
      `select r.id from ${between(query)} cross join lateral ${read(
        `${all} >= ${row(values, `''`, '0')}
       and ${row(columns)} >= ${row(values)} and ${row(columns)} <= ${row(values)}`,
        most,
      )}`;
  return (query, keys, most) => `select r.id from ${between(query)} cross join unnest(${keys()}) l (key)
    cross join lateral ${read(
      `${all} > ${row(values, 'l.key', '(select low from bounds)')}
       and ${all} < ${row(values, 'l.key', '(select high from bounds)')}
       and ${row(columns, 'list_key')} <= ${row(values, 'l.key')}`,
      most,
    )}`;
}

function amountsOf({ least, most }: Narrowing): Way | undefined {
  if (least === undefined && most === undefined) return undefined;
  const ids: Way['ids'] = (query, keys, few) => `select r.id from unnest(${keys()}) l (key)
    cross join lateral (select id from requests
      where (list_key, moved_cents, id) >= (l.key, ${query.value(least ?? 0n)}, 0)
        and (list_key, moved_cents) <= (l.key, ${query.value(most ?? mostCents)})
        and list_key >= l.key and list_key <= l.key order by list_key, moved_cents, id limit ${few}) r`;
  return { ids };
}

/** Of these amounts, and over these networks or decided by this admin. */
function amountsWith({ column, from, value }: Leading, { least, most }: Narrowing): Way | undefined {
  if (least === undefined && most === undefined) return undefined;
  const ids: Way['ids'] = (query, keys, few) => `select r.id from ${from(query)}
    cross join unnest(${keys()}) l (key) cross join lateral (select id from requests
      where (${column}, list_key, moved_cents, id) >= (${value}, l.key, ${query.value(least ?? 0n)}, 0)
        and (${column}, list_key, moved_cents) <= (${value}, l.key, ${query.value(most ?? mostCents)})
        and (${column}, list_key) >= (${value}, l.key) and (${column}, list_key) <= (${value}, l.key)
        and ${column} is not null
      order by ${column}, list_key, moved_cents, id limit ${few}) r`;
  return { ids };
}

function daysOf({ from, to }: Narrowing): Way | undefined {
  if (from === undefined && to === undefined) return undefined;
  const ids: Way['ids'] = (query, _, few) => `select id from requests
    where created_at >= ${query.value(from ?? '-infinity')}::timestamptz
    and created_at < ${query.value(to ?? 'infinity')}::timestamptz order by created_at, id limit ${few}`;
  return { ids };
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

/** More than any request can be about. */
const mostCents = 10n ** 15n;

/**
 * Conditions that are checked on each row. They compare expressions such as `moved_cents + 0`, which are in no index,
 * so that no plan takes another index than the one that is walked.
 */
export function residualsOf(narrowing: Narrowing, query: Query): string[] {
  const { from, to, least, most, networks, decidedBy, clients, notOf, taken } = narrowing;
  const held = `exists (select from taken_requests t where t.request = requests.id and ${isTaken}`;
  const when = (value: unknown, condition: (written: string) => string) =>
    value === undefined ? [] : [condition(query.value(value))];
  return [
    ...when(from, (at) => `least(created_at) >= ${at}::timestamptz`),
    ...when(to, (at) => `least(created_at) < ${at}::timestamptz`),
    ...when(least, (cents) => `moved_cents + 0 >= ${cents}`),
    ...when(most, (cents) => `moved_cents + 0 <= ${cents}`),
    ...when(networks, (names) => `network || '' = any (${names}::text[])`),
    ...when(decidedBy, (admin) => `decided_by + 0 = ${admin}`),
    ...when(clients, (ids) => `client + 0 = any (${ids}::bigint[])`),
    ...when(
      notOf,
      (admin) => `asked_by is distinct from ${admin} and not exists (select from proposals
      where kind = 'verdict' and subject = apply_id and state = 'Pending' and proposed_by = ${admin})`,
    ),
    ...(taken === 'nobody' ? [`not ${held})`] : when(taken, (admin) => `${held} and t.admin = ${admin})`)),
  ];
}
