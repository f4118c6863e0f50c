import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { idOf, money, moneyIn, names, shape, textOrEmpty, tick, documented, type MoneyTyped } from '#kernel/fields.ts';
import { evidenceOnWire, seenOnWire } from '#chain/evidence.api.ts';
import { transferId } from '#network/transferfield.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';
import { acknowledged } from '#requests/verdict.api.ts';
import { duplicateOnWire, personOnWire, requestOnWire } from '#requests/wire.ts';
import { signalsInLists } from '#signals/listed.api.ts';

/** A top-up as its client sees it. */
export const transactionOnWire = shape('Transaction', {
  ...requestOnWire,
  chargeMoney: money,
  /** Set where another amount arrived than was announced; the remarks say why. */
  receivedMoney: z.nullable(money),
  payway: z.string(),
  /** The address of the proof, or null. */
  image: z.nullable(z.string()),
  /** As they were shown to the payer. */
  networkName: z.string(),
  networkAddress: z.string(),
  /** The apply id of the pay link it came through, or null. */
  paylink: z.nullable(z.string()),
  /** Made by the portal when an exact amount arrived: nobody takes that back. */
  declared: z.boolean(),
  /** The admin's words in any state: on an approval with another amount they explain it. */
  adminRemarks: z.string(),
  /** How far its transfer is on the chain; only where that was looked at. */
  seen: z.optional(seenOnWire),
});
export type Transaction = z.output<typeof transactionOnWire>;

/** A top-up as an admin sees it. */
const reviewedOnWire = documented(
  z.extend(transactionOnWire, {
    userId: personOnWire,
    duplicates: z.array(duplicateOnWire),
    /** What the chain says about its transfer; absent where nobody looked. */
    evidence: z.optional(evidenceOnWire),
    signals: signalsInLists,
  }),
  {
    id: 'ReviewedTransaction',
  },
);
export type ReviewedTransaction = z.output<typeof reviewedOnWire>;

const payway = z._default(
  z.pipe(
    z.transform((value: string | null | undefined) => (value === '' || value === null ? 'USDT' : value)),
    z.literal('USDT', { error: 'Only USDT is offered as a way to pay.' }),
  ),
  'USDT',
);

/** A picture that was kept with a draft: SHA-256 of its file, in hex. */
export const pictureName = names(
  'outside',
  textOrEmpty(64).check(z.refine((name) => /^([0-9a-f]{64})?$/.test(name), { error: 'This names no picture.' })),
);

export const addMoney = endpoint({
  method: 'POST',
  path: '/add-money',
  access: { client: 'Finance' },
  file: 'photo',
  summary: 'Tells of USDT that was sent; an admin looks at it and credits the wallet.',
  body: z.object({
    chargeMoney: moneyIn,
    transactionId: transferId,
    payway,
    /** Which of the networks it was sent on; left out, the one of that address, or the default. */
    networkName: textOrEmpty(60),
    /** As it was shown to the payer; one that is no longer current is a conflict. */
    networkAddress: textOrEmpty(128),
    /** Counts as the Idempotency-Key where there is no header. */
    applyId: names('outside', textOrEmpty(64)),
    remarks: textOrEmpty(500),
    /** The earlier top-up of one's own that is sent again: its address and, without a photo, its proof are kept. */
    proofOf: names('request', textOrEmpty(64)),
    /** Without a photo: take the one that was kept with the draft. */
    picture: pictureName,
  }),
  output: z.object({ message: z.string(), transaction: transactionOnWire, wallet: money }),
  trips: 17,
  refusals: [
    'not_found',
    'topup.taken',
    'topup.crowded',
    'network.changed',
    'idempotency.key_reused',
    'proof.unreadable',
    'proof.too_large',
    'limit.reached',
  ],
  example: {
    chargeMoney: '250.00',
    transactionId: '6f1e0c…',
    payway: 'USDT',
    networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  },
});

export const checkTransaction = endpoint({
  method: 'GET',
  path: '/kimi/check-transaction-id',
  access: { client: 'Finance' },
  summary: 'Whether a transaction id was already used for a top-up, by anybody.',
  query: z.object({ transactionId: transferId }),
  output: z.object({ message: z.string(), used: z.boolean() }),
  trips: 6,
  refusals: ['limit.reached'],
  example: { transactionId: '6f1e0c…' },
});

const answer = z.object({ message: z.string(), transactions: z.array(transactionOnWire), ...pageAnswer });

export const getOwnTransactions = endpoint({
  method: 'GET',
  path: '/get-transaction-details-of-user',
  access: { client: 'Viewer' },
  summary: "The client's own top-ups, newest first.",
  query: z.object(pageQuery(['-createdAt'], 8)),
  output: answer,
  trips: 3,
});

const reviewedAnswer = z.object({ message: z.string(), transactions: z.array(reviewedOnWire), ...pageAnswer });

export const getTransactions = endpoint({
  method: 'GET',
  path: '/get-transaction-details',
  access: { admin: 'Support' },
  summary: 'Top-ups that wait for a decision, oldest first; `state` widens.',
  query: z.object(pageQuery(['createdAt'])),
  output: reviewedAnswer,
  trips: 5,
});

export const getCompleteTransactions = endpoint({
  method: 'GET',
  path: '/kimi/get-complete-transaction-details',
  access: { admin: 'Support' },
  summary: 'Top-ups that were approved, newest first.',
  query: z.object(pageQuery(['-createdAt'])),
  output: reviewedAnswer,
  trips: 5,
});

/** An empty field counts as not sent. */
const receivedMoney = z.optional(
  z.pipe(
    z.transform((value: MoneyTyped) => (value === '' || value === null ? undefined : value)),
    z.optional(moneyIn),
  ),
);

export const approveTransaction = endpoint({
  method: 'PUT',
  path: '/approve-transaction',
  access: { admin: 'Finance' },
  also202: true,
  confirmedBy: 'passkey above an amount',
  summary:
    'Approves or rejects a top-up. `receivedMoney` credits another amount than was announced; remarks then say why.',
  query: z.object({
    id: idOf('request'),
    action: z.enum(['approve', 'reject'], { error: 'Please choose approve or reject.' }),
  }),
  body: z.object({ remarks: textOrEmpty(1000), receivedMoney, acknowledged }),
  output: z.object({ message: z.string(), transaction: reviewedOnWire }),
  // Tried once more where others approved too much at the same moment.
  trips: 35,
  refusals: ['not_found', 'topup.already_decided', 'topup.unproven', 'topup.sent_out', 'topup.shared'],
  example: { remarks: 'The transfer did not arrive.' },
});

export const getProof = endpoint({
  method: 'GET',
  path: '/kimi/proof',
  access: 'signed in',
  leavesTrace: { as: 'read.proof', gathered: ({ small }) => small === true },
  summary: 'The picture that came with a top-up, cleaned; for its client and for admins. `small` is a thumbnail.',
  query: z.object({ applyId: idOf('request'), small: tick }),
  media: ['image/jpeg'],
  trips: 2,
  refusals: ['not_found', 'proof.away', 'proof.lost'],
});
