/** A notice is what the portal tells a client unasked: written with the thing it tells of, kept until it was seen. */
import { randomBytes } from 'node:crypto';
import type { PersonId } from '#kernel/ids.ts';
import { deepest, reached } from '#kernel/page.ts';
import { notFound, refuse } from '#kernel/refusal.ts';
import type { NoticeTopic } from '#kinds/topics.ts';
import { inBatches } from '#server/batches.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import { getNotices, listenToEvents, seeNotices } from './notices.api.ts';

export type Notice = {
  /** Everybody of this client's people reads it who has not switched its topic off. */
  client: bigint;
  topic: NoticeTopic;
  /** One whole sentence. */
  text: string;
  /** The page that shows more. */
  link: string;
  applyId?: string | undefined;
};

/**
 * Writes notices in the caller's transaction; one round trip however many. Hint `notice` to their people after commit.
 */
export async function notify(tx: Database, ...notices: Notice[]): Promise<void> {
  await tx.query(
    'notices.write',
    `insert into notices (public_id, person, topic, text, link, request_apply_id)
     select n.public_id || case when row_number() over (partition by n.public_id order by m.person) = 1
       then '' else '.' || m.person end,
       m.person, n.topic, n.text, n.link, n.apply_id
     from jsonb_to_recordset($1::jsonb) as n (place int, public_id text, client bigint, topic text,
       text text, link text, apply_id text)
     join clients c on c.id = n.client and c.closed_at is null
     join members m on m.client = n.client join people p on p.id = m.person
     where n.topic = 'security' or p.notice_choices -> ('portal:' || n.topic) is distinct from 'false'::jsonb
     order by n.place, m.person`,
    [
      JSON.stringify(
        notices.map((notice, place) => ({
          place,
          public_id: randomBytes(9).toString('base64url'),
          client: notice.client.toString(),
          topic: notice.topic,
          text: notice.text,
          link: notice.link,
          apply_id: notice.applyId,
        })),
      ),
    ],
  );
}

type Told = { id: bigint; at: Date; topic: string; text: string; seenAt: Date | null };

/** Everything a person was told, oldest first, for the file of one's own data. */
export function everyNotice(db: Database, person: PersonId): AsyncGenerator<Told> {
  return inBatches((last, limit) =>
    db.query<Told>(
      'notices.every',
      'select id, at, topic, text, seen_at as "seenAt" from notices where person = $1 and id > $2 order by id limit $3',
      [person, last?.id ?? 0n, limit],
    ),
  );
}

type Row = {
  public_id: string;
  at: Date;
  topic: string;
  text: string;
  link: string;
  request_apply_id: string | null;
  seen_at: Date | null;
  unseen: number;
  total: number;
};

/**
 * A page of a person's notices and how many there are, in one round trip; one row without a notice where there are
 * none.
 */
function listOf(
  db: Database,
  person: PersonId,
  { q, after, limit, skip, up }: { q: string; after: string; limit: number; skip: number; up: boolean },
): Promise<(Row | { unseen: number; total: number; public_id: null })[]> {
  const [order, beyond] = up ? ['asc', '>'] : ['desc', '<'];
  const own = `person = $1 and ($4 = '' or strpos(lower(text), lower($4)) > 0)`;
  return db.query(
    `notices.list ${order}`,
    `select n.public_id, n.at, n.topic, n.text, n.link, n.request_apply_id, n.seen_at, c.unseen, c.total
     from (select (select count(*)::int
       from (select from notices where person = $1 and seen_at is null limit 1000) u) as unseen,
                  (select count(*)::int from (select from notices where ${own} limit ${deepest + 1}) t) as total) c
     left join lateral (
       select * from notices
       where ${own} and ($5 = '' or id ${beyond} (select id from notices where person = $1 and public_id = $5))
       order by id ${order} limit $2 offset $3) n on true`,
    [person, limit, after === '' ? skip : 0, q, after],
  );
}

export const noticesHandlers = [
  handle(getNotices, async ({ query, session, app }) => {
    const { page, limit, q, after } = query;
    const rows = await listOf(app.db, session.person, {
      q,
      after,
      limit,
      skip: (page - 1) * limit,
      up: query.sort === 'at',
    });
    const total = rows[0]?.total ?? 0;
    return {
      message: 'Notices fetched successfully',
      notices: rows
        .filter((row): row is Row => row.public_id !== null)
        .map((row) => ({
          _id: row.public_id,
          at: row.at,
          topic: row.topic,
          text: row.text,
          link: row.link,
          applyId: row.request_apply_id,
          seen: row.seen_at !== null,
        })),
      unseen: rows[0]?.unseen ?? 0,
      ...reached(total),
      page,
      limit,
    };
  }),

  handle(seeNotices, async ({ query, session, app }) => {
    if (query.id !== undefined) {
      const seen = await app.db.query(
        'notices.see_one',
        `update notices set seen_at = coalesce(seen_at, now()) where person = $1 and public_id = $2 returning id`,
        [session.person, query.id],
      );
      if (seen.length === 0) refuse(notFound);
      return { message: 'Notice marked as seen.' };
    }
    await app.db.query('notices.see', 'update notices set seen_at = now() where person = $1 and seen_at is null', [
      session.person,
    ]);
    return { message: 'Notices marked as seen.' };
  }),

  handle(listenToEvents, async ({ session, app, reply }) => {
    const { person, client, typeOfUser, expiresAt: until, actingAdmin } = session;
    app.events.listen(reply.raw, { person, client, admin: typeOfUser === 'Admin', until, guest: actingAdmin?.id });
    return 'taken over' as const;
  }),
];
