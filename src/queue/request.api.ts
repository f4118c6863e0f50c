import * as z from 'zod/mini';
import { evidenceOnWire } from '#chain/evidence.api.ts';
import { endpoint } from '#kernel/endpoint.ts';
import { idOf, money, time } from '#kernel/fields.ts';
import { anyRequest } from './queue.api.ts';

/** Messages have no end, and each of them is mailed and written down. */
export const mostOfStory = 300;

export const getRequest = endpoint({
  method: 'GET',
  path: '/kimi/get-request',
  access: { admin: 'Support' },
  summary: `One request's whole story: people, decisions, movements with balances, and the newest ${mostOfStory} mails and audit rows.`,
  query: z.object({ applyId: idOf('request') }),
  output: z.object({
    message: z.string(),
    request: anyRequest,
    /** Every look at the transfer of a top-up or withdrawal, newest first. */
    looks: z.optional(z.array(evidenceOnWire)),
    /** Since when the chain does not have the transfer any more that this was approved with; null where it stands. */
    lostSince: z.nullable(time),
    decisions: z.array(
      z.object({
        at: time,
        person: z.string(),
        verdict: z.string(),
        proposed: z.boolean(),
        details: z.record(z.string(), z.unknown()),
      }),
    ),
    movements: z.array(
      z.object({
        at: time,
        src: z.string(),
        dst: z.string(),
        amount: money,
        srcBalance: z.nullable(money),
        dstBalance: z.nullable(money),
      }),
    ),
    mails: z.array(
      z.object({
        at: time,
        recipient: z.string(),
        subject: z.string(),
        sentAt: z.nullable(time),
        tries: z.number(),
        lastError: z.nullable(z.string()),
      }),
    ),
    audit: z.array(
      z.object({
        at: time,
        actor: z.nullable(z.string()),
        action: z.string(),
        address: z.string(),
        before: z.unknown(),
        after: z.unknown(),
      }),
    ),
  }),
  trips: 20,
  refusals: ['not_found'],
});
