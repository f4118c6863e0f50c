/** The finder of clients: what they may name of their own, and nothing of others. */
import { findAccounts } from '#accounts/find.server.ts';
import type { ClientId } from '#kernel/ids.ts';
import { kindNames } from '#kinds/kinds.ts';
import { isShownToClient } from '#requests/hidden.server.ts';
import { listRequests, type ListedRequest } from '#requests/list.server.ts';
import { clientPageOf } from '#requests/messages.ts';
import { shownState } from '#requests/requests.ts';
import { newestRows } from '#requests/table.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import { findOwn } from './find.api.ts';
import { amountIn } from './finding.ts';

const each = 8;

export const findHandlers = [
  handle(findOwn, async ({ query: { q }, session: { client }, app: { db } }) => {
    if (q === '') return { message: 'Found', requests: [], accounts: [] };
    const [ofAmount, { rows }, accounts] = await Promise.all([
      requestsOfAmount(db, client, q),
      listRequests(db, { kinds: kindNames, client, q, limit: each, page: 1 }),
      findAccounts(db, q, each, client),
    ]);
    const requests = [...new Map([...ofAmount, ...rows].map((row) => [row.applyId, row])).values()];
    return {
      message: 'Found',
      requests: requests.filter(isShownToClient).slice(0, each).map(asFound),
      accounts: accounts.map(({ userId: _, applyId: __, ...account }) => account),
    };
  }),
];

async function requestsOfAmount(db: Database, client: ClientId, q: string): Promise<ListedRequest[]> {
  const asked = amountIn(q);
  if (!asked || asked.who !== '') return [];
  const narrowing = { kinds: kindNames, least: asked.cents, most: asked.cents, clients: [client] };
  return newestRows(db, narrowing, each);
}

function asFound(row: ListedRequest) {
  return {
    applyId: row.applyId,
    kind: row.kind,
    adType: row.platform,
    state: shownState(row),
    totalCost: row.receivedCents ?? row.totalCents,
    createdAt: row.createdAt,
    at: clientPageOf(row),
  };
}
