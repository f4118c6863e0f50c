/** The calls that settle what ad accounts spent in a month. */
import * as z from 'zod/mini';
import { monthPattern } from '#kernel/days.ts';
import { endpoint } from '#kernel/endpoint.ts';
import { documented, dryRun, money, names } from '#kernel/fields.ts';
import { platforms } from '#platforms/platforms.ts';
import { settleStates } from './settling.ts';

/** `YYYY-MM`. */
export const monthField = documented(
  z
    .string({ error: 'Please choose a month.' })
    .check(z.regex(monthPattern, { error: 'Please choose a month, as 2026-10.' })),
  { description: 'YYYY-MM' },
);

export const settleMonth = endpoint({
  method: 'POST',
  path: '/kimi/settle-month',
  access: { admin: 'Finance' },
  confirmedBy: 'passkey above an amount',
  summary:
    'Posts what ad accounts spent in a month that is final: from each account to “spent”, with its share of the fee. `dry` shows what would happen, and what stands in the way.',
  body: z.object({ month: names('outside', monthField), dry: dryRun }),
  output: z.object({
    message: z.string(),
    dry: z.boolean(),
    month: z.string(),
    /** How many accounts can be settled, or were now, and how much that is. */
    count: z.number(),
    amount: money,
    /** How many cannot be settled yet, and how many were settled before. */
    blocked: z.number(),
    settled: z.number(),
    /** At most 500: those that cannot be settled first, then those that can, then those that are. */
    accounts: z.array(
      z.object({
        _id: z.string(),
        adsId: z.string(),
        platform: z.enum(platforms),
        userId: z.object({ _id: z.string(), username: z.string() }),
        state: z.enum(settleStates),
        message: z.string(),
        /** By the days that are known; what a settlement posts, in whole cents; and the fee that leaves with it. */
        spent: money,
        amount: money,
        feeShare: money,
        /** What settled it. */
        applyId: z.nullable(z.string()),
      }),
    ),
  }),
  // Two hundred accounts share a transaction.
  trips: 300,
  refusals: ['settlement.not_over', 'prices.changed', 'idempotency.key_reused'],
  example: { month: '2026-10', dry: true },
});
