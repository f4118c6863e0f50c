/**
 * One list of requests for all screens: a client's records, the queues and the archives of admins, of any kind. A list
 * is merged from a few short ones, one for each kind, platform and state (listkeys.server.ts), so that it is as fast
 * with millions of requests as with ten. Pages reach the first 10,000 rows; `after`, the last row's apply id, reaches
 * all.
 */
import { deepest, reached, refusalOfReach, totalOf } from '#kernel/page.ts';
import { insist } from '#kernel/refusal.ts';
import type { Cents } from '#kernel/money.ts';
import { cachedCount } from '#server/counts.server.ts';
import type { Database } from '#server/database.server.ts';
import { nameOfText } from '#server/forms.server.ts';
import { listKeysOf, listsOf, reading, type Lists } from './listkeys.server.ts';
import { allFor, searchFor } from './search.server.ts';
import type { KindName } from '#kinds/kinds.ts';
import type { State, Verdict } from '#kinds/life.ts';
import type { Platform } from '#platforms/platforms.ts';
import { proposed, requestColumns, type ProposedVerdict, type Request } from './requests.store.server.ts';

export type ListedRequest = Request & {
  person: { publicId: string; username: string; email: string; contact1: string; walletCents: Cents };
  /** A verdict that waits for a second admin. */
  waits: (ProposedVerdict & { id: string; byName: string; byEmail: string }) | null;
  decidedByName: string | null;
};

export type Listing = {
  kinds: readonly KindName[];
  platforms?: readonly Platform[] | undefined;
  states?: readonly State[] | undefined;
  /** Only this client's. */
  client?: bigint | undefined;
  /** The beginning of an apply id, Ads ID or transaction id, or any part of the client's name or address. */
  q?: string | undefined;
  sort?: 'createdAt' | '-createdAt' | (string & {}) | undefined;
  page?: number | undefined;
  limit?: number | undefined;
  after?: string | undefined;
};

type Listed = { rows: ListedRequest[]; total: number; more?: true; page: number; limit: number };

/** A page of requests, newest first unless `sort` is `createdAt`; two round trips, made at the same time. */
export async function listRequests(db: Database, listing: Listing): Promise<Listed> {
  const { page = 1, limit = 50 } = listing;
  insist(refusalOfReach({ page, limit, after: listing.after }));
  // A search that did not fill its page is counted by that. Everything else is counted while the rows are read.
  const finding = rowsOf(db, listing, page, limit);
  const counting = listing.q?.trim()
    ? finding.then((found) => totalOf(found.length, listing) ?? countOf(db, listing))
    : countOf(db, listing);
  const [rows, counted] = await Promise.all([finding, counting]);
  return { rows, ...reached(counted), page, limit };
}

/** One request as lists show it; `client` makes strangers' requests invisible. */
export async function findRequest(
  db: Database,
  { applyId, client, kinds }: { applyId: string; client?: bigint; kinds?: readonly KindName[] },
): Promise<ListedRequest | undefined> {
  const [row] = await db.query<Shown>('requests.find', `${shown} where r.apply_id = $1`, [applyId.trim()]);
  if (!row || (client !== undefined && row.client !== client) || (kinds && !kinds.includes(row.kind))) return undefined;
  return asListed(row);
}

/**
 * The latest requests in each of these groups of lists for each of these people, newest first; one round trip however
 * many they are. The people are known already, so they are not read again for every row. Their ids are passed as an
 * array, here and below: with a join the planner may expect so many of them that it reads all requests in order
 * instead.
 */
