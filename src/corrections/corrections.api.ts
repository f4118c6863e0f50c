/** The admins' calls about penalties and goodwill. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { idOf, money, moneyIn, names, shape, text, textOrEmpty } from '#kernel/fields.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';
import { action, verdictBody, verdictRefusals } from '#requests/verdict.api.ts';
import { personOnWire, requestOnWire } from '#requests/wire.ts';
import { correctionKinds, reasonNeeded } from './corrections.ts';

const kind = z.enum(correctionKinds, { error: 'Please choose penalty or goodwill.' });

const correctionOnWire = shape('Correction', {
  ...requestOnWire,
  kind,
  amount: money,
  /** Why, in the words that the client reads. */
  reason: z.string(),
  askedBy: z.string(),
  userId: personOnWire,
});

export const applyCorrection = endpoint({
  method: 'POST',
  path: '/kimi/apply-correction',
  access: { admin: 'Finance' },
  confirmedBy: 'passkey above an amount',
  summary:
    'Takes a penalty from a client’s wallet or gives goodwill, with a reason that the client reads. Where another admin has to confirm, it waits (202).',
  body: z.object({ userId: idOf('user'), kind, amount: moneyIn, reason: text(500, reasonNeeded) }),
  output: z.object({ message: z.string(), wallet: money, correction: correctionOnWire }),
  trips: 18,
  also202: true,
  refusals: ['not_found', 'wallet.insufficient', 'idempotency.key_reused'],
  example: { userId: 'US-7K3Q-X2MF', kind: 'goodwill', amount: 20, reason: 'For the delay of 12 November.' },
});

export const getCorrections = endpoint({
  method: 'GET',
  path: '/kimi/get-corrections',
  access: { admin: 'Support' },
  summary: 'Penalties and goodwill, newest first; of one client where `userId` is given.',
  query: z.object({ userId: names('user', textOrEmpty(64)), kind: z.optional(kind), ...pageQuery(['-createdAt']) }),
  output: z.object({ message: z.string(), corrections: z.array(correctionOnWire), ...pageAnswer }),
  trips: 4,
  refusals: ['not_found'],
});

export const approveCorrection = endpoint({
  method: 'PUT',
  path: '/kimi/approve-correction',
  access: { admin: 'Finance' },
  confirmedBy: 'passkey',
  summary: 'Another admin confirms a correction that waits, or rejects it with a remark.',
  query: z.object({ applyId: idOf('request'), action }),
  body: verdictBody,
  output: z.object({ message: z.string(), correction: correctionOnWire }),
  trips: 17,
  refusals: [...verdictRefusals('penalty', 'goodwill'), 'request.own', 'proposal.author_gone', 'wallet.insufficient'],
  example: { remarks: '' },
});
