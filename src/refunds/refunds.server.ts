/**
 * Refunds: asked by clients (an admin's: accounts/refunding.server.ts), decided by admins, listed for both with the ad
 * account that the money comes from.
 */
import { normalisedAdsId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import { insist, refusalOfFeature, Refused, refuse } from '#kernel/refusal.ts';
import { priceRefund, refund, refusalToRefund } from '#kinds/refund.ts';
import { adAccountsOf } from '#ledger/ledger.server.ts';
import { refundableOf } from '#ledger/spending.ts';
import { askFor, decideAs } from '#requests/calls.server.ts';
import { findRequest, listRequests, type ListedRequest, type Listing } from '#requests/list.server.ts';
import { specOf, type Platform } from '#platforms/platforms.ts';
import { blankPayOut, refusalOfBlank } from '#requests/requests.ts';
import { asPersonOnWire, asRequestOnWire, listQueryOf } from '#requests/wire.ts';
import { insistOnSpend } from '#spend/unseen.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import { pricesFor } from '#settings/settings.server.ts';
import { signalsBeside } from '#signals/signals.server.ts';
import { takesAnother } from '#proposals/proposals.ts';
import {
  applyRefund,
  approveRefund,
  getApprovedRefunds,
  getRefundable,
  getRefunds,
  getRefundsForAdmin,
} from './refunds.api.ts';
import { originsOf, type Origin } from './refunds.store.server.ts';

type Reader = 'client' | 'admin';

const fetched = 'Refund details fetched successfully';

export const refundsHandlers = [
  handle(applyRefund, async (call) => {
    const { adsId, amount, adType, remarks } = call.body;
    insist(refusalOfFeature(call.app.features.now(), adType));
    const { refundsReturnFee } = await pricesFor(call.app.db, call.session.client);
    const asked = await askFor(call, {
      client: call.session.client,
      kind: refund,
      content: call.body,
      rows: [{ platform: adType, adsId, price: priceRefund(amount, refundsReturnFee), clientRemarks: remarks }],
    }).catch((error: unknown) => explain(error, call.app.db, call.session.client, { adType, adsId, amount }));
    return {
      message: 'Refund applied successfully.',
      refund: await one(call.app.db, asked.requests[0]!.applyId, 'client'),
    };
  }),

  handle(getRefundable, async ({ query, session, app }) => {
    insist(refusalOfFeature(app.features.now(), query.adType));
    const [accounts, prices] = await Promise.all([
      adAccountsOf(app.db, session.client, query.adType),
      pricesFor(app.db, session.client),
    ]);
    return {
      message: 'Ad accounts fetched successfully',
      returnsFee: prices.refundsReturnFee,
      accounts: accounts.map((account) => ({
        adsId: account.adsId,
        available: refundableOf(account),
        feeLeft: account.feeLeftCents,
        // Of it the share of the fee is computed, not of what is left.
        ...(account.openMicros === null ? {} : { balance: account.balanceCents }),
      })),
    };
  }),

  handle(getRefunds, async ({ query, session, app }) => {
    const listing = { ...on(query.adType), client: session.client, ...listQueryOf(query) };
    return { message: fetched, ...(await page(app.db, listing, 'client')) };
  }),

  handle(getRefundsForAdmin, async ({ query, app }) => ({
    message: fetched,
    ...(await page(app.db, { ...on(query.adType), ...listQueryOf(query, ['Pending']) }, 'admin')),
  })),

  handle(getApprovedRefunds, async ({ query, app }) => ({
    message: fetched,
    ...(await page(app.db, { ...on(query.adType), ...listQueryOf(query, ['Approved']) }, 'admin')),
  })),

  handle(approveRefund, async (call) => {
    const { adsId, adType, applyId, action } = call.query;
    const { acknowledged, ...fill } = call.body;
    insist(refusalOfBlank(refund, action, fill, blankPayOut));
    const { waits } = await decideAs(call, {
      kinds: [refund],
      applyId,
      platform: adType,
      adsId,
      verdict: action,
      fill,
      asks: async () => {
        if (action === 'approve') await insistOnSpend(call, 'approve', { applyId, acknowledged });
      },
    });
    if (waits) call.reply.status(202);
    const done = action === 'approve' ? 'Refund approved successfully!' : 'Refund rejected successfully!';
    return { message: waits ? takesAnother : done, refund: await one(call.app.db, applyId, 'admin') };
  }),
];

function on(platform: Platform | undefined): Pick<Listing, 'kinds' | 'platforms'> {
  return { kinds: ['refund'], ...(platform ? { platforms: [platform] } : {}) };
}

/** Says at which field it went wrong, and how much there is. */
async function explain(
  error: unknown,
  db: Database,
  client: bigint,
  wish: { adType: Platform; adsId: string; amount: Cents },
): Promise<never> {
  if (!(error instanceof Refused)) throw error;
  const { refusal } = error;
  if (refusal.status === 404) refuse({ ...refusal, field: 'adsId' });
  if (refusal.code !== 'refund.short') throw error;
  const accounts = await adAccountsOf(db, client, wish.adType);
  const account = accounts.find(({ adsId }) => normalisedAdsId(adsId) === normalisedAdsId(wish.adsId));
  insist(account && refusalToRefund(wish.amount, refundableOf(account)));
  throw error;
}

async function page(db: Database, listing: Listing, reader: Reader) {
  const { rows, ...rest } = await listRequests(db, listing);
  const [refunds, beside] = await Promise.all([
    refundsOnWire(db, rows, reader),
    reader === 'admin' ? signalsBeside(db, rows) : () => ({}),
  ]);
  return { refundsDetails: refunds.map((one) => ({ ...one, ...beside(one) })), ...rest };
}

async function one(db: Database, applyId: string, reader: Reader) {
  const row = await findRequest(db, { applyId: applyId.trim() });
  return (await refundsOnWire(db, [row!], reader))[0]!;
}

/** Rows of refunds as the wire has them; one round trip for all. */
export async function refundsOnWire(db: Database, rows: readonly ListedRequest[], reader: Reader) {
  const origins = await originsOf(
    db,
    rows.map(({ id }) => id),
  );
  const now = new Date();
  return rows.map((row) => asRefundOnWire(row, origins.get(row.id)!, now, reader));
}

function asRefundOnWire(request: ListedRequest, origin: Origin, now: Date, reader: Reader) {
  const shared = asRequestOnWire(request, now, reader);
  return {
    ...shared,
    applyState: shared.state,
    adType: request.platform ?? '',
    adsId: request.adsId ?? '',
    amount: request.amountCents,
    feeBack: request.totalCents - request.amountCents,
    totalRefund: request.totalCents,
    remainMoney: origin.remainCents,
    byAgency: origin.byAgency,
    userId: asPersonOnWire(request),
    ...linkedTo(request, origin),
  };
}

/** The ad account under the name that its platform has on the wire. */
function linkedTo({ platform, adsId }: ListedRequest, { application, ads, remarks }: Origin) {
  const account = { _id: application ?? '', adsId: adsId ?? '' };
  if (platform === null) return {};
  const { linked } = specOf(platform).wire;
  if (!linked.withOrder) return { [linked.name]: account };
  const named = ads.map(({ accountName, deposit }) => ({ accountName: accountName ?? '', deposit: BigInt(deposit) }));
  return { [linked.name]: { ...account, ads: named, remarks: remarks ?? '' } };
}
