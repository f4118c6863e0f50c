/**
 * The queue: everything that waits for an admin, whatever its kind, and the verdicts that are the same for every kind:
 * many at once, cancelling, reversing, and one request's whole story.
 */
import type { Evidence } from '#chain/evidence.api.ts';
import { evidenceOf, looksOf } from '#chain/evidence.server.ts';
import { lostSince } from '#chain/lost.server.ts';
import { toDollars, type Cents } from '#kernel/money.ts';
import { notFound, refuse } from '#kernel/refusal.ts';
import { shownState } from '#requests/requests.ts';
import { sendsMoney } from '#kinds/facts.ts';
import { kindNamed, kindNames, kinds } from '#kinds/kinds.ts';
import { waitingStates } from '#kinds/life.ts';
import { cancelAs, reverseAs } from '#requests/calls.server.ts';
import { cancelRequest } from '#requests/cancel.api.ts';
import { findRequest, listRequests, waitingReversals, type ListedRequest } from '#requests/list.server.ts';
import { orderOf } from '#adaccounts/adaccounts.wire.ts';
import { spentOfReplaced } from '#spend/spend.server.ts';
import { takenOf } from '#requests/taken.server.ts';
import { asPersonOnWire, asRequestOnWire, listQueryOf } from '#requests/wire.ts';
import { handle } from '#server/handle.server.ts';
import type { Database } from '#server/database.server.ts';
import { countUnanswered } from '#support/support.server.ts';
import { clientByPublicId } from '#users/clients.server.ts';
import { peopleNamed } from '#users/people.server.ts';
import { signalsAbout } from '#signals/signals.server.ts';
import type { Signal } from '#signals/signals.ts';
import { duplicatesOf, type Duplicate } from '#topups/proofs.server.ts';
import type { Destination } from '#withdrawals/destination.api.ts';
import { addressesOf, destinationsOf, sentIn } from '#withdrawals/destinations.server.ts';
import { decideOne } from './approving.server.ts';
import { getQueueCounts } from './counts.api.ts';
import { decideRequests, getQueue, getRequest, lookAtRequest, reverseRequest } from './queue.api.ts';
import { secondAdminsOf } from '#requests/thresholds.server.ts';
import { countProposals, inboxCount, mineOf } from './inbox.counts.server.ts';
import { takenFor } from './taking.server.ts';
import { countWaiting, lookAt, lookedAt, storyOf } from './queue.store.server.ts';

