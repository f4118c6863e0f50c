/** One table of all requests, as admins ask for it: a page of it, a file of it, and what they keep of their asking. */
import { networkCalled } from '#chain/networks.ts';
import { findClients } from '#clients/find.server.ts';
import { endOfDay, refusalOfSpan, startOfDay } from '#kernel/days.ts';
import type { QueryOf } from '#kernel/endpoint.ts';
import { insist, invalid, notFound, refuse } from '#kernel/refusal.ts';
import { kindNamed, kindNames } from '#kinds/kinds.ts';
import { waitingStates, type State } from '#kinds/life.ts';
import { decides } from '#queue/inbox.counts.server.ts';
import { takenFor } from '#queue/taking.server.ts';
import { feesPosted } from '#requests/fees.ts';
import type { ListedRequest } from '#requests/list.server.ts';
import { statesNamed } from '#requests/requests.ts';
import { networksOfRequests } from '#requests/narrowing.server.ts';
import { everyRow, tableOfRequests, type Narrowing, type Order } from '#requests/table.server.ts';
import { takenOf } from '#requests/taken.server.ts';
import { asPersonOnWire, asRequestOnWire } from '#requests/wire.ts';
import { handle, type Caller } from '#server/handle.server.ts';
import type { AdminSession } from '#server/session.server.ts';
import { csvFile, spreadsheet } from '#server/spreadsheet.server.ts';
import { everyAdmin } from '#users/admins.server.ts';
import { personNamed } from '#users/people.server.ts';
import { exportRequests, getRequests, getRequestViews, removeRequestView, saveRequestView } from './requests.api.ts';
import { columnsOf, networkOf } from './requests.file.server.ts';
import { sumsOf } from './sums.ts';
import { mostViews, removeView, saveView, viewsOf } from './views.store.server.ts';

export const requestsHandlers = [
  handle(getRequests, async ({ query, session, app }) => {
    const { sort, page, limit, after } = query;
    const narrowing = await narrowingOf({ app, session }, query);
    const { rows, sums, ...found } = await tableOfRequests(app.db, narrowing, {
      sort: sort as Order,
      page,
      limit,
      after,
    });
    const taken = await takenOf(app.db, waitingIn(rows));
    const now = new Date();
    return {
      message: 'Requests fetched successfully',
      requests: rows.map((row) => asRow(row, now, takenFor(session, taken.get(row.id)))),
      sums: sums ? sumsOf(sums) : null,
      timeZone: app.config.businessTz,
      ...found,
      page,
      limit,
    };
  }),

  handle(exportRequests, async ({ query, session, app }) => {
    const rows = everyRow(
      await app.oldReads.database(),
      await narrowingOf({ app, session }, query),
      query.sort as Order,
    );
    const zone = app.config.businessTz;
    return query.format === 'csv'
      ? csvFile('requests.csv', columnsOf, rows, zone)
      : spreadsheet('requests.xlsx', 'Requests', columnsOf, rows, zone);
  }),

  handle(getRequestViews, async ({ session, app }) => {
    const [views, admins] = await Promise.all([viewsOf(app.db, session.person), everyAdmin(app.db)]);
    return { message: 'Views fetched successfully', views, admins, timeZone: app.config.businessTz };
  }),

  handle(saveRequestView, async ({ body, session, app }) => {
    if (!(await saveView(app.db, session.person, body))) refuse(tooManyViews);
    return { message: 'The view was saved.', views: await viewsOf(app.db, session.person) };
  }),

  handle(removeRequestView, async ({ body, session, app }) => {
    if (!(await removeView(app.db, session.person, body.name))) refuse(notFound);
    return { message: 'The view was removed.', views: await viewsOf(app.db, session.person) };
  }),
];

const tooManyViews = {
  code: 'views.too_many',
  message: `Please keep at most ${mostViews} views.`,
  status: 409,
} as const;

/** Clients of one name that are looked for; somebody who means more has to be more exact. */
const mostClients = 200;

/** What was asked, in the words of the table. */
async function narrowingOf(
  { app, session }: Pick<Caller<AdminSession>, 'app' | 'session'>,
  query: QueryOf<typeof getRequests>,
): Promise<Narrowing> {
  const { from, to, least, most, client, admin, network, mine, taken } = query;
  insist(refusalOfSpan(from, to));
  insist(least && most && most < least ? invalid('most', 'The most must not be less than the least.') : undefined);
  const zone = app.config.businessTz;
  const [clients, decidedBy, networks] = await Promise.all([
    client === '' ? undefined : findClients(app.db, client, mostClients + 1),
    admin === '' ? undefined : personNamed(app.db, admin),
    network === '' ? undefined : networksOfRequests(app.db),
  ]);
  if (clients && clients.length > mostClients)
    refuse(invalid('client', `More than ${mostClients} clients are called so. Please be more exact.`));
  const asked = query.kind === '' ? kindNames : [query.kind];
  return {
    kinds: mine ? asked.filter((name) => decides(session, kindNamed(name).decidedBy)) : asked,
    platforms: query.adType === '' ? undefined : [query.adType],
    states: statesAsked(query.state, mine || taken !== ''),
    q: query.q,
    from: from ? startOfDay(from, zone) : undefined,
    to: to ? endOfDay(to, zone) : undefined,
    least: least || undefined,
    most: most || undefined,
    networks: networks?.filter((written) => networkCalled(written)?.name === network),
    // Whom nobody knows has decided nothing.
    decidedBy: admin === '' ? undefined : (decidedBy?.id ?? 0n),
    clients: clients?.map(({ id }) => id),
    notOf: mine ? session.person : undefined,
    taken: taken === 'mine' ? session.person : taken || undefined,
  };
}

/** An unknown state finds nothing rather than everything; nobody looks after what does not wait. */
function statesAsked(word: string, onlyWaiting: boolean): readonly State[] | undefined {
  const states = word === '' ? undefined : (statesNamed(word) ?? []);
  return onlyWaiting ? waitingStates.filter((state) => states?.includes(state) ?? true) : states;
}

function waitingIn(rows: readonly ListedRequest[]): bigint[] {
  return rows.filter(({ state }) => waitingStates.includes(state)).map(({ id }) => id);
}

function asRow(row: ListedRequest, now: Date, takenBy: ReturnType<typeof takenFor>) {
  return {
    ...asRequestOnWire(row, now, 'admin'),
    kind: row.kind,
    adType: row.platform,
    adsId: row.adsId ?? '',
    network: networkOf(row),
    amount: row.receivedCents ?? row.amountCents,
    fees: feesPosted(row),
    totalCost: row.totalCents,
    takenBy,
    userId: asPersonOnWire(row),
  };
}
