/** What arrived at and left our addresses, for admins. */
import { mayCall } from '#kernel/access.ts';
import { endOfDay, refusalOfSpan, startOfDay } from '#kernel/days.ts';
import type { QueryOf } from '#kernel/endpoint.ts';
import { reached } from '#kernel/page.ts';
import { insist } from '#kernel/refusal.ts';
import { accountOf } from '#network/addresses.ts';
import { hashOf } from '#network/transferids.ts';
import { inBatches } from '#server/batches.server.ts';
import { handle } from '#server/handle.server.ts';
import { csvFile, type SheetColumn } from '#server/spreadsheet.server.ts';
import { addressOn, networkCalled } from './networks.ts';
import { countLost } from './lost.server.ts';
import { exportTransfers, getTransfers, type Transfer } from './transfers.api.ts';
import { saidOf } from './transfers.ts';
import { listTransfers, sumTransfers, type TransferList, type TransferRow } from './transferlist.store.server.ts';
import type { TransferSum } from './transferlist.store.server.ts';
import { strayTransfers } from './transfers.store.server.ts';
import { words } from './transfers.words.ts';

export { claimant, countedForNobody, incomingOf, leftUnnamed, type Incoming } from './transfers.store.server.ts';

export const transfersHandlers = [
  handle(getTransfers, async ({ query, session, app }) => {
    const { page, limit } = query;
    const list = listOf(query, app.config.businessTz);
    const [rows, { count, sums }, stray, lost] = await Promise.all([
      listTransfers(app.db, list),
      sumTransfers(app.db, list),
      strayTransfers(app.db),
      countLost(app.db),
    ]);
    return {
      message: 'Transfers fetched successfully',
      transfers: rows.map(onWire),
      unclaimed: { count: stray.count, amount: stray.cents },
      unknownOut: stray.unknownOut,
      unreadable: stray.unreadable,
      unread: stray.unread,
      lost,
      ...(mayCall(exportTransfers.access, session) ? { sums: sums ? sumsOf(sums) : null } : {}),
      timeZone: app.config.businessTz,
      ...reached(count),
      page,
      limit,
    };
  }),

  handle(exportTransfers, ({ query, app: { db, config } }) => {
    const list = listOf(query, config.businessTz);
    const rows = inBatches<TransferRow>((last, limit) =>
      listTransfers(db, { ...list, page: 1, limit, after: last?.publicId ?? '' }),
    );
    return csvFile('transfers.csv', columns, rows, config.businessTz);
  }),
];

function listOf(query: QueryOf<typeof getTransfers>, zone: string): TransferList {
  const { from, to } = query;
  insist(refusalOfSpan(from, to));
  return {
    ...query,
    found: foundBy(query.q),
    from: from ? startOfDay(from, zone) : undefined,
    to: to ? endOfDay(to, zone) : undefined,
    oldestFirst: query.sort === 'at',
  };
}

function foundBy(q: string): { hash: string } | { account: string } | null | undefined {
  if (q === '') return undefined;
  const [hash, account] = [hashOf(q), accountOf(q)];
  return hash !== undefined ? { hash } : account !== undefined ? { account } : null;
}

function onWire({ publicId, clientId, clientName, sender, recipient, alarmed, ...row }: TransferRow): Transfer {
  const network = networkCalled(row.network)!;
  return {
    ...row,
    _id: publicId,
    needed: network.needed,
    sender: addressOn(network, sender),
    recipient: addressOn(network, recipient),
    client: clientId === null ? null : { _id: clientId, username: clientName ?? '' },
    alarming: alarmed && (row.applyId === null || row.reversed) && row.direction === 'Out' && row.state !== 'Gone',
  };
}

function sumsOf(sums: readonly TransferSum[]) {
  const of = (state: TransferRow['state']) => {
    const amount = (direction: TransferRow['direction']) =>
      sums.find((sum) => sum.state === state && sum.direction === direction)?.amount ?? '0';
    return { in: amount('In'), out: amount('Out'), own: amount('Own') };
  };
  return { final: of('Final'), seen: of('Seen') };
}

/** As text alone: an amount may have more places than a number of a spreadsheet keeps. */
const columns: readonly SheetColumn<TransferRow>[] = [
  { header: words.when, type: 'time', value: (row) => row.at },
  { header: words.state, type: 'text', value: (row) => words.states[row.state] },
  { header: words.direction, type: 'text', value: (row) => words.directions[row.direction] },
  { header: words.amountIn, type: 'text', value: (row) => row.amount },
  { header: words.network, type: 'text', value: (row) => row.network },
  { header: words.client, type: 'text', value: (row) => row.clientName },
  { header: words.request, type: 'text', value: (row) => row.applyId },
  { header: words.remark, type: 'text', value: (row) => saidOf(onWire(row)) },
  { header: words.hash, type: 'text', value: (row) => row.hash },
  { header: words.sender, type: 'text', value: (row) => onWire(row).sender },
  { header: words.recipient, type: 'text', value: (row) => onWire(row).recipient },
];
