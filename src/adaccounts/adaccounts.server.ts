/** Ordering ad accounts, the lists of applications on both sides, and an admin's verdict on one. */
import type { Cents } from '#kernel/money.ts';
import { insist, notFound, refuse } from '#kernel/refusal.ts';
import { adAccountsOf } from '#ledger/ledger.server.ts';
import { askFor, decideAs } from '#requests/calls.server.ts';
import { countOf, findRequest, listRequests } from '#requests/list.server.ts';
import { wasAttempted } from '#requests/requests.server.ts';
import type { Platform } from '#requests/requests.ts';
import { listQueryOf } from '#requests/wire.ts';
import { handle, type Caller } from '#server/handle.server.ts';
import type { ClientSession } from '#server/session.server.ts';
import { pricesFor } from '#settings/settings.server.ts';
import { takesAnother } from '#proposals/proposals.ts';
import {
  approveBingAd,
  approveFacebookAd,
  approveGoogleAd,
  getAdsIds,
  getApprovedBingAds,
  getApprovedFacebookAds,
  getApprovedGoogleAds,
  getBingAds,
  getFacebookAds,
  getFacebookPending,
  getGoogleAds,
  getPendingBingAds,
  getPendingFacebookAds,
  getPendingGoogleAds,
  getPrices,
} from './adaccounts.api.ts';
import { application, priceOrder } from '#kinds/application.ts';
import type { State } from '#kinds/life.ts';
import { asBingAd, asFacebookAd, asGoogleAd, type AsAd } from './adaccounts.wire.ts';
import { createBingAds, createFacebookAds, createGoogleAds } from './orders.api.ts';
import { refusalOfDeposits, refusalToJudge, settledFacebook } from './orders.ts';

/** The messages of the lists, as the specification prints them; the two for Bing differ in one letter. */
const fetched = {
  Google: 'google ads fetched successfully',
  Bing: 'Bing ads fetched successfully',
  bing: 'bing ads fetched successfully',
  Facebook: 'facebook ads fetched successfully',
} as const;

export const adaccountsHandlers = [
  handle(createGoogleAds, (call) => order(call, { platform: 'Google', ...rowsAndDeposits(call.body.adsDetails) })),
  handle(createBingAds, (call) => order(call, { platform: 'Bing', ...rowsAndDeposits(call.body.adsDetails) })),
  handle(createFacebookAds, (call) => {
    const { ads, remarks, ...told } = settledFacebook(call.body);
    return order(call, { platform: 'Facebook', ...rowsAndDeposits(ads), told, clientRemarks: remarks });
  }),

  handle(getGoogleAds, async (call) => ({ message: fetched.Google, ...(await own(call, 'Google', asGoogleAd)) })),
  handle(getBingAds, async (call) => ({ message: fetched.Bing, ...(await own(call, 'Bing', asBingAd)) })),
  handle(getFacebookAds, async ({ query: { limit, ...query }, ...call }) => {
    if (call.session.client !== undefined)
      return {
        message: fetched.Facebook,
        ...(await own({ ...call, query: { ...query, limit: limit ?? 8 } }, 'Facebook', asFacebookAd)),
      };
    return {
      message: fetched.Facebook,
      ...(await listed({ ...call, query: { ...query, limit: limit ?? 50 } }, { platform: 'Facebook' }, asFacebookAd)),
    };
  }),

  handle(getPendingGoogleAds, async (call) => ({
    message: fetched.Google,
    ...(await pending(call, 'Google', asGoogleAd)),
  })),
  handle(getPendingBingAds, async (call) => ({ message: fetched.bing, ...(await pending(call, 'Bing', asBingAd)) })),
  handle(getPendingFacebookAds, async (call) => ({
    message: fetched.Facebook,
    ...(await pending(call, 'Facebook', asFacebookAd)),
  })),

  handle(getApprovedGoogleAds, async (call) => ({
    message: fetched.Google,
    ...(await approved(call, 'Google', asGoogleAd)),
  })),
  handle(getApprovedBingAds, async (call) => ({ message: fetched.bing, ...(await approved(call, 'Bing', asBingAd)) })),
  handle(getApprovedFacebookAds, async (call) => ({
    message: fetched.Facebook,
    ...(await approved(call, 'Facebook', asFacebookAd)),
  })),

  handle(approveGoogleAd, (call) => judge(call, 'Google', asGoogleAd)),
  handle(approveBingAd, (call) => judge(call, 'Bing', asBingAd)),
  handle(approveFacebookAd, (call) => judge(call, 'Facebook', asFacebookAd)),

  handle(getFacebookPending, async ({ app, session }) => {
    const [application = 0, deposits = 0, refunds = 0] = await Promise.all(
      (['application', 'deposit', 'refund'] as const).map((kind) =>
        countOf(app.db, { kinds: [kind], platforms: ['Facebook'], states: ['Pending'], client: session.client }),
      ),
    );
    return { message: 'Pending details fetched successfully', application, deposits, refunds };
  }),

  handle(getAdsIds, async ({ app, session, query }) => {
    const accounts = await adAccountsOf(app.db, session.client, query.adType);
    return {
      message: 'Ads IDs fetched successfully',
      adsIds: accounts.map(({ adsId }) => adsId),
      accounts: accounts.map(({ adsId, balanceCents }) => ({ adsId, available: balanceCents })),
    };
  }),

  handle(getPrices, async ({ app, session }) => {
    const prices = await pricesFor(app.db, session.client);
    return {
      message: 'Prices fetched successfully',
      prices: {
        accountOpeningFee: prices.openingFeeCents,
        topUpRate: prices.topupBasisPoints,
        depositOptions: [...prices.depositOptionsCents],
      },
    };
  }),
];