export async function latestOf(
  db: Database,
  people: ReadonlyMap<bigint, ListedRequest['person']>,
  groups: readonly Lists[],
  each: number,
): Promise<ListedRequest[]> {
  const { where, order } = reading('l.key', { client: 'c.client', up: false });
  const ofGroup = (group: Lists) => `(select latest.id from unnest(array[${listKeysOf(group).join(', ')}]) l (key)
    cross join lateral (select id from requests where ${where} ${order} limit $2) latest
      order by latest.id desc limit $2)`;
  const text = `select ${requestColumns}, ${verdictColumns} from requests r ${proposed} where r.id = any (array(
       select latest.id from unnest($1::bigint[]) c (client)
         cross join lateral (${groups.map(ofGroup).join(' union all ')}) latest))
     order by r.id desc`;
  const rows = await db.query<Told>(nameOfText('requests.latest', text), text, [[...people.keys()], each]);
  return rows.map((row) => withPerson(row, people.get(row.client)!));
}

/** Those of these that still wait for a decision, oldest first. */
export async function waitingAmong(db: Database, applyIds: readonly string[]): Promise<Listed> {
  const rows = await db.query<Shown>(
    'requests.waiting_among',
    `${shown} where r.apply_id = any ($1) and r.state = 'Pending' order by r.id`,
    [applyIds],
  );
  return { rows: rows.map(asListed), total: rows.length, page: 1, limit: rows.length };
}

/** Approvals that an admin wants to reverse, and another admin has still to confirm that; the oldest hundred. */
export async function waitingReversals(db: Database): Promise<ListedRequest[]> {
  const rows = await db.query<Shown>(
    'requests.reversals',
    `${shown} where r.apply_id = any (array(
       select subject from proposals where kind = 'verdict' and state = 'Pending'
         and payload ->> 'verdict' = 'reverse'))
     order by w.at limit 100`,
    [],
  );
  return rows.map(asListed);
}

/** A request with who decided it, and with the verdict that waits. */
type Told = Request & {
  decidedByName: string | null;
  waitsVerdict: Verdict | null;
  waitsId: string;
  waitsBy: bigint;
  waitsByName: string;
  waitsByEmail: string;
  waitsAt: Date;
  waitsDetails: ProposedVerdict['details'];
};

export type Shown = Told & ListedRequest['person'];

const verdictColumns = `(select name from people where id = r.decided_by) as "decidedByName",
    w.payload ->> 'verdict' as "waitsVerdict", w.public_id as "waitsId", w.proposed_by as "waitsBy",
    w.by_name as "waitsByName", (select email from people where id = w.proposed_by) as "waitsByEmail",
    w.at as "waitsAt", w.payload as "waitsDetails"`;

/** The select list and joins that give a row of a list; `r` is the request. */
export const shown = `select ${requestColumns}, ${verdictColumns}, u.public_id as "publicId", u.name as username,
  u.email, u.phone as contact1, coalesce(b.balance, 0) as "walletCents"
  from requests r
  join clients u on u.id = r.client
  left join balances b on b.account = 'wallet:' || r.client
  ${proposed}`;

export function asListed(row: Shown): ListedRequest {
  const { publicId, username, email, contact1, walletCents } = row;
  return withPerson(row, { publicId, username, email, contact1, walletCents });
}

/**
 * Changes the row itself. Copying thousands of rows for one page took longer than everything else that is done with
 * them.
 */
function withPerson(row: Told, person: ListedRequest['person']): ListedRequest {
  const {
    waitsVerdict: verdict,
    waitsId: id,
    waitsBy: by,
    waitsByName: byName,
    waitsByEmail: byEmail,
    waitsAt: at,
    waitsDetails: details,
  } = row;
  const waits = verdict ? { id, verdict, by, byName, byEmail, at, details } : null;
  return Object.assign(row, { person, waits });
}

async function rowsOf(db: Database, listing: Listing, page: number, limit: number): Promise<ListedRequest[]> {
  const up = listing.sort === 'createdAt';
  const query = new Query();
  // `after` goes on from its row; pages count from the beginning.
  const skip = listing.after ? 0 : (page - 1) * limit;
  const beside = listing.after ? rowBefore(listing.after, listing, query) : undefined;
  const most = query.value(skip + limit);
  const order = `order by id ${up ? '' : 'desc'}`;
  const { before, ids } = idsOf(listing, query, { beside, up, most });
  if (ids.length === 0) return [];
  const text = `${before}${shown}
    where r.id = any (array(select id from (${ids.join(union(listing))}) ids ${order}
    limit ${query.value(limit)} offset ${query.value(skip)})) ${order.replace('id', 'r.id')}`;
  const rows = await query.run<Shown>(db, 'rows', text);
  return rows.map(asListed);
}

