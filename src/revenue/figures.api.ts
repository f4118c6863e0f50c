import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { day, money, orBlank } from '#kernel/fields.ts';
import { spreadsheetType } from '#kernel/media.ts';
import { platforms } from '#platforms/platforms.ts';
import { spans } from './figures.ts';

/** Whole days of the agency, both included: a span by its name, or two days, at most 366. */
const query = {
  span: z._default(z.enum(spans), 'month'),
  from: orBlank(day),
  to: orBlank(day),
};

const compared = { revenue: money, before: money };

/** Where clients' money is and all of it, then what else the cash is made of. */
export const places = [
  'wallets',
  'held',
  'payouts',
  'adAccounts',
  'all',
  'spent',
  'revenue',
  'penalties',
  'goodwillGiven',
  'cash',
] as const;

export const getBusinessFigures = endpoint({
  method: 'GET',
  path: '/kimi/get-business-figures',
  access: { admin: 'Finance' },
  summary:
    'Revenue of a span by day, platform and client beside the same number of days before it, money in and out per network, and what is owed to clients now.',
  query: z.object(query),
  output: z.object({
    message: z.string(),
    from: z.string(),
    to: z.string(),
    before: z.object({ from: z.string(), to: z.string() }),
    timeZone: z.string(),
    total: z.object(compared),
    /** `before` is what the day as many days earlier earned. */
    days: z.array(z.object({ date: z.string(), ...compared, in: money, out: money })),
    platforms: z.array(z.object({ adType: z.nullable(z.enum(platforms)), ...compared })),
    /** Those who brought most; the file has all. */
    clients: z.array(z.object({ _id: z.string(), username: z.string(), ...compared })),
    clientsTotal: z.number(),
    networks: z.array(z.object({ network: z.string(), in: money, out: money, inBefore: money, outBefore: money })),
    /**
     * `payouts` are a part of `held`: withdrawals that wait or are to be paid. `all` is what clients are owed, and
     * `cash` is that with the four between them, of which `goodwillGiven` is below zero.
     */
    owed: z.array(z.object({ place: z.enum(places), amount: money })),
  }),
  trips: 4,
});

export const tables = ['days', 'months', 'platforms', 'clients', 'networks', 'owed'] as const;

export const exportBusinessFigures = endpoint({
  method: 'GET',
  path: '/kimi/export-business-figures',
  access: { admin: 'Finance' },
  leavesTrace: { as: 'read.figures' },
  summary: 'One of these tables as a spreadsheet, with every client.',
  query: z.object({ ...query, table: z._default(z.enum(tables), 'days') }),
  media: [spreadsheetType],
  trips: 4,
});
