/** What somebody has typed of a top-up and not sent: kept for them, so that another device shows it too. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { names, shape, textOrEmpty } from '#kernel/fields.ts';
import { pictureName } from './topups.api.ts';

const steps = z.enum(['1', '2', '3']);

const typed = {
  step: z._default(steps, '1'),
  /** As it was typed, so that half an amount is kept too. */
  chargeMoney: textOrEmpty(30),
  transactionId: names('outside', textOrEmpty(200)),
  remarks: textOrEmpty(500),
  /** The network that was chosen, and the address that was shown. */
  networkName: textOrEmpty(60),
  networkAddress: textOrEmpty(128),
  picture: pictureName,
};

const topupDraft = shape('TopupDraft', {
  step: steps,
  chargeMoney: z.string(),
  transactionId: z.string(),
  remarks: z.string(),
  networkName: z.string(),
  networkAddress: z.string(),
  /** What `add-money` takes as its picture. */
  picture: z.string(),
});
export type TopupDraft = z.output<typeof topupDraft>;

const answer = z.object({ message: z.string(), draft: z.nullable(topupDraft) });

export const getTopupDraft = endpoint({
  method: 'GET',
  path: '/kimi/get-topup-draft',
  access: { client: 'Viewer' },
  summary: 'What this person has typed of a top-up and not sent, on any device; null where there is nothing.',
  output: answer,
  trips: 1,
});

export const keepTopupDraft = endpoint({
  method: 'PUT',
  path: '/kimi/keep-topup-draft',
  access: { client: 'Finance' },
  file: 'photo',
  summary:
    'Keeps what was typed of a top-up, in place of what was kept before. Without any content it is forgotten. A `photo` is kept as its picture.',
  body: z.object(typed),
  output: answer,
  trips: 10,
  refusals: ['proof.unreadable', 'proof.too_large', 'limit.reached'],
  example: { step: '3', chargeMoney: '250.00', transactionId: '6f1e0c…', networkName: 'TRC20' },
});
