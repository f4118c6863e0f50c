/** SQL of the tables messages and threads. Private to support/. */
import { normalisedAdsId, type ClientId, type PersonId } from '#kernel/ids.ts';
import { deepest } from '#kernel/page.ts';
import type { Database } from '#server/database.server.ts';
import type { Write } from '#server/like.server.ts';
import { escapeLike } from '#server/like.server.ts';
import type { KindName } from '#kinds/kinds.ts';
import { waitingStates } from '#kinds/life.ts';
import { kindsOfAdmins } from '#requests/hidden.ts';
import { gatherMinutes, type About, type Named, type Side } from './support.ts';

export type Subject = About & {
  client: ClientId;
  /** Null of an ad account. */
  kind: KindName | null;
  closed: boolean;
  unread: number;
  unansweredSince: Date | null;
};

/**
 * What this names, where it is this client's; anybody's for an admin. What a client may not know of is nobody's
 * subject.
 */
export async function findSubject(
  db: Database,
  { applyId, id }: Named,
  client: bigint | undefined,
): Promise<Subject | undefined> {
  const rows = await db.query<Subject>(
    'support.subject',
    `select s.subject, s.client, s.kind, s.platform, s."adsId", s.nickname, c.closed_at is not null as closed,
       coalesce(case when $3::bigint is null then t.agency_unread else t.client_unread end, 0) as unread,
       t.unanswered_since as "unansweredSince"
     from (select apply_id as subject, client, kind, platform, null as "adsId", null as nickname from requests
       where apply_id = $1 and (kind <> all ($4) or state::text <> all ($5))
       union all select public_id, client, null, platform, ads_id, nickname from ad_accounts where public_id = $2) s
     join clients c on c.id = s.client left join threads t using (subject)
     where $3::bigint is null or s.client = $3`,
    [applyId.toUpperCase(), id.toUpperCase(), client ?? null, kindsOfAdmins, waitingStates],
  );
  return rows[0];
}

export type MessageRow = {
  publicId: string;
  at: Date;
  side: Side;
  person: PersonId;
  by: string;
  text: string;
};

const shown = 'public_id as "publicId", at, side, person, person_name as by, text';

/** Those about a subject, newest first, before one of them where that is named. */
export function messagesOf(db: Database, subject: string, before: string, limit: number): Promise<MessageRow[]> {
  return db.query<MessageRow>(
    'support.messages',
    `select ${shown} from messages
     where subject = $1 and ($2 = '' or id < (select id from messages where public_id = $2 and subject = $1))
     order by id desc limit $3`,
    [subject, before, limit],
  );
}

type NewMessage = {
  publicId: string;
  client: bigint;
  subject: string;
  side: Side;
  text: string;
  person: bigint;
  key: string | null;
};

/** Undefined where this person has made this attempt before. */
export async function insertMessage(
  tx: Database,
  message: NewMessage,
): Promise<(MessageRow & { id: bigint }) | undefined> {
  const rows = await tx.query<MessageRow & { id: bigint }>(
    'support.insert',
    `insert into messages (public_id, client, subject, side, text, person, key) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (person, key) do nothing returning id, ${shown}`,
    [message.publicId, message.client, message.subject, message.side, message.text, message.person, message.key],
  );
  return rows[0];
}

export async function messageByKey(
  db: Database,
  person: bigint,
  key: string,
): Promise<MessageRow & { subject: string }> {
  const rows = await db.query<MessageRow & { subject: string }>(
    'support.by_key',
    `select ${shown}, subject from messages where person = $1 and key = $2`,
    [person, key],
  );
  return rows[0]!;
}

/** The message of a thread `t` up to which it was read: the one that is named, else the newest. */
const read = (named: string) =>
  `coalesce((select m.id from messages m where m.public_id = ${named} and m.subject = t.subject), t.last_message)`;
/** By the row alone, which is locked: another look at `messages` would not see what is committed meanwhile. */
const isRead = (named: string) => `t.last_message <= ${read(named)}`;

type Said = { id: bigint; subject: string; client: bigint; side: Side; lastRead?: string };

