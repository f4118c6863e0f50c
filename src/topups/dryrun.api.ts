import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { money, moneyInOrZero, time } from '#kernel/fields.ts';
import { reasons } from './dryrun.ts';

export const tryAutoCredit = endpoint({
  method: 'GET',
  path: '/kimi/try-auto-credit',
  access: { admin: 'Finance' },
  summary:
    'What automatic crediting would have done with the top-ups of the last 30 days that arrived for good and to the cent, had their clients declared them. Limits that are left out are those of the settings. Nothing is credited.',
  query: z.object({ transfer: moneyInOrZero, clientDay: moneyInOrZero, agencyDay: moneyInOrZero }),
  output: z.object({
    message: z.string(),
    limits: z.object({ transfer: money, clientDay: money, agencyDay: money }),
    /** How many of all, and how much, by what would have become of them. */
    sums: z.array(z.object({ reason: z.enum(reasons), count: z.number(), amount: money })),
    /** There were more than were looked through. */
    more: z.boolean(),
    topups: z.array(
      z.object({
        applyId: z.string(),
        at: time,
        amount: money,
        client: z.object({ _id: z.string(), username: z.string() }),
        /** What an admin made of it. */
        state: z.string(),
        reason: z.enum(reasons),
        signals: z.array(z.string()),
      }),
    ),
  }),
  trips: 8,
});
