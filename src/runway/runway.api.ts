/** The calls about how long ad accounts last, and when their clients hear of it. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { count, idOf, money, moneyFromZero, names, textOrEmpty, tick } from '#kernel/fields.ts';
import { platforms } from '#platforms/platforms.ts';
import { mostLevelDays } from './levels.ts';

/** 0: never. */
const levels = z.object({ daysLeft: z.number(), moneyLeft: money });

export const getRunway = endpoint({
  method: 'GET',
  path: '/kimi/get-runway',
  access: 'signed in',
  summary: 'How long the money in an ad account lasts, and from when on its client wants to be told.',
  query: z.object({ id: idOf('ad account') }),
  output: z.object({
    message: z.string(),
    /** Null where nobody knows. */
    remaining: z.nullable(money),
    daysLeft: z.nullable(z.number()),
    emptyOn: z.nullable(z.string()),
    idle: z.boolean(),
    /** What was chosen for all accounts, and for this one where that is something else. */
    alerts: z.object({ all: levels, own: z.nullable(levels) }),
  }),
  trips: 4,
  refusals: ['not_found'],
});

export const setAlerts = endpoint({
  method: 'PUT',
  path: '/kimi/set-alerts',
  access: { client: ['Finance', 'Buyer'] },
  summary: 'Says below how many days or dollars you want to be told that an ad account runs low; 0 is never.',
  body: z.object({
    /** Empty for all accounts. */
    id: names('ad account', textOrEmpty(64)),
    daysLeft: count(0, mostLevelDays),
    moneyLeft: moneyFromZero,
    /** This account follows what is chosen for all, whatever else is said. */
    asAll: tick,
    /** What is chosen here is for all accounts, and this one follows it. */
    forAll: tick,
  }),
  output: z.object({ message: z.string(), alerts: z.object({ all: levels, own: z.nullable(levels) }) }),
  trips: 8,
  refusals: ['not_found'],
  example: { id: '', daysLeft: 3, moneyLeft: 100 },
});

export const getLowAccounts = endpoint({
  method: 'GET',
  path: '/kimi/get-low-accounts',
  access: { admin: 'Support' },
  summary: 'The ad accounts of all clients that are empty within a week at their pace, the first one first.',
  output: z.object({
    message: z.string(),
    total: z.number(),
    /** At most 20 of them. */
    accounts: z.array(
      z.object({
        _id: z.string(),
        adsId: z.string(),
        platform: z.enum(platforms),
        nickname: z.string(),
        remaining: money,
        daysLeft: z.number(),
        emptyOn: z.string(),
        userId: z.object({ _id: z.string(), username: z.string() }),
      }),
    ),
  }),
  trips: 3,
});
