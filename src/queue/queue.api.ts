import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { idOf, money, moneyIn, names, orBlank, shape, text, textOrEmpty, tick, time } from '#kernel/fields.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';
import { evidenceOnWire } from '#chain/evidence.api.ts';
import { kindNames } from '#kinds/kinds.ts';
import { platforms } from '#platforms/platforms.ts';
import { acknowledged, reversalRefusals } from '#requests/verdict.api.ts';
import { duplicateOnWire, personOnWire, requestOnWire } from '#requests/wire.ts';
import { signalsOnWire } from '#signals/signals.api.ts';
import { destinationOnWire } from '#withdrawals/destination.api.ts';

export const kindName = z.enum(kindNames);
export const platformName = z.enum(platforms);

/** Who has said that this is theirs to look at, for an hour. */
export const takenOnWire = z.nullable(z.object({ username: z.string(), own: z.boolean(), at: time }));

/** A request of any kind, as the queue and its own page show it. */
export const anyRequest = shape('Request', {
  ...requestOnWire,
  kind: kindName,
  adType: z.nullable(platformName),
  adsId: z.string(),
  amount: money,
  /** Taken by an order or a deposit; of everything else the share that moves along with its money. */
  fee: money,
  openingFee: money,
  totalCost: money,
  receivedMoney: z.nullable(money),
  /**
   * Of a replacement that waits: what of its amount the platform has taken already, as spend that is not settled; null
   * where nobody knows.
   */
  spent: z.optional(z.nullable(money)),
  /** `/kimi/proof?applyId=…` where a proof was sent. */
  image: z.nullable(z.string()),
  /** Other top-ups sent with the same file or the same picture. */
  duplicates: z.array(duplicateOnWire),
  /** What the chain says about the transfer of a top-up or withdrawal; absent where nobody looked. */
  evidence: z.optional(evidenceOnWire),
  /** Facts that make whoever decides look twice; absent where there is none. */
  signals: z.optional(signalsOnWire),
  /** What was filled in, as it was: rows of an order, pages, domains, the network shown. */
  details: z.record(z.string(), z.unknown()),
  userId: personOnWire,
  /** The admin who asked for it; null where its client did. */
  askedBy: z.nullable(z.string()),
  /** Whether the caller asked for this correction, and can't approve it. */
  own: z.boolean(),
  /** Of a withdrawal: what is known of the address that it goes to. */
  destination: z.optional(destinationOnWire),
  /** Why approving it would wait for a second admin, as far as known by now. */
  secondAdmin: z.nullable(z.string()),
  /** The other admin who has this open right now. */
  lookedAtBy: z.nullable(z.string()),
  takenBy: takenOnWire,
});

export const getQueue = endpoint({
  method: 'GET',
  path: '/kimi/get-queue',
  access: { admin: 'Support' },
  summary: 'Everything that waits for a decision, oldest first.',
  query: z.object({
    ...pageQuery(['createdAt'], 50),
    kind: orBlank(kindName),
    adType: orBlank(platformName),
    /** Only this client's. */
    userId: names('user', textOrEmpty(64)),
    /** Only those of these that still wait, on one page: up to 200 apply ids with commas between. */
    applyIds: textOrEmpty(5_000),
  }),
  output: z.object({
    message: z.string(),
    requests: z.array(anyRequest),
    /**
     * Approvals that another admin wants undone, on the first page of everything; they wait, although they are no
     * longer Pending.
     */
    reversals: z.array(anyRequest),
    ...pageAnswer,
  }),
  trips: 20,
  refusals: ['not_found'],
});

export const lookAtRequest = endpoint({
  method: 'PUT',
  path: '/kimi/look-at-request',
  access: { admin: 'Support' },
  summary: 'Tells the other admins which request this one has open; forgotten after 30 seconds.',
  query: z.object({ applyId: names('request', textOrEmpty(64)) }),
  output: z.object({ message: z.string() }),
  trips: 1,
});

export const takeRequest = endpoint({
  method: 'PUT',
  path: '/kimi/take-request',
  access: { admin: 'Support' },
  summary: 'Says that the caller looks after a request that waits, for an hour; a sign for the others, never a lock.',
  query: z.object({
    applyId: idOf('request'),
    /** Says that the caller no longer does. */
    letGo: tick,
  }),
  output: z.object({ message: z.string(), applyId: z.string(), takenBy: takenOnWire }),
  trips: 3,
  refusals: ['not_found', 'request.not_waiting'],
});

/** So many in one call. */
export const mostAtOnce = 200;
export const tooManyAtOnce = `Please decide at most ${mostAtOnce} requests at once.`;

export const decideRequests = endpoint({
  method: 'PUT',
  path: '/kimi/decide-requests',
  access: { admin: ['Finance', 'Operations'] },
  confirmedBy: 'passkey above an amount',
  summary: 'Approves or rejects many requests; each answers for itself, one failing does not stop the others.',
  body: z.object({
    action: z.enum(['approve', 'reject'], { error: 'Please choose approve or reject.' }),
    items: z
      .array(
        z.object({
          applyId: idOf('request'),
          adsId: names('outside', textOrEmpty(2000)),
          transactionId: names('outside', textOrEmpty(128)),
          remarks: textOrEmpty(1000),
          /** Why a payout that should still wait is not held up. */
          letPass: textOrEmpty(500),
          receivedMoney: z.optional(z.nullable(moneyIn)),
          acknowledged,
        }),
        { error: 'Please name the requests to decide.' },
      )
      .check(
        z.minLength(1, { error: 'Please name the requests to decide.' }),
        z.maxLength(mostAtOnce, { error: tooManyAtOnce }),
      ),
  }),
  output: z.object({
    message: z.string(),
    results: z.array(
      z.object({
        applyId: z.string(),
        done: z.boolean(),
        /** A second admin has to confirm it. */
        waits: z.boolean(),
        state: z.nullable(z.string()),
        message: z.string(),
        code: z.nullable(z.string()),
      }),
    ),
  }),
  // Each request is decided in a transaction of its own.
  trips: mostAtOnce * 20,
  example: { action: 'approve', items: [{ applyId: 'DP-7K3Q-X2MF', transactionId: '83f1…' }] },
});

export const reverseRequest = endpoint({
  method: 'PUT',
  path: '/kimi/reverse-request',
  access: { admin: ['Finance', 'Operations'] },
  confirmedBy: 'passkey',
  also202: true,
  summary: 'Undoes an approval that was a mistake: posts the opposite today, with a reason the client reads.',
  body: z.object({
    applyId: idOf('request'),
    reason: text(1000, 'Please enter a reason for the reversal.'),
    acknowledged,
  }),
  output: z.object({ message: z.string(), applyId: z.string(), state: z.string() }),
  trips: 30,
  refusals: reversalRefusals,
  example: { applyId: 'TU-7K3Q-X2MF', reason: 'The transfer was for another client.' },
});
