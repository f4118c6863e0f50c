/** The finder of clients: what they may name of their own, and nothing of others. */
import { findAccounts } from '#accounts/find.server.ts';
import type { ClientId } from '#kernel/ids.ts';
import { states, waitingStates } from '#kinds/life.ts';
import { kindsOfAdmins, kindsOfClients } from '#requests/hidden.ts';
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
  handle(findOwn, async ({ query: { q }, session: { client }, app: { db, features } }) => {
    if (q === '') return { message: 'Found', requests: [], accounts: [] };
    const [accounts, ...found] = await Promise.all([
      findAccounts(db, q, each, client),
      ...shown.map((part) => requestsOfAmount(db, client, q, part)),
      ...shown.map((part) => listRequests(db, { ...part, client, q, limit: each, page: 1 }).then(({ rows }) => rows)),
    ]);
    const requests = [...new Map(found.flat().map((row) => [row.applyId, row])).values()];
    return {
      message: 'Found',
      requests: requests.slice(0, each).map((row) => asFound(row, features.now())),
      accounts: accounts.map(({ userId: _, applyId: __, ...account }) => account),
    };
  }),
];

/** What a client may know of. What is hidden is not read at all: in a full answer its place would be missed. */
const shown = [
  { kinds: kindsOfClients },
  { kinds: kindsOfAdmins, states: states.filter((state) => !waitingStates.includes(state)) },
];

type Part = (typeof shown)[number];

async function requestsOfAmount(db: Database, client: ClientId, q: string, part: Part): Promise<ListedRequest[]> {
  const asked = amountIn(q);
  if (!asked || asked.who !== '') return [];
  const narrowing = { ...part, least: asked.cents, most: asked.cents, clients: [client] };
  return newestRows(db, narrowing, each);
}

function asFound(row: ListedRequest, on: ReadonlySet<string>) {
  return {
    applyId: row.applyId,
    kind: row.kind,
    adType: row.platform,
    state: shownState(row),
    totalCost: row.receivedCents ?? row.totalCents,
    createdAt: row.createdAt,
    at: clientPageOf(row, on),
  };
}
