import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { idOf, textOrEmpty, tick, time } from '#kernel/fields.ts';
import { emptiesAccount, sendsMoney, takesWhatArrives } from '#kinds/facts.ts';
import { kindsWhere } from '#kinds/kinds.ts';
import { whereDecided, whereTakenBack } from '#kinds/refusals.ts';

export const confirmAction = endpoint({
  method: 'PUT',
  path: '/kimi/confirm-action',
  access: { admin: ['Finance', 'Operations'] },
  confirmedBy: 'passkey',
  summary:
    "A second admin's confirmation of what waits for one: a verdict, correction, reversal, invitation, role, network, settings or a client's prices.",
  query: z.object({
    /** The proposal's, or of the request that it is about. */
    id: idOf('request'),
    /** The proposal's `at` as it was looked at: what was proposed anew since is not confirmed. */
    at: z.optional(time),
    /** A tick: what an ad account has left, or that a transfer was made, was looked at by this admin as well. */
    acknowledged: tick,
  }),
  output: z.object({ message: z.string(), applyId: z.string(), state: z.string() }),
  trips: 29,
  refusals: [
    ...whereDecided,
    ...whereTakenBack,
    'request.own',
    'proposal.author_gone',
    'request.not_waiting',
    ...kindsWhere(sendsMoney).flatMap((kind) =>
      ['waits', 'unproven', 'not_paid', 'own_address'].map((why) => `${kind}.${why}`),
    ),
    ...kindsWhere(takesWhatArrives).map((kind) => `${kind}.unproven`),
    ...kindsWhere(emptiesAccount).map((kind) => `${kind}.unseen`),
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
    'Ends what waits for a second admin: whoever wants it takes it back, another admin refuses it with a reason, which is mailed. Nothing changes; a request waits for a verdict again.',
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