/**
 * Carries a new message into its thread: it waits for the other side, and its own side has looked at what was said
 * before, up to `lastRead` where that is named; what came after it still waits, and is mailed. Answers whether it is
 * the first of those that are mailed together. One that got its number before messages that were mailed meanwhile
 * takes the mark back below itself: rather a message is mailed twice than never.
 */
export async function carryOn(tx: Database, { id, subject, client, side, lastRead }: Said): Promise<boolean> {
  const [own, other] = side === 'client' ? ['client', 'agency'] : ['agency', 'client'];
  const unlessRead = (kept: string, then: string) => `case when ${isRead('$5')} then ${then} else ${kept} end`;
  const since = 't.unanswered_since';
  const waits = side === 'client' ? `coalesce(${since}, now())` : unlessRead(since, 'null');
  const rows = await tx.query<{ first: boolean }>(
    `support.carry_on ${side}`,
    `insert into threads as t (subject, client, last_message, ${other}_unread, ${other}_mail_at, unanswered_since)
     values ($1, $2, $3, 1, now() + make_interval(mins => $4), ${side === 'client' ? 'now()' : 'null'})
     on conflict (subject) do update set last_message = greatest(t.last_message, excluded.last_message),
       ${other}_unread = t.${other}_unread + 1, unanswered_since = ${waits},
       ${own}_unread = ${unlessRead(`t.${own}_unread`, '0')},
       ${other}_mail_at = coalesce(t.${other}_mail_at, excluded.${other}_mail_at),
       ${other}_mailed = least(t.${other}_mailed, excluded.last_message - 1),
       ${own}_mail_at = ${unlessRead(`t.${own}_mail_at`, 'null')},
       ${own}_mailed = greatest(t.${own}_mailed, ${read('$5')})
     returning ${other}_mail_at = now() + make_interval(mins => $4) as first`,
    [subject, client, id, gatherMinutes, lastRead ?? ''],
  );
  return rows[0]!.first;
}

export async function markSeen(db: Database, subject: string, side: Side): Promise<boolean> {
  const rows = await db.query(
    `support.seen ${side}`,
    `update threads set ${side}_unread = 0 where subject = $1 and ${side}_unread > 0 returning subject`,
    [subject],
  );
  return rows.length > 0;
}

/** False where nothing waits for an answer, or something newer than what was read. */
export async function settle(tx: Database, subject: string, lastRead: string): Promise<boolean> {
  const rows = await tx.query(
    'support.settle',
    `update threads t set unanswered_since = null, agency_unread = 0,
       agency_mail_at = null, agency_mailed = last_message
     where subject = $1 and unanswered_since is not null and ${isRead('$2')} returning subject`,
    [subject, lastRead],
  );
  return rows.length > 0;
}

type ThreadRow = About & {
  unread: number;
  unansweredSince: Date | null;
  at: Date;
  side: Side;
  by: string;
  text: string;
  clientPublicId: string;
  clientName: string;
  clientEmail: string;
};

type Listing = {
  /** Undefined for everybody's. */
  client: bigint | undefined;
  reader: Side;
  unanswered: boolean;
  q: string;
  up: boolean;
  page: number;
  limit: number;
  after: string;
};

/** What an account is called whose thread `t` is; null where it is about a request. */
const account = 'a.platform, a.ads_id as "adsId", a.nickname';
const ofAccount = 'left join ad_accounts a on a.public_id = t.subject';

type Found = Pick<Listing, 'client' | 'unanswered' | 'q'>;

/**
 * The threads `t` that are asked for, by what they are about, by words of the newest message, and of everybody's by
 * whose they are. Each way of asking is a statement of its own (`formOf`), planned for the index that serves it.
 */
function foundBy({ client, unanswered, q }: Found, write: Write): string[] {
  const conditions = client === undefined ? [] : [`t.client = ${write(client)}`];
  if (unanswered) conditions.push('t.unanswered_since is not null');
  if (q === '') return conditions;
  const words = write(`%${escapeLike(q)}%`);
  // An Ads ID is found however its groups are written.
  const key = escapeLike(normalisedAdsId(q));
  const byKey = key === '' ? '' : ` or a.key like ${write(`%${key}%`)}`;
  const byClient = `or exists (
      select from clients c where c.id = t.client and (c.name ilike ${words} or c.email ilike ${words}))`;
  return [
    ...conditions,
    `(t.subject = upper(${write(q)})
      or exists (select from ad_accounts a where a.public_id = t.subject and (a.nickname ilike ${words}${byKey}))
      or exists (select from messages m where m.id = t.last_message and m.text ilike ${words})
      ${client === undefined ? byClient : ''})`,
  ];
}

