import * as z from 'zod/mini';
import { monthPattern } from '#kernel/days.ts';
import { endpoint } from '#kernel/endpoint.ts';
import { day, money, time } from '#kernel/fields.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';
import { kindNames } from '#kinds/kinds.ts';
import { platforms } from '#platforms/platforms.ts';

const month = z.string({ error: 'Please enter a month as YYYY-MM.' }).check(
  z.refine<string>((value) => monthPattern.test(value), {
    error: 'Please enter a month as YYYY-MM.',
  }),
);

export const getRevenueDays = endpoint({
  method: 'GET',
  path: '/kimi/get-revenue-days',
  access: { admin: 'Finance' },
  summary:
    "Revenue of each day of a month in the agency's time zone, today's month where none is named; no days to come.",
  query: z.object({ month: z.optional(month) }),
  output: z.object({
    message: z.string(),
    month: z.string(),
    timeZone: z.string(),
    days: z.array(z.object({ date: z.string(), revenue: money })),
    total: money,
  }),
  trips: 1,
});

/** Whole days of the agency, both included; at most 366 of them. */
const span = { from: day, to: day };

export const getRevenueEntries = endpoint({
  method: 'GET',
  path: '/kimi/get-revenue-entries',
  access: { admin: 'Finance' },
  summary: 'The ledger entries that a span of days earned: every fee taken or given back, with its request and client.',
  query: z.object({ ...pageQuery(['-at'], 50), ...span }),
  output: z.object({
    message: z.string(),
    entries: z.array(
      z.object({
        _id: z.string(),
        at: time,
        source: z.enum(['opening', 'fee']),
        /** Negative where a fee was given back. */
        amount: money,
        applyId: z.string(),
        kind: z.enum(kindNames),
        adType: z.nullable(z.enum(platforms)),
        userId: z.object({ _id: z.string(), username: z.string() }),
      }),
    ),
    /** Of all these days, whatever the page shows. */
    revenue: money,
    ...pageAnswer,
  }),
  trips: 3,
  example: { from: '2026-11-01', to: '2026-11-30' },
});

export const exportRevenueEntries = endpoint({
  method: 'GET',
  path: '/kimi/export-revenue-entries',
  access: { admin: 'Finance' },
  leavesTrace: { as: 'read.revenue' },
  summary: 'The same entries as a spreadsheet.',
  query: z.object({ ...pageQuery(['-at'], 50), ...span }),
  media: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  trips: 10_000,
  example: { from: '2026-11-01', to: '2026-11-30' },
});
