/**
 * The filters of the table of all requests, in SQL: as conditions on a row, and as ways to collect the rows where they
 * are few. A way asks for a range in the order of one index, so that no other index can answer it.
 */
import type { Query } from './list.server.ts';
import type { Narrowing } from './table.server.ts';
import { isTaken } from './taken.server.ts';

/**
 * SQL for the ids that one filter finds, `most` at most of each thing that it names; `keys` are the lists, SQL of an
 * array. There is always a limit beside the order: without it a plan might collect everything and sort it.
 */
export type Way = {
  ids: (query: Query, keys: () => string, most: number) => string;
  /** Set where the way is a range of the index by amount, or of the one by age. */
  of?: 'amounts' | 'days';
};

/** The filters that have an index of their own. */
export function waysOf(narrowing: Narrowing): Way[] {
  const { clients, decidedBy, networks, taken } = narrowing;
  const ways: (Way | undefined | false)[] = [
    clients && {
      ids: (query, _, few) => each(`${query.value(clients)}::bigint[]`, few, ['client', 'list_key', 'id'], `'', 0`),
    },
    networks && {
      ids: (query, _, few) => each(`${query.value(networks)}::text[]`, few, ['network', 'list_key', 'id'], `'', 0`),
    },
    decidedBy !== undefined && {
      ids: (query, _, few) =>
        each(`array[${query.value(decidedBy)}]::bigint[]`, few, ['decided_by', 'list_key', 'id'], `'', 0`),
    },
    networks && decidedBy !== undefined && bothOf(networks, decidedBy),
    networks && amountsOnNetworks(networks, narrowing),
    amountsOf(narrowing),
    daysOf(narrowing),
  ];
  if (typeof taken === 'bigint')
    ways.push({
      ids: (query) => `select request as id from taken_requests t where ${isTaken} and admin = ${query.value(taken)}`,
    });
  return ways.filter((way) => way !== undefined && way !== false);
}

function amountsOf({ least, most }: Narrowing): Way | undefined {
  if (least === undefined && most === undefined) return undefined;
  const ids: Way['ids'] = (query, keys, few) => `select r.id from unnest(${keys()}) l (key)
    cross join lateral (select id from requests
      where (list_key, moved_cents, id) >= (l.key, ${query.value(least ?? 0n)}, 0)
        and (list_key, moved_cents) <= (l.key, ${query.value(most ?? mostCents)})
        and list_key >= l.key and list_key <= l.key order by list_key, moved_cents, id limit ${few}) r`;
  return { ids, of: 'amounts' };
}

/** Over these networks and decided by this admin, by the index that has both. */
function bothOf(networks: readonly string[], decidedBy: bigint): Way {
  const ids: Way['ids'] = (query, _, few) => {
    const [values, admin] = [`${query.value(networks)}::text[]`, `${query.value(decidedBy)}::bigint`];
    return `select r.id from unnest(${values}) v (value) cross join lateral (select id from requests
      where (network, decided_by, list_key, id) >= (v.value, ${admin}, '', 0)
        and (network, decided_by) >= (v.value, ${admin}) and (network, decided_by) <= (v.value, ${admin})
        and network is not null and decided_by is not null
      order by network, decided_by, list_key, id limit ${few}) r`;
  };
  return { ids };
}

/** Of these amounts and over these networks. */
function amountsOnNetworks(networks: readonly string[], { least, most }: Narrowing): Way | undefined {
  if (least === undefined && most === undefined) return undefined;
  const ids: Way['ids'] = (query, keys, few) => `select r.id from unnest(${query.value(networks)}::text[]) v (value)
    cross join unnest(${keys()}) l (key) cross join lateral (select id from requests
      where (network, list_key, moved_cents, id) >= (v.value, l.key, ${query.value(least ?? 0n)}, 0)
        and (network, list_key, moved_cents) <= (v.value, l.key, ${query.value(most ?? mostCents)})
        and (network, list_key) >= (v.value, l.key) and (network, list_key) <= (v.value, l.key)
        and network is not null
      order by network, list_key, moved_cents, id limit ${few}) r`;
  return { ids };
}

function daysOf({ from, to }: Narrowing): Way | undefined {
  if (from === undefined && to === undefined) return undefined;
  const ids: Way['ids'] = (query, _, few) => `select id from requests
    where created_at >= ${query.value(from ?? '-infinity')}::timestamptz
    and created_at < ${query.value(to ?? 'infinity')}::timestamptz order by created_at, id limit ${few}`;
  return { ids, of: 'days' };
}

/** More than any request can be about. */
const mostCents = 10n ** 15n;

/** The first ids that have one of these values in the first column of an index, in the index's order. */
function each(values: string, most: number, index: readonly string[], least: string): string {
  const [column] = index;
  return `select r.id from unnest(${values}) v (value) cross join lateral (select id from requests
    where (${index.join(', ')}) >= (v.value, ${least}) and ${column} >= v.value and ${column} <= v.value
    order by ${index.join(', ')} limit ${most}) r`;
}

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