const formOf = ({ client, unanswered, q }: Found) =>
  `${client === undefined} ${unanswered} ${q === '' ? '' : normalisedAdsId(q) === '' ? 'words' : 'words or key'}`;
const allOf = (conditions: readonly string[]) => (conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`);

export function listThreads(db: Database, list: Listing): Promise<ThreadRow[]> {
  const { client, reader, after, limit } = list;
  const [order, beyond] = list.up ? ['asc', '>'] : ['desc', '<'];
  const values: unknown[] = [];
  const write: Write = (value) => `$${values.push(value)}`;
  const conditions = foundBy(list, write);
  if (after !== '') {
    const own = client === undefined ? '' : `and client = ${write(client)}`;
    const row = `select last_message from threads where subject = ${write(after)} ${own}`;
    conditions.push(`t.last_message ${beyond} (${row})`);
  }
  const skipped = after === '' ? (list.page - 1) * limit : 0;
  return db.query<ThreadRow>(
    `support.list ${order} ${reader} ${formOf(list)} ${after === ''}`,
    `select t.subject, t.${reader}_unread as unread, t.unanswered_since as "unansweredSince", m.at, m.side,
       m.person_name as by, left(m.text, 200) as text, c.public_id as "clientPublicId", c.name as "clientName",
       c.email as "clientEmail", ${account}
     from (select * from threads t ${allOf(conditions)}
       order by t.last_message ${order} limit ${write(limit)} offset ${write(skipped)}) t
     join messages m on m.id = t.last_message join clients c on c.id = t.client
     ${ofAccount} order by t.last_message ${order}`,
    values,
  );
}

export async function countThreads(db: Database, list: Found): Promise<number> {
  const values: unknown[] = [];
  const conditions = foundBy(list, (value) => `$${values.push(value)}`);
  const rows = await db.query<{ count: number }>(
    `support.count ${formOf(list)}`,
    `select count(*)::int as count from (select from threads t ${allOf(conditions)} limit ${deepest + 1}) counted`,
    values,
  );
  return rows[0]!.count;
}

/** Messages of a client after one of them, oldest first. */
export function messagesFrom(
  db: Database,
  client: bigint,
  after: bigint,
  limit: number,
): Promise<(MessageRow & { id: bigint; subject: string })[]> {
  return db.query(
    'support.of_client',
    `select id, subject, ${shown} from messages where client = $1 and id > $2 order by id limit $3`,
    [client, after, limit],
  );
}

export type Due = About & { client: ClientId; side: Side };

/** Threads of which a side is to be mailed what it was told. */
export function dueThreads(db: Database, limit: number): Promise<Due[]> {
  return db.query<Due>(
    'support.due',
    `select t.subject, t.client, case when client_mail_at <= now() then 'client' else 'agency' end as side, ${account}
     from threads t ${ofAccount}
     where (client_mail_at is not null or agency_mail_at is not null)
       and least(client_mail_at, agency_mail_at) <= now()
     order by least(client_mail_at, agency_mail_at) limit $1`,
    [limit],
  );
}

/** Takes what this side is to be mailed; nothing where another node did, or the side has answered since. */
export async function takeDue(tx: Database, { subject, side }: Pick<Due, 'subject' | 'side'>): Promise<MessageRow[]> {
  const taken = await tx.query<{ mailed: bigint }>(
    `support.take ${side}`,
    `update threads t set ${side}_mail_at = null, ${side}_mailed = t.last_message
     from (select ${side}_mailed as mailed from threads
       where subject = $1 and ${side}_mail_at <= now() for update) before
     where t.subject = $1 returning before.mailed`,
    [subject],
  );
  if (taken.length === 0) return [];
  return tx.query<MessageRow>(
    'support.mailed',
    `select ${shown} from messages where subject = $1 and id > $2 and side <> $3 order by id`,
    [subject, taken[0]!.mailed, side],
  );
}
