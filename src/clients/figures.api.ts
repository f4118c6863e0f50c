import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { idOf, money, time } from '#kernel/fields.ts';

export const getUserFigures = endpoint({
  method: 'GET',
  path: '/kimi/get-user-figures',
  access: { admin: 'Support' },
  summary: 'What one client has brought, taken and spent since the beginning, its people, and its prices so far.',
  query: z.object({ userId: idOf('user') }),
  output: z.object({
    message: z.string(),
    lifetime: z.object({
      in: money,
      out: money,
      /** Opening fees and top-up fees, less what was given back. */
      fees: money,
      /** What platforms say that its ad accounts spent; null where they have said nothing. */
      spent: z.nullable(money),
    }),
    people: z.array(
      z.object({
        username: z.string(),
        emailId: z.string(),
        role: z.string(),
        since: time,
        emailVerified: z.boolean(),
        code: z.boolean(),
        passkeys: z.number(),
        lastSignIn: z.nullable(time),
      }),
    ),
    /** Its own prices, newest first; null means what everybody paid. */
    prices: z.array(
      z.object({
        at: time,
        by: z.string(),
        /** The second admin, where one was asked for. */
        confirmedBy: z.nullable(z.string()),
        /** What was typed, for admins alone; empty where nobody asked why. */
        reason: z.string(),
        openingFee: z.nullable(money),
        topUpBasisPoints: z.nullable(z.number()),
      }),
    ),
    /** What was approved in the last 30 days and had a price: how many orders, what went in, and the fees of it. */
    lastMonth: z.object({ orders: z.number(), deposits: money, fees: money }),
    /** What makes one look twice at requests that wait. */
    signals: z.array(z.object({ applyId: z.string(), text: z.string() })),
  }),
  trips: 10,
  refusals: ['not_found'],
});
