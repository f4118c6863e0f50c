/** The calls about ad accounts. Each platform has its own addresses, which it names itself (`platforms/`). */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { count, idOf, money, names, textOrEmpty } from '#kernel/fields.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';
import { forEachPlatform, namesOf, onByDefault, platforms, type Spec } from '#platforms/platforms.ts';
import { verdictRefusals } from '#requests/verdict.api.ts';
import { adOf } from './adaccounts.wire.ts';

// Ordering

const ordered = z.object({
  message: z.string(),
  applyId: z.string(),
  data: z.object({
    _id: z.string(),
    applyId: z.string(),
    accountOpeningFee: money,
    totalDeposit: money,
    topUpFee: money,
    totalCost: money,
    /** What the client can still spend. */
    wallet: money,
  }),
});

export const createAds = forEachPlatform(({ name, calls, order }) =>
  endpoint({
    method: 'POST',
    path: calls.create,
    feature: name,
    access: { client: 'Buyer' },
    summary: {
      rows: `Orders 1 to 10 ${name} ad accounts with deposits from the options of \`get-prices\`; deposits, fees and total are held until an admin decides.`,
      license: `Orders ${name} ad accounts: one by one with deposits, or monthly for the opening fee alone.`,
    }[order.form],
    body: order.body,
    output: ordered,
    // One ledger change, shared with whoever else orders; once a second also the prices, and two more for an answer
    // given again.
    trips: 4,
    refusals: ['wallet.insufficient', 'prices.changed', 'idempotency.key_reused'],
    example: order.example,
  }),
);

// Lists

const own = pageQuery(['-createdAt'], 8);
const byTime = pageQuery(['-createdAt'], 50);
const limitOfBoth = z.optional(count(1, 200));

function listOf(spec: Spec, trips: 2 | 3 = 2) {
  return { output: z.object({ message: z.string(), ads: z.array(adOf(spec)), ...pageAnswer }), trips } as const;
}

export const getAds = forEachPlatform((spec) =>
  endpoint({
    method: 'GET',
    path: spec.calls.list,
    feature: spec.name,
    access: spec.listForAdmins ? 'signed in' : { client: 'Viewer' },
    summary: spec.listForAdmins
      ? `A client's own ${spec.name} applications; to an admin, everybody's. Newest first.`
      : `The client's own ${spec.name} applications, newest first.`,
    // A page is 8 for a client and 50 for an admin, so the default of a list for both is the handler's.
    query: z.object({ ...own, limit: (spec.listForAdmins ? limitOfBoth : own.limit) as typeof limitOfBoth }),
    ...listOf(spec, spec.listForAdmins ? 3 : 2),
  }),
);

export const getPendingAds = forEachPlatform((spec) =>
  endpoint({
    method: 'GET',
    path: spec.calls.pending,
    feature: spec.name,
    access: { admin: 'Support' },
    summary: `${spec.name} applications that wait for a decision, oldest first; \`state\` widens.`,
    query: z.object(pageQuery(['createdAt'], 50)),
    ...listOf(spec, 3),
  }),
);

export const getApprovedAds = forEachPlatform((spec) =>
  endpoint({
    method: 'GET',
    path: spec.calls.approved,
    feature: spec.name,
    access: { admin: 'Support' },
    summary: `Approved ${spec.name} applications, newest first; \`state=Reversed\` shows what was undone.`,
    query: z.object(byTime),
    ...listOf(spec),
  }),
);

// Deciding

export const approveAd = forEachPlatform((spec) =>
  endpoint({
    method: 'PUT',
    path: spec.calls.judge,
    feature: spec.name,
    access: { admin: 'Operations' },
    confirmedBy: 'passkey above an amount',
    summary: `Approves a ${spec.name} application with its Ads IDs, or rejects it with a remark.`,
    query: z.object({
      id: idOf('request'),
      action: z.enum(['approve', 'reject'], { error: 'Please say approve or reject.' }),
    }),
    // The Ads IDs are new: the platform gave them.
    body: z.object({ adsId: names('outside', textOrEmpty(1000)), remarks: textOrEmpty(1000) }),
    output: z.object({ message: z.string(), ad: adOf(spec) }),
    trips: 20,
    refusals: [...verdictRefusals('application'), 'application.taken', 'application.ads_ids'],
    also202: true,
    example: { adsId: spec.wire.adsId },
  }),
);

// What forms ask first

/** Of the platforms whose list says how much waits. */
export const getWaiting = forEachPlatform(({ name, calls }) =>
  calls.waiting === undefined
    ? undefined
    : endpoint({
        method: 'GET',
        path: calls.waiting,
        feature: name,
        access: { client: 'Viewer' },
        summary: `How many of the client's own ${name} requests wait for a decision.`,
        output: z.object({ message: z.string(), application: z.number(), deposits: z.number(), refunds: z.number() }),
        trips: 3,
      }),
);

export const getAdsIds = endpoint({
  method: 'GET',
  path: '/kimi/get-ads-id',
  access: { client: 'Viewer' },
  summary: "The client's open ad accounts on a platform, with the money in each.",
  query: z.object({ adType: z.enum(platforms, { error: `Please say ${namesOf(onByDefault, 'or')}.` }) }),
  output: z.object({
    message: z.string(),
    adsIds: z.array(z.string()),
    accounts: z.array(z.object({ adsId: z.string(), available: money })),
    /** Those of them that take no deposit now. */
    inactive: z.array(z.string()),
  }),
  trips: 1,
  refusals: ['not_found'],
});

/** Per cent on the wire, basis points in the portal. */
const rate = z.codec(z.number(), z.bigint(), {
  decode: (percent) => BigInt(Math.round(percent * 100)),
  encode: (points) => Number(points) / 100,
});

export const getPrices = endpoint({
  method: 'GET',
  path: '/kimi/get-prices',
  access: { client: 'Viewer' },
  summary: 'What this client pays: the opening fee of an order, the top-up fee in per cent, and the deposits on offer.',
  output: z.object({
    message: z.string(),
    prices: z.object({
      accountOpeningFee: money,
      topUpRate: rate,
      depositOptions: z.array(money),
      /** Of any deposit but nothing, which an order may open an account with. */
      leastDeposit: money,
    }),
  }),
  trips: 1,
});
