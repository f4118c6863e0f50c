/** SQL of the admins' lists of clients. Private to clients/. */
import { deepest } from '#kernel/page.ts';
import type { ClientId, PersonId } from '#kernel/ids.ts';
import { openMicros } from '#ledger/ledger.server.ts';
import type { Micros } from '#ledger/spending.ts';
import { makesActive } from '#requests/kinds.server.ts';
import { waitingOf } from '#requests/open.server.ts';
import { cachedCount } from '#server/counts.server.ts';
import type { Database } from '#server/database.server.ts';
import { hasSecondFactor } from '#users/people.server.ts';
import { holding, sortOf, type Holding, type Write } from '#server/like.server.ts';
import { itsPeople } from '#users/clients.server.ts';

export type ClientRow = {
  id: ClientId;
  publicId: string;
  name: string;
  email: string;
  phone: string;
  country: string;
  pincode: string;
  createdAt: Date;
  disabled: boolean;
  walletCents: bigint;
  heldCents: bigint;
};

export type ClientList = { q: string; sort: string; page: number; limit: number; after: string; active: boolean };

/**
 * Asked of one client at a time, of those who carry the mark that approving leaves (`approved_lately`), which includes
 * all of them. Not `exists`, which the planner would turn into a join with everything that was ever approved.
 */
const isActive = `(select true from requests r where r.client = clients.id and ${makesActive('r.')} limit 1)`;

const isOpen = 'closed_at is null';

/**
 * By a part of the name, address or phone, or by the whole id; each apart, as what an index found of both would be
 * compared again.
 */
function searchFor(q: string, write: Write): Holding & { byId: string } {
  return { ...holding(['name', 'email', 'phone'], q, write), byId: `public_id = ${write(q.toUpperCase())}` };
}

/** A page of clients; one round trip. */
export function listClients(db: Database, list: ClientList): Promise<ClientRow[]> {
  const values: unknown[] = [];
  const value = (each: unknown) => `$${values.push(each)}`;
  const down = list.sort.startsWith('-');
  const byName = list.sort.endsWith('username');
  // Active ones are walked by an index that has the mark in front, and asked for in that order, so that no other index
  // will do: through all clients the way to the first active one may be long.
  const columns = [...(list.active ? ['approved_lately'] : []), ...(byName ? ['lower(name)'] : []), 'id'];
  const order = `order by ${columns.map((column) => `${column} ${down ? 'desc' : 'asc'}`).join(', ')}`;
  const marked = list.active ? ' and approved_lately and approved_lately >= true' : '';
  const place = `(select ${columns.join(', ').replace('approved_lately', 'true')} from clients
    where public_id = ${list.after === '' ? 'null' : value(list.after)})`;
  const cursor = list.after === '' ? '' : ` and (${columns.join(', ')}) ${down ? '<' : '>'} ${place}`;
  const skip = list.after === '' ? (list.page - 1) * list.limit : 0;
  // Numbers in the text, so that the planner knows how short a page is; only first pages are worth remembering.
  const page = {
    range: `${isOpen}${marked}${cursor}`,
    order,
    slice: `limit ${Number(list.limit)} offset ${Number(skip)}`,
    room: Number(skip) + Number(list.limit),
  };
  const text = `select u.id, u.public_id as "publicId", u.name, u.email, u.phone, u.country,
    u.pincode, u.created_at as "createdAt",
      u.disabled_at is not null as disabled,
      coalesce((select balance::bigint from balances where account = 'wallet:' || u.id), 0) as "walletCents",
      coalesce((select balance::bigint from balances where account = 'held:' || u.id), 0) as "heldCents"
    from (${pageOf(list, page, value)}) u
    ${order.replaceAll(/\b(id|name|approved_lately)\b/g, 'u.$1')}`;
  const shape = `clients.list ${byName} ${down} ${list.active} ${list.q && sortOf(list.q)} ${list.after !== ''} ${list.limit}`;
  return db.query<ClientRow>(skip === 0 ? shape : '', text, values);
}

/** `room` for this page and those before it. */
type Page = { range: string; order: string; slice: string; room: number };

const few = 1_000;

/** So many are compared with what is sought before an index is asked: `example.com` fills a page with the first. */
const looked = 1_000;

/**
 * A page of a search either is full with the first of the list, or sorts the few that an index of parts finds, or
 * walks the list where a word is so common that its page is soon full. Connections plan without looking at the word, so
 * the statement carries all ways and takes one. Whether a client is active is asked last and in order, of no more
 * clients than the page has room for.
 */
function pageOf({ q, active }: ClientList, { range, order, slice, room }: Page, value: Write): string {
  const isShown = active ? isActive : 'true';
  if (q === '') return `select * from clients where ${range} and ${isShown} ${order} ${slice}`;
  const { found, walked, byId } = searchFor(q, value);
  // Of active ones the first are not looked at: whether they are active would be asked of each.
  const first = `select * from (select * from clients where ${range} ${order} limit ${looked}) clients
      where ${active ? 'false' : `(${walked} or ${byId})`}`;
  return `with first as materialized (${first}),
    full_page as materialized (select count(*) >= ${room} as is_full from first),
    few as materialized ((select id from clients
      where not (select is_full from full_page) and ${active ? 'approved_lately and ' : ''}${found} limit ${few + 1})
      union all select id from clients where ${byId})
    (select * from first where (select is_full from full_page) ${order} ${slice})
    union all
    (select * from (select * from clients where id = any (array(select id from few))
    and ${range} ${order} offset 0) clients
     where not (select is_full from full_page) and (select count(*) from few) <= ${few} and ${isShown}
     ${order} ${slice})
    union all
    (select * from clients where ${range} and (${walked} or ${byId}) and (select count(*) from few) > ${few}
    and ${isShown} ${order} ${slice})`;
}

