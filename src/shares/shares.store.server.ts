/** SQL of the table shares. Private to shares/. */
import { deepest, reached, totalOf } from '#kernel/page.ts';
import type { Platform } from '#platforms/platforms.ts';
import { cachedCount } from '#server/counts.server.ts';
import type { Database } from '#server/database.server.ts';
import { newId } from '#server/ids.server.ts';
import { commonName, holding, escapeLike, sortOf, veryCommonName, type Write } from '#server/like.server.ts';

type NewShare = { client: bigint; email: string; adsId: string; platform: Platform | null };

export async function insertShare(tx: Database, { client, email, adsId, platform }: NewShare): Promise<string> {
  const publicId = newId('SH');
  await tx.query(
    'shares.insert',
    'insert into shares (public_id, client, email, ads_id, platform) values ($1, $2, $3, $4, $5)',
    [publicId, client, email, adsId, platform],
  );
  return publicId;
}

export type ShareRow = {
  publicId: string;
  email: string;
  adsId: string;
  platform: Platform | null;
  createdAt: Date;
  userPublicId: string;
  username: string;
  userEmail: string;
  contact1: string;
};

/** The columns of a `ShareRow`, of a share `s` and its client `u`. */
const columns = `s.public_id as "publicId", s.email, s.ads_id as "adsId", s.platform, s.created_at as "createdAt",
  u.public_id as "userPublicId", u.name as username, u.email as "userEmail", u.phone as contact1`;

export type ShareListing = {
  /** Undefined for everybody's. */
  client?: bigint;
  platform?: Platform | undefined;
  /** Begins a Gmail address, or stands in a client's name or address. */
  q: string;
  oldestFirst: boolean;
  page: number;
  limit: number;
  after: string;
};

/**
 * A page of shares and how many there are, counted to 10 000. Two round trips; a search that does not fill its page is
 * counted by that.
 */
export async function listShares(
  db: Database,
  listing: ShareListing,
): Promise<{ rows: ShareRow[]; total: number; more?: true }> {
  const finding = rowsOf(db, listing);
  const counting =
    listing.q === ''
      ? countOf(db, listing)
      : finding.then((found) => totalOf(found.length, listing) ?? countOf(db, listing));
  const [rows, counted] = await Promise.all([finding, counting]);
  return { rows, ...reached(counted) };
}

/** Each shape of a list is a statement of its own, so that each finds its index. */
function nameOf({ client, platform, q }: ShareListing): string {
  return `${client !== undefined}${platform !== undefined}${q && sortOf(q)}`;
}

function conditionsOf({ client, platform, q }: ShareListing, write: Write): string {
  const parts = ['true'];
  if (client !== undefined) parts.push(`s.client = ${write(client)}`);
  if (platform !== undefined) parts.push(`s.platform = ${write(platform)}`);
  if (client !== undefined && q !== '')
    parts.push(`(${begins(q, write)} or s.ads_id ilike ${write(`%${escapeLike(q)}%`)})`);
  return parts.join(' and ');
}

/** A range instead of LIKE: a prepared plan finds the index without knowing the text. */
function begins(q: string, write: Write): string {
  return `s.gmail between ${write(q.toLowerCase())} and ${write(`${q.toLowerCase()}\u{10ffff}`)}`;
}

/**
 * More shares than this with Gmail addresses that begin alike are common; they may all be old, and then the whole log
 * is walked.
 */
const commonGmail = 20_000;

/**
 * Everybody's shares by a Gmail address or a name, each found by an index of its own, so that a million clients are not
 * looked through; what is common is met soon by walking the list.
 */
