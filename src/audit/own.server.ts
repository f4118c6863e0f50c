/** A person's own part of the audit log: what happened to the security of their account. */
import { deepest, reached } from '#kernel/page.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import { getSecurityLog } from './own.api.ts';

export type SecurityEvent = {
  publicId: string;
  at: Date;
  action: string;
  byYou: boolean;
  address: string;
  agent: string;
};

const own = `subject = $1 and (action ^@ 'auth.' or action ^@ 'user.') and strpos(action, $2) > 0`;

type SecurityListing = {
  limit: number;
  /** Part of what happened. */
  q?: string;
  /** The last row seen, by its public id. One that is none of this person's leads nowhere. */
  after?: string | undefined;
  skip?: number;
  oldestFirst?: boolean;
};

/** Newest first. Where an admin did it, from where is nobody's business. */
export function securityOf(
  db: Database,
  user: bigint,
  { limit, q = '', after, skip = 0, oldestFirst = false }: SecurityListing,
): Promise<SecurityEvent[]> {
  const [order, beyond] = oldestFirst ? ['asc', '>'] : ['desc', '<'];
  return db.query<SecurityEvent>(
    `audit.security ${order}`,
    `select public_id as "publicId", at, action, actor is not distinct from subject as "byYou",
       case when actor is distinct from subject and actor is not null then '' else address end as address,
       case when actor is distinct from subject and actor is not null then '' else agent end as agent
     from audit_log
     where ${own} and ($5::text is null or id ${beyond} (select id from audit_log
       where subject = $1 and public_id::text = $5))
     order by id ${order} limit $3 offset $4`,
    [user, q.toLowerCase(), limit, after === undefined ? skip : 0, after],
  );
}

export const ownLogHandlers = [
  handle(getSecurityLog, async ({ query, session, app }) => {
    const { page, limit, q, after } = query;
    const listing = { limit, q, after: after || undefined, skip: (page - 1) * limit, oldestFirst: query.sort === 'at' };
    const [events, counted] = await Promise.all([
      securityOf(app.db, session.person, listing),
      app.db.query<{ count: number }>(
        'audit.security_count',
        `select count(*)::int as count from (select from audit_log where ${own} limit ${deepest + 1}) counted`,
        [session.person, q.toLowerCase()],
      ),
    ]);
    const total = counted[0]!.count;
    return {
      message: 'Security log fetched successfully',
      events: events.map(({ publicId, ...event }) => ({ _id: publicId, ...event })),
      ...reached(total),
      page,
      limit,
    };
  }),
];
