import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { time } from '#kernel/fields.ts';

export const getJobs = endpoint({
  method: 'GET',
  path: '/kimi/get-jobs',
  access: { admin: 'Support' },
  summary: 'What the portal does by itself: when each job ran last, how it ended, and which node is at it.',
  output: z.object({
    message: z.string(),
    /** By name; a job stands here once it has run. */
    jobs: z.array(
      z.object({
        name: z.string(),
        everySeconds: z.number(),
        startedAt: z.nullable(time),
        endedAt: z.nullable(time),
        outcome: z.nullable(z.enum(['done', 'failed'])),
        /** Why it failed the last time. */
        error: z.nullable(z.string()),
        /** The node that is at it just now. */
        node: z.nullable(z.string()),
      }),
    ),
  }),
  trips: 1,
});
