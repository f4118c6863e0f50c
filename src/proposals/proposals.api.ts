import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { shape, time } from '#kernel/fields.ts';

const proposalOnWire = shape('Proposal', {
  _id: z.string(),
  /** verdict, correction, network, settings or invitation. */
  kind: z.string(),
  /** What it is about: an apply id where that is a request. */
  subject: z.string(),
  /** What would hold, in a sentence. */
  summary: z.string(),
  /** Why, in the words of who wants it. */
  reason: z.string(),
  by: z.string(),
  byEmail: z.string(),
  /** Whether the caller wants it and therefore can't confirm it. */
  own: z.boolean(),
  at: time,
  /** The page on which it can be looked at. */
  page: z.string(),
});

export const getProposals = endpoint({
  method: 'GET',
  path: '/kimi/get-proposals',
  access: { admin: 'Support' },
  summary: 'Everything that waits for a second admin, oldest first; confirmed by confirm-action with its _id.',
  output: z.object({
    message: z.string(),
    proposals: z.array(proposalOnWire),
    total: z.number(),
    /** How many of them the caller can confirm. */
    mine: z.number(),
  }),
  trips: 4,
});
