/** A person's own part of the audit log: what happened to the security of their account. */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { deepest, reached } from '#kernel/page.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import type { Secrets } from '#server/secrets.server.ts';
import { getSecurityLog } from './own.api.ts';

export type SecurityEvent = { id: bigint; at: Date; action: string; byYou: boolean; address: string; agent: string };

const own = `subject = $1 and (action ^@ 'auth.' or action ^@ 'user.') and strpos(action, $2) > 0`;

type SecurityListing = {
  limit: number;
  /** Part of what happened. */
  q?: string;
  /** The last row seen. */
  after?: bigint | undefined;
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
    `select id, at, action, actor is not distinct from subject as "byYou",
       case when actor is distinct from subject and actor is not null then '' else address end as address,
       case when actor is distinct from subject and actor is not null then '' else agent end as agent
     from audit_log where ${own} and ($5::bigint is null or id ${beyond} $5) order by id ${order} limit $3 offset $4`,
    [user, q.toLowerCase(), limit, after === undefined ? skip : 0, after],
  );
}

export const ownLogHandlers = [
  handle(getSecurityLog, async ({ query, session, app }) => {
    const { page, limit, q } = query;
    const after = query.after === '' ? undefined : numberOf(app.secrets, session.person, query.after);
    const listing = { limit, q, skip: (page - 1) * limit, oldestFirst: query.sort === 'at' };
    const [events, counted] = await Promise.all([
      after === null ? [] : securityOf(app.db, session.person, { ...listing, after }),
      app.db.query<{ count: number }>(
        'audit.security_count',
        `select count(*)::int as count from (select from audit_log where ${own} limit ${deepest + 1}) counted`,
        [session.person, q.toLowerCase()],
      ),
    ]);
    const total = counted[0]!.count;
    return {
      message: 'Security log fetched successfully',
      events: events.map(({ id, ...event }) => ({ _id: nameOf(app.secrets, session.person, id), ...event })),
      ...reached(total),
      page,
      limit,
    };
  }),
];

/**
 * A line's number in the whole log would tell its reader how much happens to everybody. Outside it is one enciphered
 * block of the person's number and the line's: the same each time, and of use to nobody else.
 */
function nameOf(secrets: Secrets, user: bigint, id: bigint): string {
  const cipher = createCipheriv(blocks, keysOf(secrets)[0]!, null).setAutoPadding(false);
  const block = Buffer.alloc(16);
  block.writeBigInt64BE(user, 0);
  block.writeBigInt64BE(id, 8);
  return cipher.update(block).toString('base64url');
}

/** The line that this name means, or null where it is none of this person's. */
function numberOf(secrets: Secrets, user: bigint, name: string): bigint | null {
  const bytes = Buffer.from(name, 'base64url');
  if (bytes.length !== 16) return null;
  const meant = keysOf(secrets).map((key) => createDecipheriv(blocks, key, null).setAutoPadding(false).update(bytes));
  return meant.find((block) => block.readBigInt64BE(0) === user)?.readBigInt64BE(8) ?? null;
}

const blocks = 'aes-256-ecb';
const keysOf = (secrets: Secrets) => secrets.digests('lines of the security log');