function searchFor(q: string, write: Write, reading: string): { before: string; ids: string } {
  const byGmail = begins(q, write);
  const { found, walked } = holding(['name', 'email'], q, write);
  const common = '(select so from common)';
  return {
    // The beginning is counted and then read again, both in the index alone: that is shorter than to keep what was
    // found.
    before: `with named as materialized (select id from clients where ${found} limit ${commonName + 1}),
      common as materialized (select (select count(*)
      from (select from shares s where ${byGmail} limit ${commonGmail + 1}) begun) > ${commonGmail}
        or (select count(*) from named) > ${commonName} as so) `,
    ids: `(select s.id from (select id, platform from shares s where ${byGmail} offset 0) s
      where not ${common} and ${reading})
      union (select s.id from shares s where not ${common} and s.id = any (array(
        select of.id from named n cross join lateral (select id from shares where client = n.id offset 0) of))
          and ${reading})
      union (select s.id from shares s
        where ${common} and (${byGmail} or (select true from clients where id = s.client and ${walked}))
        and ${reading})`,
  };
}

function rowsOf(db: Database, listing: ShareListing): Promise<ShareRow[]> {
  const values: unknown[] = [];
  const write = (value: unknown) => `$${values.push(value)}`;
  const up = listing.oldestFirst;
  const own = () => (listing.client === undefined ? '' : ` and client = ${write(listing.client)}`);
  const beside = listing.after
    ? ` and s.id ${up ? '>' : '<'} (select id from shares where public_id = ${write(listing.after)}${own()})`
    : '';
  const skip = listing.after ? 0 : (Number(listing.page) - 1) * Number(listing.limit);
  const order = up ? 'asc' : 'desc';
  const reading = `${conditionsOf(listing, write)}${beside}
    order by s.id ${order} limit ${skip + Number(listing.limit)}`;
  const { before, ids } =
    listing.client === undefined && listing.q !== ''
      ? searchFor(listing.q, write, reading)
      : { before: '', ids: `select s.id from shares s where ${reading}` };
  // Numbers in the text, so that the planner knows how short a page is; only first pages are worth remembering.
  return db.query<ShareRow>(
    skip === 0 ? `shares.list ${nameOf(listing)}${up}${beside !== ''} ${listing.limit}` : '',
    `${before}select ${columns} from shares s join clients u on u.id = s.client
     where s.id = any (array(select id from (${ids}) ids
       order by id ${order} limit ${Number(listing.limit)} offset ${skip}))
     order by s.id ${order}`,
    values,
  );
}

/** Shares of a client on a platform, or on none, in whose text this Ads ID stands; newest first. */
export function sharesNaming(
  db: Database,
  { client, platform, key }: { client: bigint; platform: Platform; key: string },
): Promise<ShareRow[]> {
  return db.query<ShareRow>(
    'shares.naming',
    `select ${columns} from shares s join clients u on u.id = s.client
     where s.client = $1 and coalesce(s.platform, $2) = $2
       and strpos(regexp_replace(lower(s.ads_id), '[[:space:]-]', '', 'g'), $3) > 0
     order by s.id desc limit 200`,
    [client, platform, key],
  );
}

function countOf(db: Database, listing: ShareListing): Promise<number> {
  const values: unknown[] = [];
  const write = (value: unknown) => `$${values.push(value)}`;
  const most = deepest + 1;
  const conditions = conditionsOf(listing, write);
  const all = (where: string) => `(select s.id from shares s where ${where} and ${conditions} limit ${most})`;
  const { before, ids } =
    listing.client === undefined && listing.q !== ''
      ? countFor(listing.q, write, all)
      : { before: '', ids: all('true') };
  const text = `${before}select count(*)::int as count from (select from (${ids}) ids limit ${most}) counted`;
  const counting = async () => {
    const rows = await db.query<{ count: number }>(`shares.count ${nameOf(listing)}`, text, values);
    return rows[0]!.count;
  };
  return cachedCount(db, `shares ${text} ${values.join('|')}`, counting, { search: listing.q });
}

function countFor(q: string, write: Write, all: (where: string) => string): { before: string; ids: string } {
  const { found, walked } = holding(['name', 'email'], q, write);
  const everybody = `(select count(*) from named) > ${veryCommonName}`;
  const ways = [
    begins(q, write),
    `not (${everybody}) and s.client = any (array(select id from named))`,
    `${everybody} and (select true from clients where id = s.client and ${walked})`,
  ];
  return {
    before: `with named as materialized (select id from clients where ${found} limit ${veryCommonName + 1}) `,
    ids: ways.map(all).join(' union '),
  };
}
