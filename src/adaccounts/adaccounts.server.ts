/** Ordering ad accounts, the lists of applications on both sides, and an admin's verdict on one. */
import { insist, notFound, refusalOfFeature, refuse } from '#kernel/refusal.ts';
import { application, priceOrder } from '#kinds/application.ts';
import { deposit } from '#kinds/deposit.ts';
import type { State } from '#kinds/life.ts';
import { refund } from '#kinds/refund.ts';
import { whyNoMoney } from '#ledger/accountlife.ts';
import { adAccountsOf } from '#ledger/ledger.server.ts';
import { refundableOf } from '#ledger/spending.ts';
import { registry, type Spec } from '#platforms/platforms.ts';
import { askFor, decideAs, refuseAnew } from '#requests/calls.server.ts';
import { countOf, findRequest, listRequests } from '#requests/list.server.ts';
import { refusalOfBlank } from '#requests/requests.ts';
import { listQueryOf } from '#requests/wire.ts';
import { handle, type Caller, type Handler } from '#server/handle.server.ts';
import type { ClientSession } from '#server/session.server.ts';
import { pricesFor } from '#settings/settings.server.ts';
import { signalsBeside } from '#signals/signals.server.ts';
import { takesAnother } from '#proposals/proposals.ts';
import {
  approveAd,
  createAds,
  getAds,
  getAdsIds,
  getApprovedAds,
  getPendingAds,
  getPrices,
  getWaiting,
} from './adaccounts.api.ts';
import { asAd, asLine } from './adaccounts.wire.ts';
import { blankVerdict, refusalOfDeposits, refusalToOpenWith } from './orders.ts';

export const adaccountsHandlers: readonly Handler[] = [
  ...registry.flatMap(handlersOf),

  handle(getAdsIds, async ({ app, session, query }) => {
    insist(refusalOfFeature(app.features.now(), query.adType));
    const accounts = await adAccountsOf(app.db, session.client, query.adType);
    return {
      message: 'Ads IDs fetched successfully',
      adsIds: accounts.map(({ adsId }) => adsId),
      accounts: accounts.map((account) => ({ adsId: account.adsId, available: refundableOf(account) })),
      inactive: accounts.filter(({ state }) => whyNoMoney(state)).map(({ adsId }) => adsId),
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
        leastDeposit: prices.leastDepositCents,
      },
    };
  }),
];

function handlersOf(spec: Spec): Handler[] {
  const { name, wire } = spec;
  const waiting = getWaiting[name];
  return [
    handle(createAds[name], (call) => order(call, spec)),

    handle(getAds[name], async ({ query: { limit, ...query }, ...call }) => {
      const { client } = call.session;
      const asked = { ...call, query: { ...query, limit: limit ?? (client === undefined ? 50 : 8) } };
      return {
        message: wire.fetched.own,
        ...(await listed(asked, spec, { client })),
      };
    }),

    handle(getPendingAds[name], async (call) => ({
      message: wire.fetched.admin,
      ...(await listed(call, spec, { otherwise: ['Pending'] })),
    })),

    // Whatever state is asked for, this shows what was approved at some time.
    handle(getApprovedAds[name], async (call) => ({
      message: wire.fetched.admin,
      ...(await listed(call, spec, { otherwise: ['Approved'], among: ['Approved', 'Reversed'] })),
    })),

    handle(approveAd[name], (call) => judge(call, spec)),

    ...(waiting
      ? [
          handle(waiting, async ({ app, session }) => {
            const [applications = 0, deposits = 0, refunds = 0] = await Promise.all(
              [application, deposit, refund].map(({ name: kind }) =>
                countOf(app.db, { kinds: [kind], platforms: [name], states: ['Pending'], client: session.client }),
              ),
            );
            return { message: 'Pending details fetched successfully', application: applications, deposits, refunds };
          }),
        ]
      : []),
  ];
}

/** One ledger change: the wallet either pays for the whole order or nothing is written. */
async function order(call: Parameters<typeof askFor>[0] & Caller<ClientSession> & { body: unknown }, spec: Spec) {
  const { name, order: form } = spec;
  const { deposits, rows, told, clientRemarks } = form.settle(call.body as never);
  const prices = await pricesFor(call.app.db, call.session.client);
  const lines = rows.map((row, place) => asLine(spec, row, deposits[place]!));
  const isRows = form.form === 'rows';
  const dust = refusalToOpenWith(deposits, prices.leastDepositCents, isRows ? 'adsDetails' : 'ads');
  await refuseAnew(call, dust ?? (isRows ? refusalOfDeposits(deposits, prices.depositOptionsCents) : undefined));
  const price = priceOrder(deposits, prices.openingFeeCents, prices.topupBasisPoints);
  const details = { ...told, rate: String(prices.topupBasisPoints) };
  const { requests, wallet } = await askFor(call, {
    client: call.session.client,
    kind: application,
    content: call.body,
    rows: [{ price, platform: name, lines, details, ...(clientRemarks ? { clientRemarks } : {}) }],
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

type Scope = { client?: bigint; otherwise?: readonly State[]; among?: readonly State[] };

async function listed({ app, session, query }: ListCall, spec: Spec, { client, otherwise, among }: Scope) {
  const asked = listQueryOf(query, otherwise);
  const states = among ? asked.states?.filter((state) => among.includes(state)) : asked.states;
  const { rows, ...page } = await listRequests(app.db, {
    ...asked,
    states,
    kinds: ['application'],
    platforms: [spec.name],
    client,
  });
  const reader = session.client === undefined ? 'admin' : 'client';
  const beside = reader === 'admin' ? await signalsBeside(app.db, rows) : () => ({});
  const now = new Date();
  return { ads: rows.map((row) => ({ ...asAd(spec, row, now, reader), ...beside(row) })), ...page };
}

type JudgeCall = Caller & {
  query: { id: string; action: 'approve' | 'reject' };
  body: { adsId: string; remarks: string };
  reply: { status(code: number): unknown };
};

async function judge(call: JudgeCall, spec: Spec) {
  const { app, query, body } = call;
  insist(refusalOfBlank(application, query.action, body, blankVerdict(spec)));
  const { waits } = await decideAs(call, {
    kinds: [application],
    applyId: query.id,
    platform: spec.name,
    verdict: query.action,
    fill: query.action === 'approve' ? { adsId: body.adsId } : { remarks: body.remarks },
  });
  const after = await findRequest(app.db, { applyId: query.id, kinds: ['application'] });
  if (!after) return refuse(notFound);
  if (waits) call.reply.status(202);
  return { message: waits ? takesAnother : judged[query.action], ad: asAd(spec, after, new Date(), 'admin') };
}

const judged = { approve: 'Ad approved successfully!', reject: 'Ad rejected successfully!' } as const;