function rowsAndDeposits<Row extends { deposit: Cents }>(rows: readonly Row[]) {
  return { deposits: rows.map(({ deposit }) => deposit), rows: rows.map(({ deposit: _, ...row }) => row) };
}

type Order = {
  platform: Platform;
  deposits: readonly Cents[];
  rows: readonly object[];
  told?: object;
  clientRemarks?: string;
};

/** One ledger change: the wallet either pays for the whole order or nothing is written. */
async function order(
  call: Caller<ClientSession> & { body: unknown; key: string | undefined },
  { platform, deposits, rows, told, clientRemarks }: Order,
) {
  const prices = await pricesFor(call.app.db, call.session.client);
  const offered = platform === 'Facebook' ? undefined : refusalOfDeposits(deposits, prices.depositOptionsCents);
  // An answer that was lost on its way is given again, even if other deposits are offered since.
  if (offered && !(await wasAttempted(call.app.db, call.session.client, call.key))) refuse(offered);
  const price = priceOrder(deposits, prices.openingFeeCents, prices.topupBasisPoints);
  const details = { ...told, deposits, rows, rate: String(prices.topupBasisPoints) };
  const { requests, wallet } = await askFor(call, {
    kind: application,
    client: call.session.client,
    content: call.body,
    rows: [{ price, platform, details, ...(clientRemarks ? { clientRemarks } : {}) }],
  });
  const { applyId, openingFeeCents, amountCents, feeCents, totalCents } = requests[0]!;
  return {
    message: 'Ads created successfully!',
    applyId,
    data: {
      _id: applyId,
      applyId,
      accountOpeningFee: openingFeeCents,
      totalDeposit: amountCents,
      topUpFee: feeCents,
      totalCost: totalCents,
      wallet,
    },
  };
}

type ListCall = Pick<Caller, 'app' | 'session'> & { query: Parameters<typeof listQueryOf>[0] };

function own<Ad>(call: ListCall, platform: Platform, as: AsAd<Ad>) {
  return listed(call, { platform, client: call.session.client }, as);
}

function pending<Ad>(call: ListCall, platform: Platform, as: AsAd<Ad>) {
  return listed(call, { platform, otherwise: ['Pending'] }, as);
}

/** Whatever state is asked for, a list of approved applications shows what was approved at some time. */
function approved<Ad>(call: ListCall, platform: Platform, as: AsAd<Ad>) {
  return listed(call, { platform, otherwise: ['Approved'], among: ['Approved', 'Reversed'] }, as);
}

type Scope = { platform: Platform; client?: bigint; otherwise?: readonly State[]; among?: readonly State[] };

async function listed<Ad>(
  { app, session, query }: ListCall,
  { platform, client, otherwise, among }: Scope,
  as: AsAd<Ad>,
) {
  const asked = listQueryOf(query, otherwise);
  const states = among ? asked.states?.filter((state) => among.includes(state)) : asked.states;
  const { rows, ...page } = await listRequests(app.db, {
    ...asked,
    states,
    kinds: ['application'],
    platforms: [platform],
    client,
  });
  const now = new Date();
  return { ads: rows.map((row) => as(row, now, session.client === undefined ? 'admin' : 'client')), ...page };
}

type JudgeCall = Caller & {
  query: { id: string; action: 'approve' | 'reject' };
  body: { adsId: string; remarks: string };
  reply: { status(code: number): unknown };
};

async function judge<Ad>(call: JudgeCall, platform: Platform, as: AsAd<Ad>) {
  const { app, query, body } = call;
  insist(refusalToJudge(platform, query.action, body));
  const { waits } = await decideAs(call, {
    kinds: [application],
    applyId: query.id,
    platform,
    verdict: query.action,
    fill: query.action === 'approve' ? { adsId: body.adsId } : { remarks: body.remarks },
  });
  const after = await findRequest(app.db, { applyId: query.id, kinds: ['application'] });
  if (!after) return refuse(notFound);
  if (waits) call.reply.status(202);
  return { message: waits ? takesAnother : judged[query.action], ad: as(after, new Date(), 'admin') };
}

const judged = { approve: 'Ad approved successfully!', reject: 'Ad rejected successfully!' } as const;