/**
 * The row after which a client's list goes on has to be the client's own: otherwise what follows would tell them that
 * somebody else's request exists, and since when.
 */
function rowBefore(applyId: string, { client }: Listing, query: Query): string {
  const own = client === undefined ? '' : ` and client = ${query.value(client)}`;
  return `(select id from requests where apply_id = ${query.value(applyId.trim())}${own})`;
}

/** How many rows a list has, counted to one more than pages reach; one round trip. */
export async function countOf(db: Database, listing: Listing): Promise<number> {
  const query = new Query();
  const text = countingOf(listing, query);
  if (text === undefined) return 0;
  const counting = async () => {
    const rows = await query.run<{ count: number }>(db, 'count', text);
    return rows[0]!.count;
  };
  return cachedCount(db, query.nameOf(text), counting, { search: listing.q?.trim() });
}

function countingOf(listing: Listing, query: Query): string | undefined {
  const q = listing.q?.trim();
  const lists = listsOf(listing);
  if (lists.length === 0) return undefined;
  if (q && listing.client === undefined) return allFor({ q, lists, write: (value) => query.value(value) }, deepest + 1);
  const { before, ids } = idsOf(listing, query, { up: true, most: String(deepest + 1) });
  return `${before}select count(*)::int as count
    from (select from (${ids.join(union(listing))}) found limit ${deepest + 1}) counted`;
}

/** From which row on (SQL for its id), in which direction, and how many at most (SQL). */
type Reach = { beside?: string | undefined; up: boolean; most: string };

/**
 * Statements that give a list's ids: one for each short list, read from one end; and for a search those that find rows
 * by other indexes.
 */
function idsOf(listing: Listing, query: Query, { beside, up, most }: Reach): { before: string; ids: string[] } {
  const q = listing.q?.trim();
  const lists = listsOf(listing);
  const client = listing.client === undefined ? undefined : query.value(listing.client);
  if (lists.length === 0) return { before: '', ids: [] };
  const search = q ? searchFor({ q, client, lists, write: (value) => query.value(value) }) : undefined;
  const walked = lists.map((list) => {
    const { where, order } = reading(list.key, { client, up, beside });
    return `(select id from requests where ${where}${search?.walking(list) ?? ''} ${order} limit ${most})`;
  });
  return { before: search?.before ?? '', ids: [...found(search?.ways ?? [], { beside, up, most }), ...walked] };
}

/**
 * Ordered by `id + 0`, which is in no index: otherwise the planner might walk all requests in the order of their ids.
 */
function found(ways: readonly string[], { beside, up, most }: Reach): string[] {
  const cursor = beside === undefined ? '' : ` and id ${up ? '>' : '<'} ${beside}`;
  return ways.map(
    (way) => `(select id from requests where ${way}${cursor} order by id + 0 ${up ? '' : 'desc'} limit ${most})`,
  );
}

/** Two lists have no row in common, but a search can find one row in two ways. */
function union({ q }: Listing): string {
  return q?.trim() ? ' union ' : ' union all ';
}

/**
 * Collects the values of a statement that is put together from parts. They are never part of its text, so that
 * PostgreSQL can prepare each text once a connection.
 */
export class Query {
  readonly #values: unknown[] = [];

  value(value: unknown): string {
    return `$${this.#values.push(value)}`;
  }

  /** The statement and its values as one text, under which its count can be cached. */
  nameOf(text: string): string {
    return `${text} ${this.#values.join('|')}`;
  }

  run<Row>(db: Database, what: string, text: string): Promise<Row[]> {
    return db.query<Row>(nameOfText(`requests.${what}`, text), text, this.#values);
  }
}
