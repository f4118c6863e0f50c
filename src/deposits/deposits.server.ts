/** Deposits: asked by clients row by row or many at once, decided by admins, listed and exported for both. */
import type { BodyOf } from '#kernel/endpoint.ts';
import { normalisedAdsId } from '#kernel/ids.ts';
import { sum } from '#kernel/money.ts';
import { deposit, priceDeposit } from '#kinds/deposit.ts';
import type { State } from '#kinds/life.ts';
import { insist, invalid, notFound, refuse, type Refusal } from '#kernel/refusal.ts';
import { adAccountsOf, type AdAccount } from '#ledger/ledger.server.ts';
import { askFor, decideAs, refuseAnew } from '#requests/calls.server.ts';
import { everyRequest } from '#requests/every.server.ts';
import { findRequest, listRequests, type ListedRequest, type Listing } from '#requests/list.server.ts';
import { registry, type Platform, type Spec } from '#platforms/platforms.ts';
import { refusalOfBlank, saidOf, shownState } from '#requests/requests.ts';
import { asPersonOnWire, asRequestOnWire, listQueryOf } from '#requests/wire.ts';
import type { Database } from '#server/database.server.ts';
import { handle, type Handler } from '#server/handle.server.ts';
import { spreadsheet, type SheetColumn } from '#server/spreadsheet.server.ts';
import { pricesFor } from '#settings/settings.server.ts';
import { signalsBeside } from '#signals/signals.server.ts';
import { takesAnother } from '#proposals/proposals.ts';
import {
  approveDeposit,
  createDeposit,
  exportDeposits,
  getCompletedDeposits,
  getDeposits,
  getPendingDeposits,
} from './deposits.api.ts';
import { blankVerdict, bothNeeded, refusalToDust } from './deposits.ts';

type Reader = 'client' | 'admin';
type Row = { adsId: string; money: bigint };

const kinds = [deposit];

export const depositsHandlers: readonly Handler[] = [...registry.flatMap(handlersOf), handleDecision()];

function handlersOf({ name: platform, wire }: Spec): Handler[] {
  const own = (client: bigint): Omit<Listing, 'page' | 'limit' | 'after'> => ({
    kinds: ['deposit'],
    platforms: [platform],
    client,
  });
  const forAdmins = async (db: Database, query: Parameters<typeof listQueryOf>[0], otherwise: readonly State[]) => ({
    message: 'Deposits details fetched successfully',
    ...(await page(db, { kinds: ['deposit'], platforms: [platform], ...listQueryOf(query, otherwise) }, 'admin')),
  });
  return [
    handle(createDeposit[platform], async (call) => {
      const wanted = rowsOf(call.body);
      const [{ topupBasisPoints, leastDepositCents }, accounts] = await Promise.all([
        pricesFor(call.app.db, call.session.client),
        adAccountsOf(call.app.db, call.session.client, platform),
      ]);
      const several = call.body.deposits !== undefined;
      const { rows, missing } = onOwnAccounts(wanted, accounts, several);
      const refusal = refusalToDust(wanted, leastDepositCents, several) ?? missing;
      await refuseAnew(call, refusal);
      const asked = await askFor(call, {
        client: call.session.client,
        kind: deposit,
        content: { platform, rows: wanted.map(({ adsId, money }) => ({ adsId: normalisedAdsId(adsId), money })) },
        rows: rows.map(({ adsId, money }) => ({
          platform,
          adsId,
          price: priceDeposit(money, topupBasisPoints),
          details: { topupBasisPoints: topupBasisPoints.toString() },
        })),
      });
      return {
        message: 'Deposit added successfully!',
        wallet: asked.wallet,
        totalDeposit: sum(asked.requests.map((request) => request.amountCents)),
        topUpFee: sum(asked.requests.map((request) => request.feeCents)),
        totalCost: sum(asked.requests.map((request) => request.totalCents)),
        deposits: asked.requests.map((request) => ({
          _id: request.applyId,
          applyId: request.applyId,
          adsId: request.adsId ?? '',
          money: request.amountCents,
          totalCost: request.totalCents,
          state: shownState(request),
        })),
      };
    }),

    handle(getDeposits[platform], async ({ query, session, app }) => ({
      message: 'Deposits details fetched successfully',
      ...(await page(app.db, { ...own(session.client), ...listQueryOf(query) }, 'client')),
    })),

    handle(exportDeposits[platform], async ({ query, session, app }) => {
      const { page: _, limit: __, after: ___, ...listing } = listQueryOf(query);
      return spreadsheet(
        wire.depositFile,
        `${platform} deposits`,
        sheetColumns,
        everyRequest(app.db, { ...own(session.client), ...listing }),
        app.config.businessTz,
      );
    }),

    handle(getPendingDeposits[platform], ({ query, app }) => forAdmins(app.db, query, ['Pending'])),
    handle(getCompletedDeposits[platform], ({ query, app }) => forAdmins(app.db, query, ['Approved'])),
  ];
}

