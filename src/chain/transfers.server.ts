/** What arrived at and left our addresses, for admins. */
import { hashOf } from '#network/transferids.ts';
import { reached } from '#kernel/page.ts';
import { accountOf } from '#network/addresses.ts';
import { handle } from '#server/handle.server.ts';
import { addressOn, networkCalled } from './networks.ts';
import { countLost } from './lost.server.ts';
import { getTransfers, type Transfer } from './transfers.api.ts';
import { listTransfers, strayTransfers, type TransferRow } from './transfers.store.server.ts';

export { claimant, countedForNobody, incomingOf, leftUnnamed, type Incoming } from './transfers.store.server.ts';

export const transfersHandlers = [
  handle(getTransfers, async ({ query, app }) => {
    const { page, limit } = query;
    const [{ rows, total }, stray, lost] = await Promise.all([
      listTransfers(app.db, { ...query, found: foundBy(query.q), oldestFirst: query.sort === 'at' }),
      strayTransfers(app.db),
      countLost(app.db),
    ]);
    return {
      message: 'Transfers fetched successfully',
      transfers: rows.map(onWire),
      unclaimed: { count: stray.count, amount: stray.cents },
      unknownOut: stray.unknownOut,
      unreadable: stray.unreadable,
      lost,
      ...reached(total),
      page,
      limit,
    };
  }),
];

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
