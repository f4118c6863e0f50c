import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { time } from '#kernel/fields.ts';

/** The end of a chain of seals: the last row that is covered, and the head that covers it and everything before. */
const chain = z.nullable(z.object({ last: z.string(), head: z.string() }));

export const getBook = endpoint({
  method: 'GET',
  path: '/kimi/get-book',
  access: { admin: 'Support' },
  summary: 'What the latest proof of the book found, since when it has been so, and the heads of its seals.',
  output: z.object({
    message: z.string(),
    /** The last audit; null before the first. */
    audit: z.nullable(
      z.object({
        at: time,
        endedAt: time,
        /** `failed`: the audit broke off and had found nothing. `trouble` says why one broke off. */
        outcome: z.enum(['clean', 'wrong', 'failed']),
        /** Since when every proof has ended like this one. */
        since: time,
        findings: z.number(),
        trouble: z.string(),
        checks: z.array(
          z.object({
            check: z.string(),
            counted: z.number(),
            of: z.string(),
            findings: z.number(),
            shown: z.array(z.string()),
          }),
        ),
        book: chain,
        log: chain,
      }),
    ),
    /** When the next audit is due; null where the portal makes none by itself. */
    nextAt: z.nullable(time),
    /** The last day whose seal was mailed to the admins. */
    mailedDay: z.nullable(z.string()),
    /** How the last test of the backup ended; null where the portal makes no such tests. */
    backupTest: z.nullable(
      z.object({
        at: z.nullable(time),
        outcome: z.nullable(z.enum(['done', 'failed'])),
        error: z.nullable(z.string()),
        /** There was no test for a day longer than the setting says, and for eight days at least. */
        late: z.boolean(),
      }),
    ),
  }),
  trips: 1,
});
