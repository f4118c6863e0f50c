import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { day, money, moneyIn, names, orBlank, text, textOrEmpty, tick } from '#kernel/fields.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';
import { spreadsheetType } from '#kernel/media.ts';
import { networks } from '#chain/networks.ts';
import { kindNames } from '#kinds/kinds.ts';
import { platforms } from '#platforms/platforms.ts';
import { takenOnWire } from '#queue/queue.api.ts';
import { personOnWire, requestOnWire } from '#requests/wire.ts';

const kind = z.enum(kindNames);
const platform = z.enum(platforms);

export const sides = ['in', 'out', 'moved', 'fees'] as const;

const query = z.object({
  /** `state` takes the words of all lists, `waiting` too. */
  ...pageQuery(['-createdAt', 'amount'], 50),
  kind: orBlank(kind),
  adType: orBlank(platform),
  /** The chain of a top-up or withdrawal, however it was written. */
  network: orBlank(z.enum(networks.map(({ name }) => name))),
  /** Decided by this admin. */
  admin: names('user', textOrEmpty(64)),
  /** An id, or part of a name or address. */
  client: textOrEmpty(120),
  /** Whole days of the agency in which it was asked for, both included. */
  from: orBlank(day),
  to: orBlank(day),
  least: orBlank(moneyIn),
  most: orBlank(moneyIn),
  /** Only what waits, is the caller's to decide, and was neither asked for nor proposed by the caller. */
  mine: tick,
  /** Only what waits: what the caller has taken, or what nobody has. */
  taken: z._default(z.enum(['', 'mine', 'nobody']), ''),
});

const sum = z.object({ in: money, out: money, moved: money, fees: money });

export const getRequests = endpoint({
  method: 'GET',
  path: '/kimi/get-requests',
  access: { admin: 'Support' },
  summary: 'All requests of every kind, newest first: narrowed by anything, sorted by age or amount, with sums.',
  query,
  output: z.object({
    message: z.string(),
    requests: z.array(
      z.object({
        ...requestOnWire,
        kind,
        adType: z.nullable(platform),
        adsId: z.string(),
        network: z.string(),
        /** What it is about: what arrived, where that is another amount than was announced. */
        amount: money,
        /** What opening fee and top-up fee it takes; below zero where a share of them comes back. */
        fees: money,
        totalCost: money,
        takenBy: takenOnWire,
        userId: personOnWire,
      }),
    ),
    /**
     * Of all that is found, what waits and what was approved; null where more is found than pages reach. `in` and `out`
     * are to and from clients, `moved` is between their wallets and ad accounts.
     */
    sums: z.nullable(z.object({ waiting: sum, approved: sum })),
    /** In which the days begin and end. */
    timeZone: z.string(),
    ...pageAnswer,
  }),
  trips: 8,
  example: { from: '2026-11-21', to: '2026-11-21', network: 'TRC20' },
});

export const exportRequests = endpoint({
  method: 'GET',
  path: '/kimi/export-requests',
  access: { admin: 'Finance' },
  leavesTrace: { as: 'read.requests' },
  summary: 'The same requests as a file for people: words instead of codes, times on the clocks of the agency.',
  query: z.object({
    ...query.shape,
    format: z._default(z.enum(['xlsx', 'csv'], { error: 'Please choose xlsx or csv.' }), 'xlsx'),
  }),
  media: [spreadsheetType, 'text/csv'],
  trips: 10_000,
});

const named = z.object({ name: z.string(), asked: z.string() });

export const getRequestViews = endpoint({
  method: 'GET',
  path: '/kimi/get-request-views',
  access: { admin: 'Support' },
  summary: "The caller's saved views of the table of requests, and the admins whom it can be narrowed by.",
  output: z.object({
    message: z.string(),
    /** `asked` is the query that the table is asked with, as the address of the page has it. */
    views: z.array(named),
    admins: z.array(z.object({ _id: z.string(), username: z.string() })),
    timeZone: z.string(),
  }),
  trips: 2,
});

export const saveRequestView = endpoint({
  method: 'PUT',
  path: '/kimi/save-request-view',
  access: { admin: 'Support' },
  summary: 'Keeps a narrowing of the table of requests under a name; what had that name before is replaced.',
  body: z.object({ name: text(60, 'Please give this view a name.'), asked: textOrEmpty(1000) }),
  output: z.object({ message: z.string(), views: z.array(named) }),
  trips: 4,
  refusals: ['views.too_many'],
  example: { name: 'Yesterday on Tron', asked: 'kind=topup&network=TRC20' },
});

export const removeRequestView = endpoint({
  method: 'PUT',
  path: '/kimi/remove-request-view',
  access: { admin: 'Support' },
  summary: "Forgets one of the caller's saved views.",
  body: z.object({ name: text(60, 'Please name the view.') }),
  output: z.object({ message: z.string(), views: z.array(named) }),
  trips: 4,
  refusals: ['not_found'],
  example: { name: 'Yesterday on Tron' },
});
