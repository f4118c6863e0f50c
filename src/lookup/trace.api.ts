import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { money, textOrEmpty, time } from '#kernel/fields.ts';
import { foundAccount, foundRequest } from './found.api.ts';

export const getTrace = endpoint({
  method: 'GET',
  path: '/kimi/get-trace',
  access: { admin: 'Support' },
  summary:
    'Whatever a person may name: an error reference, an apply id, an ad account by Ads ID or nickname, a transaction id, a client, an amount alone or behind a name. Nothing named: the latest errors.',
  query: z.object({ q: textOrEmpty(200) }),
  output: z.object({
    message: z.string(),
    /** Unexpected errors with this reference, or in a call about this request; newest first. */
    errors: z.array(
      z.object({
        reference: z.string(),
        at: time,
        node: z.string(),
        method: z.string(),
        path: z.string(),
        person: z.nullable(z.object({ _id: z.string(), username: z.string(), typeOfUser: z.string() })),
        /** The admin who looked at this client's area. */
        actingAdmin: z.nullable(z.string()),
        applyId: z.nullable(z.string()),
        /** The error's class, such as `TypeError`; its words stand in the log only. */
        kind: z.string(),
        place: z.string(),
      }),
    ),
    requests: z.array(
      z.object({
        ...foundRequest,
        userId: z.object({ _id: z.string(), username: z.string() }),
      }),
    ),
    /** By a part of their Ads ID or nickname. */
    accounts: z.array(
      z.object({
        ...foundAccount,
        /** The order that opened it. */
        applyId: z.string(),
        userId: z.object({ _id: z.string(), username: z.string() }),
      }),
    ),
    users: z.array(z.object({ _id: z.string(), username: z.string(), emailId: z.string(), wallet: money })),
  }),
  trips: 9,
});
