import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { day, money, time } from '#kernel/fields.ts';

export const getUserCount = endpoint({
  method: 'GET',
  path: '/kimi/user-count',
  access: { admin: 'Support' },
  summary: 'Total users: clients, admins not counted.',
  output: z.object({ message: z.string(), totalUsers: z.number() }),
  trips: 1,
});

export const getTotalRevenue = endpoint({
  method: 'GET',
  path: '/kimi/total-revenue',
  access: { admin: 'Finance' },
  summary: 'Opening and top-up fees taken, less fees given back.',
  output: z.object({ message: z.string(), totalRevenue: money }),
  trips: 1,
});

export const getActiveAccounts = endpoint({
  method: 'GET',
  path: '/kimi/active-accounts',
  access: { admin: 'Support' },
  summary: 'Clients with something approved, and not reversed, in the last 30 days.',
  output: z.object({ message: z.string(), activeCount: z.number() }),
  trips: 1,
});

export const getDailyRevenue = endpoint({
  method: 'GET',
  path: '/kimi/daily-revenue',
  access: { admin: 'Finance' },
  summary: "Revenue of one day in the agency's time zone; 0 for a day to come. It can be negative.",
  query: z.object({ date: day }),
  output: z.object({ message: z.string(), revenue: money, date: z.string() }),
  trips: 1,
  example: { date: '2026-11-21' },
});

export const getFigures = endpoint({
  method: 'GET',
  path: '/kimi/get-figures',
  access: { admin: 'Finance' },
  summary: "The dashboard's figures in one answer: the last seven days, whose money is where, and today's top-ups.",
  output: z.object({
    message: z.string(),
    totalUsers: z.number(),
    activeCount: z.number(),
    totalRevenue: money,
    /** Oldest first, today last. */
    days: z.array(z.object({ date: z.string(), revenue: money })),
    timeZone: z.string(),
    walletLiability: money,
    heldMoney: money,
    inAdAccounts: money,
    topupsToday: z.object({ count: z.number(), money }),
    penaltiesToday: money,
    goodwillToday: money,
    at: time,
  }),
  trips: 6,
});
