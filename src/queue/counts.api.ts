/** The call that every page of an admin makes, for the numbers in the menu: apart, as all pages carry it. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { time } from '#kernel/fields.ts';
import { kindNames } from '#kinds/kinds.ts';
import { platforms } from '#platforms/platforms.ts';

const counts = z.object({
  pending: z.number(),
  late: z.number(),
  oldest: z.nullable(time),
  /** How many of them the caller can decide now: of a kind that is theirs, and not waiting for a second admin. */
  mine: z.number(),
});

export const getQueueCounts = endpoint({
  method: 'GET',
  path: '/kimi/get-queue-counts',
  access: { admin: 'Support' },
  summary: 'How much waits, by kind and platform, since when, and how much of it the caller can decide.',
  output: z.object({
    message: z.string(),
    total: counts,
    /** Approved by two admins and not paid yet: in no queue. */
    toPay: z.number(),
    queues: z.array(z.object({ kind: z.enum(kindNames), adType: z.nullable(z.enum(platforms)), ...counts.shape })),
    /** What waits for a second admin, as `get-proposals` lists it, and how much of it the caller can confirm. */
    proposals: z.object({ total: z.number(), mine: z.number() }),
    /** Threads in which a client waits for an answer. */
    unanswered: z.number(),
  }),
  trips: 3,
});
