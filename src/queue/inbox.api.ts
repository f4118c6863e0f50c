import * as z from 'zod/mini';
import { adminRoles } from '#kernel/access.ts';
import { endpoint } from '#kernel/endpoint.ts';
import { shape, time } from '#kernel/fields.ts';
import { signalsOnWire } from '#signals/signals.api.ts';

const proposalOnWire = shape('Proposal', {
  _id: z.string(),
  /** verdict, correction, network, settings, prices, invitation or role. */
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
  /**
   * Which admins confirm it, besides those who may everything; and whether the caller is one and has not asked for it.
   */
  decidedBy: z.enum(adminRoles),
  mayConfirm: z.boolean(),
  /** Whether the caller may take it back, or refuse it. */
  mayDrop: z.boolean(),
  /** Of a request that would be approved or paid: what makes one look twice. */
  signals: z.optional(signalsOnWire),
  /** What is now, and what would be: fields as the audit log keeps them. */
  before: z.unknown(),
  after: z.unknown(),
  at: time,
  /** The page on which it can be looked at. */
  page: z.string(),
});

export const getProposals = endpoint({
  method: 'GET',
  path: '/kimi/get-proposals',
  access: { admin: 'Support' },
  summary:
    'Everything that waits for a second admin, oldest first, at most 200; confirmed by confirm-action with its _id.',
  output: z.object({
    message: z.string(),
    proposals: z.array(proposalOnWire),
    /** Of all that waits, also where it is more than is listed; `more` where it is more than this. */
    total: z.number(),
    more: z.optional(z.boolean()),
    /** How many of all the caller can confirm. */
    mine: z.number(),
  }),
  trips: 12,
});