/** How many there are, exact up to 10 000; one round trip. */
export async function countClients(db: Database, list: Narrowed): Promise<number> {
  const values: unknown[] = [];
  const text = `select count(*)::int as count from (${foundIn(list, values)}) found`;
  const counting = async () => {
    const rows = await db.query<{ count: number }>(`clients.count ${nameOf(list)}`, text, values);
    return rows[0]!.count;
  };
  return cachedCount(db, `${list.active} ${list.q}`, counting, { search: list.q });
}

export type ClientSums = { walletCents: bigint; heldCents: bigint };

/** What all of them have, exactly; undefined where they are more than pages can reach. One round trip. */
export async function sumClients(db: Database, list: Narrowed): Promise<ClientSums | undefined> {
  const values: unknown[] = [];
  // One look-up a balance: balances are never read as a whole.
  const sum = (place: string) =>
    `coalesce(sum((select balance from balances where account = '${place}:' || found.id)), 0)::bigint`;
  const [row] = await db.query<ClientSums & { count: number }>(
    `clients.sum ${nameOf(list)}`,
    `select count(*)::int as count, ${sum('wallet')} as "walletCents", ${sum('held')} as "heldCents"
     from (${foundIn(list, values)}) found`,
    values,
  );
  return row!.count > deepest ? undefined : row;
}

type Narrowed = Pick<ClientList, 'q' | 'active'>;

function nameOf({ active, q }: Narrowed): string {
  return `${active} ${q && sortOf(q)}`;
}

/** The ids of all that is found, or of one more than pages can reach. */
function foundIn({ active, q }: Narrowed, values: unknown[]): string {
  const search = q === '' ? undefined : searchFor(q, (each) => `$${values.push(each)}`);
  const all = (those: string) =>
    `select id from clients where ${isOpen}${active ? ` and approved_lately and ${isActive}` : ''}
     and ${those} limit ${deepest + 1}`;
  const ids = search ? `(${all(search.found)}) union (${all(search.byId)})` : all('true');
  return `select id from (${ids}) ids limit ${deepest + 1}`;
}

type OneClient = ClientRow & {
  owner: PersonId;
  mobile: string;
  contactMethod: string;
  agencyAds: unknown;
  emailVerified: boolean;
  twoFactor: boolean;
  disabledAt: Date | null;
  closedAt: Date | null;
  lastSignIn: Date | null;
  inAdAccountsCents: bigint;
  adAccounts: number;
  pending: number;
};

export async function oneClient(db: Database, publicId: string): Promise<OneClient | undefined> {
  const rows = await db.query<OneClient>(
    'clients.one',
    `select u.id, u.public_id as "publicId", u.name, u.email, u.phone, u.country, u.pincode,
     u.created_at as "createdAt",
       o.id as owner, o.phone as mobile, u.contact_method as "contactMethod", u.agency_ads as "agencyAds",
       o.email_verified_at is not null as "emailVerified", ${hasSecondFactor('o')} as "twoFactor",
       u.disabled_at is not null as disabled, u.disabled_at as "disabledAt", u.closed_at as "closedAt",
       (select max(s.created_at) from members m join sessions s on s.person = m.person and s.acting_admin is null
        where m.client = u.id) as "lastSignIn",
       coalesce((select balance::bigint from balances where account = 'wallet:' || u.id), 0) as "walletCents",
       coalesce((select balance::bigint from balances where account = 'held:' || u.id), 0) as "heldCents",
       coalesce((select sum(cents)::bigint from ad_totals where client = u.id), 0) as "inAdAccountsCents",
       coalesce((select sum(accounts)::int from ad_totals where client = u.id), 0) as "adAccounts",
       ${waitingOf('u.id')} as pending
     from clients u join members m on m.client = u.id and m.role = 'Owner' join people o on o.id = m.person
     where u.public_id = $1`,
    [publicId],
  );
  return rows[0];
}

type Changed = { client: ClientId; people: PersonId[] };

/** Which client it is and everybody who acts for it, or undefined where nothing was to change. */
export async function setDisabled(tx: Database, publicId: string, disabled: boolean): Promise<Changed | undefined> {
  const rows = await tx.query<Changed>(
    'clients.set_disabled',
    `update clients set disabled_at = case when $2 then now() end
     where public_id = $1 and closed_at is null and (disabled_at is not null) <> $2
     returning id as client, ${itsPeople}`,
    [publicId, disabled],
  );
  return rows[0];
}

type AccountRow = {
  publicId: string;
  state: string;
  platform: string;
  adsId: string;
  balanceCents: bigint;
  feeLeftCents: bigint;
  openMicros: Micros | null;
};

/** The first two hundred open ad accounts of a client by platform and age; a page shows no more. */
export function adAccountsOfClient(db: Database, client: bigint): Promise<AccountRow[]> {
  return db.query<AccountRow>(
    'clients.ad_accounts',
    `select a.public_id as "publicId", a.state, a.platform, a.ads_id as "adsId",
       b.balance::bigint as "balanceCents", b.fee_left::bigint as "feeLeftCents", ${openMicros} as "openMicros"
     from (select * from ad_accounts where client = $1 and closed_at is null
       order by client, platform, request, place limit 200) a
     join balances b on b.account = 'ad:' || a.id left join spend_totals t on t.ad_account = a.id
     order by a.platform, a.request, a.place`,
    [client],
  );
}