function handleDecision(): Handler {
  return handle(approveDeposit, async (call) => {
    const { adsId, adType, applyId, action } = call.query;
    insist(refusalOfBlank(deposit, action, call.body, blankVerdict));
    const { waits } = await decideAs(call, {
      kinds,
      applyId,
      platform: adType,
      adsId,
      verdict: action,
      fill: call.body,
    });
    if (waits) call.reply.status(202);
    const now = new Date();
    const shown = await findRequest(call.app.db, { applyId });
    return {
      message: waits ? takesAnother : `Deposit ${action === 'approve' ? 'approved' : 'rejected'} successfully!`,
      deposit: asDepositOnWire(shown!, now, 'admin'),
    };
  });
}

/** One pair, or a list of them. */
function rowsOf({ adsId, money, deposits }: BodyOf<(typeof createDeposit)[Platform]>): Row[] {
  if (deposits) return deposits;
  if (adsId === undefined || money === undefined)
    return refuse(invalid(adsId === undefined ? 'adsId' : 'money', bothNeeded));
  return [{ adsId, money }];
}

/**
 * The rows with their Ads IDs as the admin typed them. Whether an account is the client's is looked up before asking,
 * as asking moves nothing into it; approving checks it again under the lock. `missing` names the first row that names
 * no own account.
 */
function onOwnAccounts(
  rows: readonly Row[],
  accounts: readonly AdAccount[],
  several: boolean,
): { rows: Row[]; missing?: Refusal } {
  const own = new Map(accounts.map(({ adsId }) => [normalisedAdsId(adsId), adsId]));
  const typed = rows.map(({ adsId, money }) => ({ adsId: own.get(normalisedAdsId(adsId)) ?? adsId, money }));
  const place = rows.findIndex(({ adsId }) => !own.has(normalisedAdsId(adsId)));
  if (place < 0) return { rows: typed };
  const field = several ? `deposits.${place}.adsId` : 'adsId';
  return { rows: typed, missing: { ...notFound, message: 'This ad account was not found.', field } };
}

async function page(db: Database, listing: Listing, reader: Reader) {
  const { rows, ...rest } = await listRequests(db, listing);
  const beside = reader === 'admin' ? await signalsBeside(db, rows) : () => ({});
  const now = new Date();
  return { deposits: rows.map((row) => ({ ...asDepositOnWire(row, now, reader), ...beside(row) })), ...rest };
}

export function asDepositOnWire(request: ListedRequest, now: Date, reader: Reader) {
  return {
    ...asRequestOnWire(request, now, reader),
    adsId: request.adsId ?? '',
    adType: request.platform ?? '',
    money: request.amountCents,
    topUpFee: request.feeCents,
    totalCost: request.totalCents,
    userId: asPersonOnWire(request),
  };
}

const sheetColumns: readonly SheetColumn<ListedRequest>[] = [
  { header: 'Apply ID', type: 'text', value: (row) => row.applyId },
  { header: 'Ads ID', type: 'text', value: (row) => row.adsId },
  { header: 'Money', type: 'money', value: (row) => row.amountCents },
  { header: 'Top-up Fee', type: 'money', value: (row) => row.feeCents },
  { header: 'Total Cost', type: 'money', value: (row) => row.totalCents },
  { header: 'State', type: 'text', width: 12, value: shownState },
  { header: 'Transaction ID', type: 'text', width: 30, value: (row) => row.transactionId },
  { header: 'Remarks', type: 'text', width: 40, value: (row) => saidOf(asRequestOnWire(row, new Date(), 'client')) },
  { header: 'Created Time', type: 'time', value: (row) => row.createdAt },
  { header: 'Updated Time', type: 'time', value: (row) => row.updatedAt },
];
