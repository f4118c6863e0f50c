/** A person's own part of the audit log: what happened to the security of their account. */
import { deepest } from '#kernel/page.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import { getSecurityLog } from './own.api.ts';

export type SecurityEvent = { at: Date; action: string; byYou: boolean; address: string; agent: string };

const own = `subject = $1 and (action ^@ 'auth.' or action ^@ 'user.')`;

/** Newest first. Where an admin did it, from where is nobody's business. */
export function securityOf(
  db: Database,
  user: bigint,
  { limit, skip = 0, oldestFirst = false }: { limit: number; skip?: number; oldestFirst?: boolean },
): Promise<SecurityEvent[]> {
  const order = oldestFirst ? 'asc' : 'desc';
  return db.query<SecurityEvent>(
    `audit.security ${order}`,
    `select at, action, actor is not distinct from subject as "byYou",
       case when actor is distinct from subject and actor is not null then '' else address end as address,
       case when actor is distinct from subject and actor is not null then '' else agent end as agent
     from audit_log where ${own} order by id ${order} limit $2 offset $3`,
    [user, limit, skip],
  );
}

export const ownLogHandlers = [
  handle(getSecurityLog, async ({ query, session, app }) => {
    const skip = Math.min((query.page - 1) * query.limit, deepest);
    const [events, counted] = await Promise.all([
      securityOf(app.db, session.user, { limit: query.limit, skip, oldestFirst: query.sort === 'at' }),
      app.db.query<{ count: number }>(
        'audit.security_count',
        `select count(*)::int as count from (select from audit_log where ${own} limit ${deepest + 1}) counted`,
        [session.user],
      ),
    ]);
    const total = counted[0]!.count;
    return {
      message: 'Security log fetched successfully',
      events,
      total: Math.min(total, deepest),
      ...(total > deepest ? { more: true } : {}),
      page: query.page,
      limit: query.limit,
    };
  }),
];
