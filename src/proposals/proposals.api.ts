import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { idOf, shape, textOrEmpty, time } from '#kernel/fields.ts';
import { adminRoles } from '#kernel/access.ts';
import { sendsMoney } from '#kinds/facts.ts';
import { kindsWhere } from '#kinds/kinds.ts';
import { whereDecided, whereTakenBack } from '#kinds/refusals.ts';

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
  signals: z.optional(z.array(z.object({ code: z.string(), text: z.string() }))),
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

export const confirmAction = endpoint({
  method: 'PUT',
  path: '/kimi/confirm-action',
  access: { admin: ['Finance', 'Operations'] },
  confirmedBy: 'passkey',
  summary:
    "A second admin's confirmation of a verdict, correction, reversal, invitation, role, change of network, of settings or of a client's prices that waits for one.",
  query: z.object({
    /** The proposal's, or of the request that it is about. */
    id: idOf('request'),
    /** The proposal's `at` as it was looked at: what was proposed anew since is not confirmed. */
    at: z.optional(time),
  }),
  output: z.object({ message: z.string(), applyId: z.string(), state: z.string() }),
  trips: 18,
  refusals: [
    ...whereDecided,
    ...whereTakenBack,
    'request.own',
    'proposal.author_gone',
    'request.not_waiting',
    ...kindsWhere(sendsMoney).map((kind) => `${kind}.waits`),
    'request.proposed_anew',
    'network.not_waiting',
    'settings.not_waiting',
    'wallet.insufficient',
  ],
});

export const dropProposal = endpoint({
  method: 'PUT',
  path: '/kimi/drop-proposal',
  access: { admin: ['Finance', 'Operations'] },
  summary:
    'Ends what waits for a second admin: whoever wants it takes it back, another admin refuses it with a reason that is mailed to whoever wanted it. Nothing changes; a request whose approval was proposed waits for a verdict again.',
  query: z.object({ id: idOf('request') }),
  body: z.object({ reason: textOrEmpty(1000) }),
  output: z.object({ message: z.string(), _id: z.string() }),
  trips: 16,
  refusals: [
    'not_found',
    'proposal.not_waiting',
    'proposal.no_reason',
    // A correction is a request and its own proposal.
    ...kindsWhere(({ askedBy }) => askedBy === 'admin').map((kind) => `${kind}.already_decided`),
  ],
  example: { reason: 'The client has asked for something else.' },
});
