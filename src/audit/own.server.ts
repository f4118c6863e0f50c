/** A person's own part of the audit log: what happened to the security of their account. */
import { deepest, reached } from '#kernel/page.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import { getSecurityLog } from './own.api.ts';

export type SecurityEvent = { id: bigint; at: Date; action: string; byYou: boolean; address: string; agent: string };

const own = `subject = $1 and (action ^@ 'auth.' or action ^@ 'user.') and strpos(action, $2) > 0`;

export type SecurityListing = {
  limit: number;
  /** Part of what happened. */
  q?: string;
  /** The last row seen. */
  after?: string;
  skip?: number;
  oldestFirst?: boolean;
};

/** Newest first. Where an admin did it, from where is nobody's business. */
export function securityOf(
  db: Database,
  user: bigint,
  { limit, q = '', after = '', skip = 0, oldestFirst = false }: SecurityListing,
): Promise<SecurityEvent[]> {
  const [order, beyond] = oldestFirst ? ['asc', '>'] : ['desc', '<'];
  const since = /^\d{1,18}$/.test(after) ? after : undefined;
  if (after !== '' && since === undefined) return Promise.resolve([]);
  return db.query<SecurityEvent>(
    `audit.security ${order}`,
    `select id, at, action, actor is not distinct from subject as "byYou",
       case when actor is distinct from subject and actor is not null then '' else address end as address,
       case when actor is distinct from subject and actor is not null then '' else agent end as agent
     from audit_log where ${own} and ($5::bigint is null or id ${beyond} $5) order by id ${order} limit $3 offset $4`,
    [user, q.toLowerCase(), limit, since === undefined ? skip : 0, since],
  );
}

export const ownLogHandlers = [
  handle(getSecurityLog, async ({ query, session, app }) => {
    const { page, limit, q, after } = query;
    const [events, counted] = await Promise.all([
      securityOf(app.db, session.user, { limit, q, after, skip: (page - 1) * limit, oldestFirst: query.sort === 'at' }),
      app.db.query<{ count: number }>(
        'audit.security_count',
        `select count(*)::int as count from (select from audit_log where ${own} limit ${deepest + 1}) counted`,
        [session.user, q.toLowerCase()],
      ),
    ]);
    const total = counted[0]!.count;
    return {
      message: 'Security log fetched successfully',
      events: events.map(({ id, ...event }) => ({ _id: String(id), ...event })),
      ...reached(total),
      page,
      limit,
    };
  }),
];
