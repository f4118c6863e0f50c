/** SQL of the table shares. Private to shares/. */
import { randomBytes } from 'node:crypto';
import { speakable } from '#kernel/ids.ts';
import { deepest, reached } from '#kernel/page.ts';
import type { Platform } from '#requests/requests.ts';
import type { Database } from '#server/database.server.ts';
import { literally } from '#server/like.server.ts';

export type NewShare = { client: bigint; email: string; adsId: string; platform: Platform | null };

export async function insertShare(tx: Database, { client, email, adsId, platform }: NewShare): Promise<string> {
  const publicId = speakable('SH', randomBytes(5));
  await tx.query('shares.insert', 'insert into shares (public_id, client, email, ads_id, platform) values ($1, $2, $3, $4, $5)', [
    publicId,
    client,
    email,
    adsId,
    platform,
  ]);
  return publicId;
}

export type ShareRow = {
  public_id: string;
  email: string;
  ads_id: string;
  platform: Platform | null;
  created_at: Date;
  user_public_id: string;
  username: string;
  user_email: string;
  contact1: string;
};

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

/** A page of shares and how many there are, counted to 10 000. Two round trips at the same time. */
export async function listShares(db: Database, listing: ShareListing): Promise<{ rows: ShareRow[]; total: number; more?: true }> {
  const [rows, counted] = await Promise.all([rowsOf(db, listing), countOf(db, listing)]);
  return { rows, ...reached(counted) };
}

/** Text of the condition; each shape of a list is a statement of its own, so that each finds its index. */
function condition({ client, platform, q }: ShareListing): { text: string; name: string; values: unknown[] } {
  const values: unknown[] = [];
  const parts: string[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  if (client !== undefined) parts.push(`s.client = ${add(client)}`);
  if (platform !== undefined) parts.push(`s.platform = ${add(platform)}`);
  if (q !== '') {
    // A range instead of LIKE: a prepared plan finds the index without knowing the text.
    const begins = add(q.toLowerCase());
    const contains = add(`%${literally(q)}%`);
    const byGmail = (of: string) => `lower(${of}.email) collate "C" between ${begins} and ${begins} || chr(1114111)`;
    // Found one way or the other: each way is an index of its own, so that a million clients are not looked through.
    parts.push(
      client === undefined
        ? `s.id in (select g.id from shares g where ${byGmail('g')}
            union select c.id from users u join shares c on c.client = u.id where u.username ilike ${contains} or u.email ilike ${contains})`
        : `(${byGmail('s')} or s.ads_id ilike ${contains})`,
    );
  }
  return {
    text: parts.length > 0 ? `where ${parts.join(' and ')}` : '',
    name: `${client !== undefined}${platform !== undefined}${q !== ''}`,
    values,
  };
}

function rowsOf(db: Database, listing: ShareListing): Promise<ShareRow[]> {
  const { text, name, values } = condition(listing);
  const add = (value: unknown) => `$${values.push(value)}`;
  const up = listing.oldestFirst;
  const cursor = listing.after
    ? `${text === '' ? 'where' : ' and'} s.id ${up ? '>' : '<'} (select id from shares where public_id = ${add(listing.after)})`
    : '';
  const skip = listing.after ? 0 : (listing.page - 1) * listing.limit;
  return db.query<ShareRow>(
    `shares.list ${name}${up}${cursor !== ''}`,
    `select s.public_id, s.email, s.ads_id, s.platform, s.created_at, u.public_id as user_public_id, u.username, u.email as user_email, u.contact1
     from shares s join users u on u.id = s.client ${text}${cursor}
     order by s.id ${up ? 'asc' : 'desc'} limit ${add(listing.limit)} offset ${add(skip)}`,
    values,
  );
}

async function countOf(db: Database, listing: ShareListing): Promise<number> {
  const { text, name, values } = condition(listing);
  const rows = await db.query<{ count: number }>(
    `shares.count ${name}`,
    `select count(*)::int as count from (select from shares s ${text} limit ${deepest + 1}) counted`,
    values,
  );
  return rows[0]!.count;
}
