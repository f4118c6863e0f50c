/** The finder of clients: what they may name of their own, and nothing of others. */
import { findAccounts } from '#accounts/find.server.ts';
import type { ClientId } from '#kernel/ids.ts';
import { states, waitingStates } from '#kinds/life.ts';
import { kindsOfAdmins, kindsOfClients } from '#requests/hidden.ts';
import { listRequests, type ListedRequest } from '#requests/list.server.ts';
import { clientPageOf } from '#requests/messages.ts';
import { newestRows } from '#requests/table.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import { findOwn } from './find.api.ts';
import { amountIn } from './finding.ts';
import { asFound, foundOnce, mostFound } from './found.server.ts';

export const findHandlers = [
  handle(findOwn, async ({ query: { q }, session: { client }, app: { db, features } }) => {
    if (q === '') return { message: 'Found', requests: [], accounts: [] };
    const [accounts, ...found] = await Promise.all([
      findAccounts(db, q, mostFound, client),
      ...shown.map((part) => requestsOfAmount(db, client, q, part)),
      ...shown.map((part) =>
        listRequests(db, { ...part, client, q, limit: mostFound, page: 1 }).then(({ rows }) => rows),
      ),
    ]);
    const on = features.now();
    return {
      message: 'Found',
      requests: foundOnce(found.flat()).map((row) => ({ ...asFound(row), at: clientPageOf(row, on) })),
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
  return newestRows(db, narrowing, mostFound);
}