export const queueHandlers = [
  handle(getQueue, async ({ query, session, app }) => {
    const client = query.userId === '' ? undefined : await clientByPublicId(app.db, query.userId);
    if (query.userId !== '' && !client) return refuse(notFound);
    const listed = await listRequests(app.db, {
      kinds: query.kind === '' ? kindNames : [query.kind],
      ...(query.adType === '' ? {} : { platforms: [query.adType] }),
      ...(client ? { client: client.id } : {}),
      ...listQueryOf(query, ['Pending']),
    });
    const { rows, ...page } = listed;
    const [ids, applyIds] = [rows.map(({ id }) => id), rows.map(({ applyId }) => applyId)];
    const proven = rows.filter((row) => kindNamed(row.kind).hasProof).map((row) => row.applyId);
    const addresses = addressesOf(app.db, sentIn(rows));
    const everything = query.kind === '' && query.userId === '' && query.q === '' && query.page === 1 && !query.after;
    const [taken, twins, evidence, looks, reversals, destinations, secondAdmin, signals, spent] = await Promise.all([
      takenOf(app.db, ids),
      proven.length > 0 ? duplicatesOf(app.db, proven) : new Map<string, Duplicate[]>(),
      evidenceOf(app.db, [...proven, ...sentIn(rows)]),
      lookedAt(app.db, session.person, applyIds),
      everything ? waitingReversals(app.db) : [],
      destinationsOf(app.db, rows, session.person, addresses),
      secondAdminsOf(app.db, rows, session.person),
      signalsAbout(app.db, waitingIn(rows), addresses),
      spentOfReplaced(app.db, rows),
    ]);
    const askers = await askersOf(app.db, [...rows, ...reversals]);
    const now = new Date();
    const requests = rows.map((row) => {
      const { applyId } = row;
      const beside = {
        duplicates: twins.get(applyId),
        lookedAtBy: looks.get(applyId),
        takenBy: takenFor(session, taken.get(row.id)),
        to: destinations.get(applyId),
        evidence: evidence.get(applyId),
        secondAdmin: secondAdmin(row),
        signals: signals.get(applyId),
        spent: spent.get(row.id),
      };
      return asAnyRequest(row, now, { ...beside, askers, self: session.person });
    });
    return {
      message: 'Requests fetched successfully',
      requests,
      reversals: reversals.map((row) => asAnyRequest(row, now, { askers, self: session.person })),
      ...page,
    };
  }),

  handle(lookAtRequest, async ({ query, session, app }) => {
    if (await lookAt(app.db, session.person, query.applyId)) app.events.hint('admins', 'request');
    return { message: 'Noted.' };
  }),

  handle(getQueueCounts, async ({ app, session }) => {
    const [waiting, inbox, unanswered] = await Promise.all([
      countWaiting(app.db),
      countProposals(app.db, session.person),
      countUnanswered(app.db),
    ]);
    const asked = waiting.filter(({ state }) => state === 'Pending');
    const queues = asked.map((each) => {
      const { platform, state: _, ...row } = each;
      return { ...row, adType: platform, mine: mineOf(each, inbox, session) };
    });
    const toPay = waiting.reduce((all, { state, pending }) => all + (state === 'To pay' ? pending : 0), 0);
    const oldest = asked.reduce<Date | null>(
      (least, row) => (row.oldest && (!least || row.oldest < least) ? row.oldest : least),
      null,
    );
    const total = {
      pending: queues.reduce((all, row) => all + row.pending, 0),
      late: queues.reduce((all, row) => all + row.late, 0),
      oldest,
      mine: queues.reduce((all, row) => all + row.mine, 0),
    };
    const proposals = inboxCount(inbox, session);
    return { message: 'Counts fetched successfully', total, toPay, queues, proposals, unanswered };
  }),

  handle(decideRequests, async (call) => {
    const { action, items } = call.body;
    const results = [];
    // One after the other: two verdicts on one client's money would wait for each other anyway.
    for (const item of items) results.push(await decideOne(call, action, item));
    const done = results.filter((result) => result.done).length;
    return { message: `${done} of ${results.length} requests were decided.`, results };
  }),

  handle(cancelRequest, async (call) => {
    const { request } = await cancelAs(call, { kinds, applyId: call.query.applyId });
    return { message: 'Your request was cancelled.', applyId: request.applyId, state: shownState(request) };
  }),

  handle(reverseRequest, async (call) => {
    const { request, waits } = await reverseAs(call, { kinds, applyId: call.body.applyId, reason: call.body.reason });
    if (waits) void call.reply.status(202);
    return {
      message: waits ? 'Another admin has to confirm this reversal.' : 'The approval was reversed.',
      applyId: request.applyId,
      state: shownState(request),
    };
  }),

  handle(getRequest, async ({ query, session, app }) => {
    const found = await findRequest(app.db, { applyId: query.applyId });
    if (!found) return refuse(notFound);
    const { hasProof } = kindNamed(found.kind);
    const addresses = addressesOf(app.db, sentIn([found]));
    const [story, taken, looks, lost, askers, twins, destinations, secondAdmin, signals, spent] = await Promise.all([
      storyOf(app.db, found.id, found.applyId),
      takenOf(app.db, waitingStates.includes(found.state) ? [found.id] : []),
      hasProof || sendsMoney(kindNamed(found.kind)) ? looksOf(app.db, found.applyId) : [],
      lostSince(app.db, found.id),
      askersOf(app.db, [found]),
      duplicatesOf(app.db, hasProof ? [found.applyId] : []),
      destinationsOf(app.db, [found], session.person, addresses),
      secondAdminsOf(app.db, [found], session.person),
      signalsAbout(app.db, waitingIn([found]), addresses),
      spentOfReplaced(app.db, [found]),
    ]);
    const beside = {
      askers,
      self: session.person,
      takenBy: takenFor(session, taken.get(found.id)),
      duplicates: twins.get(found.applyId),
      to: destinations.get(found.applyId),
      evidence: looks[0],
      secondAdmin: secondAdmin(found),
      signals: signals.get(found.applyId),
      spent: spent.get(found.id),
    };
    return {
      message: 'Request fetched successfully',
      request: asAnyRequest(found, new Date(), beside),
      looks,
      lostSince: lost,
      ...story,
    };
  }),
];

