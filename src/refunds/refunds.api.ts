/** The calls about refunds: one address for all platforms, which `adType` tells apart. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { money, moneyInOr, names, shape, text, textOrEmpty } from '#kernel/fields.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';
import { namesOf, onByDefault, platforms, registry } from '#platforms/platforms.ts';
import { acknowledged, action, rowQuery, verdictBody, verdictRefusals } from '#requests/verdict.api.ts';
import { personOnWire, requestOnWire } from '#requests/wire.ts';
import { signalsInLists } from '#signals/listed.api.ts';
import { fillBoth } from './refunds.ts';

const adType = z.enum(platforms, { error: `Please choose ${namesOf(onByDefault, 'or')}.` });

/** The ad account that the money comes from; `_id` is the application that opened it. */
const linkedAccount = z.object({ _id: z.string(), adsId: z.string() });
const linkedWithOrder = z.object({
  _id: z.string(),
  adsId: z.string(),
  ads: z.array(z.object({ accountName: z.string(), deposit: money })),
  remarks: z.string(),
});
type Linked = z.output<typeof linkedAccount> & Partial<z.output<typeof linkedWithOrder>>;

/** Under the name that its platform has for it. */
const linkedAccounts = Object.fromEntries(
  registry.map(({ wire: { linked } }) => [linked.name, z.optional(linked.withOrder ? linkedWithOrder : linkedAccount)]),
);

/** The ad account that a refund comes from, which each platform names in its own way. */
export function linkedIn(refund: object): Linked | undefined {
  const named = refund as Readonly<Record<string, Linked | undefined>>;
  return registry.flatMap(({ wire }) => named[wire.linked.name] ?? [])[0];
}

export const refundOnWire = shape('Refund', {
  ...requestOnWire,
  applyState: z.string(),
  adType: z.string(),
  adsId: z.string(),
  amount: money,
  /** The share of the top-up fee that comes back with it. */
  feeBack: money,
  /** What the wallet gets: the amount and its fee share. */
  totalRefund: money,
  /** The balance of the ad account after it: what was spent and is not settled is still in that. */
  remainMoney: money,
  /** Whether an admin asked for it in place of its client: the note is that admin's reason then. */
  byAgency: z.boolean(),
  userId: personOnWire,
  signals: signalsInLists,
  ...linkedAccounts,
});

const listOutput = z.object({ message: z.string(), refundsDetails: z.array(refundOnWire), ...pageAnswer });

export const getRefunds = endpoint({
  method: 'GET',
  path: '/kimi/refund-Details',
  access: { client: 'Viewer' },
  summary: "The client's refunds on one platform (all, where `adType` is left out), newest first.",
  query: z.object({ adType: z.optional(adType), ...pageQuery(['-createdAt']) }),
  output: listOutput,
  trips: 3,
});

export const getRefundable = endpoint({
  method: 'GET',
  path: '/kimi/get-refundable',
  access: { client: 'Viewer' },
  summary:
    'What can be refunded from each of the own ad accounts on a platform, and how much of the top-up fee is still in it.',
  query: z.object({ adType }),
  output: z.object({
    message: z.string(),
    /** Whether the agency gives the share of the fee back. */
    returnsFee: z.boolean(),
    accounts: z.array(
      z.object({
        adsId: z.string(),
        available: money,
        feeLeft: money,
        /** What the book says, where something is known of its spend: the fee lies with all of it. */
        balance: z.optional(money),
      }),
    ),
  }),
  trips: 2,
  refusals: ['not_found'],
});

export const applyRefund = endpoint({
  method: 'POST',
  path: '/kimi/apply-refund',
  access: { client: 'Finance' },
  summary: 'Asks for unused money of an own ad account back; it is set aside until an admin decides.',
  body: z.object({
    adsId: names('Ads ID', text(64, fillBoth)),
    amount: moneyInOr(fillBoth),
    adType,
    remarks: textOrEmpty(500),
  }),
  output: z.object({ message: z.string(), refund: refundOnWire }),
  trips: 6,
  refusals: ['not_found', 'refund.short', 'prices.changed', 'idempotency.key_reused'],
  example: { adsId: registry[0]!.wire.adsId, amount: 25, adType: registry[0]!.name },
});

export const getRefundsForAdmin = endpoint({
  method: 'GET',
  path: '/kimi/refund-Details-for-admin',
  access: { admin: 'Support' },
  summary: 'Refunds that wait for a decision, oldest first; `state` widens, `adType` narrows.',
  query: z.object({ adType: z.optional(adType), ...pageQuery(['createdAt']) }),
  output: listOutput,
  trips: 4,
});

export const getApprovedRefunds = endpoint({
  method: 'GET',
  path: '/approved-refund-Details-for-admin',
  access: { admin: 'Support' },
  summary: 'Approved refunds, newest first.',
  query: z.object({ adType: z.optional(adType), ...pageQuery(['-createdAt']) }),
  output: listOutput,
  trips: 4,
});

export const approveRefund = endpoint({
  method: 'PUT',
  path: '/kimi/approve-refund-by-admin',
  access: { admin: 'Finance' },
  confirmedBy: 'passkey above an amount',
  summary: 'Approves a refund with a transaction ID, or rejects it with a reason that the client reads.',
  query: z.object({ ...rowQuery, action }),
  body: z.extend(verdictBody, { acknowledged }),
  output: z.object({ message: z.string(), refund: refundOnWire }),
  // Tried once more where others approved too much at the same moment.
  trips: 34,
  also202: true,
  refusals: [...verdictRefusals('refund'), 'refund.unseen'],
  example: { transactionId: 'refund-2026-11-0007' },
});
