import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { money, time } from '#kernel/fields.ts';
import { kindNames } from '#kinds/kinds.ts';
import { platforms } from '#platforms/platforms.ts';

const platformOrNone = z.nullable(z.enum(platforms));

export const getOverview = endpoint({
  method: 'GET',
  path: '/kimi/get-overview',
  access: { client: 'Viewer' },
  summary:
    'What a client looks for first: the wallet, what waits and since when, the accounts running, the last movements.',
  output: z.object({
    message: z.string(),
    wallet: money,
    held: money,
    /** The oldest five of `waitingTotal`. */
    waiting: z.array(
      z.object({
        applyId: z.string(),
        kind: z.enum(kindNames),
        platform: platformOrNone,
        /** Pending, or `To pay`: approved, and about to be sent. */
        state: z.string(),
        amount: money,
        createdAt: time,
        late: z.boolean(),
        page: z.string(),
      }),
    ),
    waitingTotal: z.number(),
    /** What its client asked for, was rejected within a week and can be sent again now; of the newest three. */
    rejected: z.array(
      z.object({
        applyId: z.string(),
        kind: z.enum(kindNames),
        platform: platformOrNone,
        amount: money,
        remarks: z.string(),
        page: z.string(),
      }),
    ),
    /** How many accounts run, what is left in them where that is known of each, and which is empty next. */
    outlook: z.object({
      running: z.number(),
      remaining: z.nullable(money),
      next: z.nullable(z.object({ _id: z.string(), adsId: z.string(), nickname: z.string(), emptyOn: z.string() })),
    }),
    /** Those that are open: what the book says is in them, and what is left where that is known of each. */
    accounts: z.array(
      z.object({ platform: z.enum(platforms), accounts: z.number(), balance: money, left: z.nullable(money) }),
    ),
    /** Whether an ad account was opened ever, even if none is open any more. */
    opened: z.boolean(),
    /** The newest six lines of the statement. */
    movements: z.array(z.object({ at: time, applyId: z.string(), text: z.string(), amount: money, balance: money })),
  }),
  trips: 11,
});