type Askers = Awaited<ReturnType<typeof peopleNamed>>;

/** The admins who asked for what no client asks for. */
function askersOf(db: Database, rows: readonly ListedRequest[]): Promise<Askers> {
  const byAdmins = rows.filter(({ kind }) => kindNamed(kind).askedBy === 'admin');
  return peopleNamed(
    db,
    byAdmins.flatMap(({ askedBy }) => askedBy ?? []),
  );
}

/** What is known of a request beside its own row. */
type Beside = {
  askers: Askers;
  /** Who reads it. */
  self: bigint;
  duplicates?: readonly Duplicate[] | undefined;
  secondAdmin?: string | undefined;
  lookedAtBy?: string | undefined;
  takenBy?: ReturnType<typeof takenFor>;
  to?: Destination | undefined;
  signals?: Signal[] | undefined;
  evidence?: Evidence | undefined;
  spent?: Cents | null | undefined;
};

function asAnyRequest(row: ListedRequest, now: Date, beside: Beside) {
  const {
    askers,
    self,
    duplicates = [],
    lookedAtBy,
    takenBy = null,
    to,
    secondAdmin,
    evidence,
    signals,
    spent,
  } = beside;
  const { proof, ...details } = row.details;
  return {
    ...asRequestOnWire(row, now, 'admin'),
    kind: row.kind,
    adType: row.platform,
    adsId: row.adsId ?? '',
    amount: row.amountCents,
    fee: row.feeCents,
    openingFee: row.openingFeeCents,
    totalCost: row.totalCents,
    receivedMoney: row.receivedCents,
    ...(spent === undefined ? {} : { spent }),
    image: proof === undefined ? null : `/kimi/proof?applyId=${row.applyId}`,
    duplicates: duplicates.map((twin) => ({
      applyId: twin.applyId,
      username: twin.username,
      state: twin.state,
      createdAt: twin.createdAt,
      same: twin.same,
      sameClient: twin.sameClient,
    })),
    details: { ...details, ...(kindNamed(row.kind).opens ? asOrdered(row) : {}) },
    userId: asPersonOnWire(row),
    askedBy: kindNamed(row.kind).askedBy === 'admin' ? (askers.get(row.askedBy ?? 0n)?.name ?? '') : null,
    own: kindNamed(row.kind).askedBy === 'admin' && row.askedBy === self,
    ...(to ? { destination: to } : {}),
    ...(evidence ? { evidence } : {}),
    ...(signals ? { signals } : {}),
    secondAdmin: secondAdmin ?? null,
    lookedAtBy: lookedAtBy ?? null,
    takenBy,
  };
}

/** Those that may carry signals. */
function waitingIn(rows: readonly ListedRequest[]): string[] {
  return rows.filter(({ state }) => waitingStates.includes(state)).map(({ applyId }) => applyId);
}

/** The rows of an order as they were typed, and their deposits in dollars. */
function asOrdered(row: ListedRequest) {
  const { deposits, rows } = orderOf(row);
  return { deposits: deposits.map((cents) => toDollars(BigInt(cents))), rows };
}
