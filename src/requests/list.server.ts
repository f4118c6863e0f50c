/**
 * One list of requests for all screens: records of a client, queues and archives of the admins, whatever the kind. A list is
 * a merge of a few index ranges, one per kind, platform and state, so that it is as fast with millions of requests as with
 * ten. Pages reach the first 10,000 rows; `after`, the last row's apply id, reaches all.
 */
import { spoken } from '#kernel/ids.ts';
import { deepest, refusalOfReach } from '#kernel/page.ts';
import { insist } from '#kernel/refusal.ts';
import type { Cents } from '#kernel/money.ts';
import { manyBelieved } from '#server/believed.server.ts';
import type { Database } from '#server/database.server.ts';
import { platforms, states as allStates, type KindName, type Platform, type State, type Verdict } from './requests.ts';
import { requestColumns, type Request } from './requests.store.server.ts';

export type ListedRequest = Request & {
  person: { publicId: string; username: string; email: string; contact1: string; walletCents: Cents };
  /** A verdict that waits for a second admin. */
  waits: { verdict: Verdict; by: bigint; byName: string; at: Date } | null;
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

export type Listed = { rows: ListedRequest[]; total: number; more?: true; page: number; limit: number };

/** A page of requests, newest first unless `sort` is `createdAt`; two round trips, made at the same time. */
export async function listRequests(db: Database, listing: Listing): Promise<Listed> {
  const { page = 1, limit = 50 } = listing;
  insist(refusalOfReach({ page, limit, after: listing.after }));
  const [rows, counted] = await Promise.all([rowsOf(db, listing, page, limit), countOf(db, listing)]);
  return { rows, total: Math.min(counted, deepest), ...(counted > deepest ? { more: true as const } : {}), page, limit };
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

/** The latest requests of each kind for each of these clients, newest first; one round trip however many they are. */
export async function latestOf(
  db: Database,
  clients: readonly bigint[],
  kinds: readonly KindName[],
  each: number,
): Promise<ListedRequest[]> {
  const rows = await db.query<Shown>(
    'requests.latest',
    `${shown} where r.id in (
       select latest.id from unnest($1::bigint[]) c (client) cross join unnest($2::request_kind[]) k (kind) cross join lateral (
         select range.id from unnest(array['Google', 'Bing', 'Facebook', null]::platform[]) p (platform)
         cross join unnest(enum_range(null::request_state)) s (state)
         cross join lateral (select id from requests where client = c.client and kind = k.kind and platform is not distinct from p.platform
           and state = s.state order by id desc limit $3) range
         order by range.id desc limit $3) latest)
     order by r.id desc`,
    [clients, kinds, each],
  );
  return rows.map(asListed);
}

type Shown = Request & {
  publicId: string;
  username: string;
  email: string;
  contact1: string;
  walletCents: Cents;
  decidedByName: string | null;
  waitsVerdict: Verdict | null;
  waitsBy: bigint;
  waitsByName: string;
  waitsAt: Date;
};

const shown = `select ${requestColumns}, u.public_id as "publicId", u.username, u.email, u.contact1, coalesce(b.balance, 0) as "walletCents",
    (select username from users where id = r.decided_by) as "decidedByName",
    w.verdict as "waitsVerdict", w.person as "waitsBy", w.username as "waitsByName", w.at as "waitsAt"
  from requests r
  join users u on u.id = r.client
  left join balances b on b.account = 'wallet:' || r.client
  left join lateral (
    select d.verdict, d.person, d.proposed, (select username from users where id = d.person) as username, d.at
    from decisions d where d.request = r.id order by d.id desc limit 1) w on w.proposed`;

function asListed({
  publicId,
  username,
  email,
  contact1,
  walletCents,
  waitsVerdict,
  waitsBy,
  waitsByName,
  waitsAt,
  ...request
}: Shown): ListedRequest {
  return {
    ...request,
    person: { publicId, username, email, contact1, walletCents },
    waits: waitsVerdict ? { verdict: waitsVerdict, by: waitsBy, byName: waitsByName, at: waitsAt } : null,
  };
}

async function rowsOf(db: Database, listing: Listing, page: number, limit: number): Promise<ListedRequest[]> {
  const up = listing.sort === 'createdAt';
  const query = new Query();
  // `after` goes ahead from its row; pages count from the beginning.
  const skip = listing.after ? 0 : (page - 1) * limit;
  const cursor = listing.after
    ? ` and id ${up ? '>' : '<'} (select id from requests where apply_id = ${query.value(listing.after.trim())})`
    : '';
  const order = `order by id ${up ? '' : 'desc'}`;
  const most = query.value(skip + limit);
  // What a search found is sorted by a sum, or the planner would rather walk all requests in the order of their ids.
  const inside = listing.q?.trim() ? order.replace('id', 'id + 0') : order;
  const ranges = [
    ...rangesOf(listing, query, 'select id from few').map(
      (range) => `(select id from requests where ${range}${cursor} ${inside} limit ${most})`,
    ),
    ...commonOf(listing, query).map((range) => `(select id from requests where ${range}${cursor} ${order} limit ${most})`),
  ];
  if (ranges.length === 0) return [];
  const text = `${fewOf(listing, query)}${shown} where r.id in (select id from (${ranges.join(union(listing))}) ids ${order} limit ${query.value(limit)} offset ${query.value(skip)}) ${order.replace('id', 'r.id')}`;
  const rows = await query.run<Shown>(db, 'rows', text);
  return rows.map(asListed);
}

/** How many a list has, at most one more than pages reach; one round trip. */
export async function countOf(db: Database, listing: Listing): Promise<number> {
  const query = new Query();
  const people = listing.q?.trim() && listing.client === undefined ? peopleNamed(listing.q.trim(), query) : '';
  const ranges = rangesOf(listing, query, people).map((range) => `(select id from requests where ${range} limit ${deepest + 1})`);
  if (ranges.length === 0) return 0;
  const text = `select count(*)::int as count from (select from (${ranges.join(union(listing))}) found limit ${deepest + 1}) counted`;
  return manyBelieved(db, query.nameOf(text), async () => {
    const rows = await query.run<{ count: number }>(db, 'count', text);
    return rows[0]!.count;
  });
}

/** The index ranges of a list: each an equality on (client,) kind, platform and state, so that ids come sorted out of it. */
function rangesOf(listing: Listing, query: Query, people: string): string[] {
  return listing.q?.trim() ? searched(listing, listing.q.trim(), query, people) : plainRanges(listing, query);
}

function plainRanges({ kinds, platforms: wanted, states = allStates, client }: Listing, query: Query): string[] {
  const mine = client === undefined ? '' : `client = ${query.value(client)} and `;
  return kinds.flatMap((kind) =>
    platformsOf(kind, wanted).flatMap((platform) =>
      states.map(
        (state) => `${mine}kind = '${kind}' and ${platform ? `platform = '${platform}'` : 'platform is null'} and state = '${state}'`,
      ),
    ),
  );
}

/** People whose name or address holds the text; words too short for the index of parts are looked for one by one. */
function peopleNamed(q: string, query: Query): string {
  const part = query.value(`%${q.replace(/[\\%_]/g, '\\$&')}%`);
  const column = (name: string) => (q.length < 3 ? `(${name} || '')` : name);
  return `select id from users where ${column('username')} ilike ${part} or ${column('email')} ilike ${part}`;
}

const few = 1_000;

/** The first people found: all of them, or enough to know that they are many. */
function fewOf({ q, client }: Listing, query: Query): string {
  return q?.trim() && client === undefined ? `with few as materialized (${peopleNamed(q.trim(), query)} limit ${few + 1}) ` : '';
}

/** A name that many bear is met soon by whoever walks the list itself, while collecting all they ever asked for takes long. */
function commonOf(listing: Listing, query: Query): string[] {
  const { q, client } = listing;
  if (!q?.trim() || client !== undefined) return [];
  const named = peopleNamed(q.trim(), query)
    .replace(/where (.*)$/, 'where id = requests.client and ($1)')
    .replace('select id', 'select true');
  return plainRanges(listing, query).map((range) => `${range} and (select count(*) from few) > ${few} and (${named})`);
}

/** Ranges have no row in common, but one row can be found in two ways. */
function union({ q }: Listing): string {
  return q?.trim() ? ' union ' : ' union all ';
}

/** Kinds that are about a platform, and those that are not. A list of one platform has no top-ups. */
function platformsOf(kind: KindName, wanted: readonly Platform[] | undefined): readonly (Platform | null)[] {
  const has = kind === 'application' || kind === 'deposit' || kind === 'refund';
  if (has) return wanted ?? platforms;
  return wanted ? [] : [null];
}

/**
 * Each way of being found is a range of its own index, so that a rare word costs nothing among millions. The
 * portal plans without looking at values, so nothing here may depend on the planner guessing how rare a word is.
 */
function searched({ kinds, platforms: wanted, states, client }: Listing, q: string, query: Query, people: string): string[] {
  const filters = [`kind = any (${query.value(kinds)}::request_kind[])`];
  if (wanted) filters.push(`platform = any (${query.value(wanted)}::platform[])`);
  if (states) filters.push(`state = any (${query.value(states)}::request_state[])`);
  if (client !== undefined) filters.push(`client = ${query.value(client)}`);
  // Beginnings as ranges: connections plan without looking at values, and find no index for `like $1`.
  const [least, beyond] = [query.value(q.toLowerCase()), query.value(`${q.toLowerCase()}\u{10ffff}`)];
  const ways = [
    `apply_id >= ${query.value(spoken(q))} and apply_id < ${query.value(`${spoken(q)}\u{10ffff}`)}`,
    ...['ads_id', 'transaction_id'].map((name) => `lower(${name}) ~>=~ ${least} and lower(${name}) ~<~ ${beyond}`),
  ];
  // A client searches among own requests, all of which are of the one name.
  if (client === undefined) ways.push(`client = any (array(${people}))`);
  return ways.map((way) => `${filters.join(' and ')} and ${way}`);
}

/** Collects the values of a statement that is put together; the same text is prepared once a connection. */
class Query {
  readonly #values: unknown[] = [];

  value(value: unknown): string {
    return `$${this.#values.push(value)}`;
  }

  /** The statement with its values, as one name. */
  nameOf(text: string): string {
    return `${text} ${this.#values.join('|')}`;
  }

  run<Row>(db: Database, what: string, text: string): Promise<Row[]> {
    return db.query<Row>(`requests.${what} ${nameOf(text)}`, text, this.#values);
  }
}

const names = new Map<string, number>();

/** A short name for each text that lists are made of; there are a few dozen, as values are never part of it. */
function nameOf(text: string): number {
  const name = names.get(text) ?? names.size + 1;
  names.set(text, name);
  return name;
}
