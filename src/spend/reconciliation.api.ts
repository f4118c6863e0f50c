/** The calls that hold the book against what platforms say, account by account, for a month. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { money, names, orBlank, tick, time } from '#kernel/fields.ts';
import { spreadsheetType } from '#kernel/media.ts';
import { choosePlatform, platforms } from '#platforms/platforms.ts';
import { monthField } from './settling.api.ts';

const query = z.object({
  month: names('outside', monthField),
  platform: orBlank(z.enum(platforms), choosePlatform),
  /** Only where something does not agree. */
  differences: tick,
});

export const getReconciliation = endpoint({
  method: 'GET',
  path: '/kimi/get-reconciliation',
  access: { admin: 'Finance' },
  summary:
    'For a month, what was put into each ad account, spent and taken back, and what should be left at its end beside what the platform says.',
  query,
  output: z.object({
    message: z.string(),
    month: z.string(),
    /** How many accounts there are, how many of them could be compared, and of how many something does not agree. */
    count: z.number(),
    compared: z.number(),
    differing: z.number(),
    funded: money,
    spent: money,
    returned: money,
    /**
     * At most 500, what does not agree first. An account that was replaced is in the row of the one that has its money.
     */
    accounts: z.array(
      z.object({
        _id: z.string(),
        adsId: z.string(),
        platform: z.enum(platforms),
        userId: z.object({ _id: z.string(), username: z.string() }),
        funded: money,
        returned: money,
        /** Null where nothing was imported; then nobody knows what should be left. */
        spent: z.nullable(money),
        settledBy: z.nullable(z.string()),
        shouldBeLeft: z.nullable(money),
        /** What a connection was told last in the month, and when; null where no platform said it. */
        leftByPlatform: z.nullable(money),
        leftAt: z.nullable(time),
        /**
         * What the platform says less what the book said at that moment, with what is known of that time by now; where
         * no platform says it, below zero where more was spent than was there. Null where there is nothing to compare.
         */
        difference: z.nullable(money),
      }),
    ),
  }),
  trips: 1,
  example: { month: '2026-10' },
});

export const exportReconciliation = endpoint({
  method: 'GET',
  path: '/kimi/export-reconciliation',
  access: { admin: 'Finance' },
  leavesTrace: { as: 'read.reconciliation' },
  summary: 'The same for all accounts, as a spreadsheet.',
  query,
  media: [spreadsheetType],
  trips: 4,
  example: { month: '2026-10' },
});
