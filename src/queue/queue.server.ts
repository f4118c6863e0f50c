/**
 * The queue: everything that waits for an admin, whatever its kind, and the verdicts that are the same for every kind:
 * many at once, cancelling and reversing.
 */
import { notFound, refuse } from '#kernel/refusal.ts';
import { shownState } from '#requests/requests.ts';
import { kindNames, kinds } from '#kinds/kinds.ts';
import { cancelAs, reverseAs } from '#requests/calls.server.ts';
import { cancelRequest } from '#requests/cancel.api.ts';
import { listRequests, waitingAmong, waitingReversals } from '#requests/list.server.ts';
import { listQueryOf } from '#requests/wire.ts';
import { insistOnSpend } from '#spend/unseen.server.ts';
import { handle } from '#server/handle.server.ts';
import { countUnanswered } from '#support/support.server.ts';
import { clientByPublicId } from '#users/clients.server.ts';
import { decideOne } from './approving.server.ts';
import { getQueueCounts } from './counts.api.ts';
import { decideRequests, getQueue, lookAtRequest, reverseRequest } from './queue.api.ts';
import { countProposals, inboxCount, mineOf } from './inbox.counts.server.ts';
import { lookAt } from './queue.store.server.ts';
import { shownTo } from './shown.server.ts';
import { countWaiting } from './waiting.server.ts';

export const queueHandlers = [
  handle(getQueue, async ({ query, session, app }) => {
    const client = query.userId === '' ? undefined : await clientByPublicId(app.db, query.userId);
    if (query.userId !== '' && !client) return refuse(notFound);
    const everything = [query.kind, query.userId, query.q, query.after, query.applyIds].every((each) => each === '');
    const listing = {
      kinds: query.kind === '' ? kindNames : [query.kind],
      ...(query.adType === '' ? {} : { platforms: [query.adType] }),
      ...(client ? { client: client.id } : {}),
      ...listQueryOf(query, ['Pending']),
    };
    const [{ rows, ...page }, reversals] = await Promise.all([
      query.applyIds === '' ? listRequests(app.db, listing) : waitingAmong(app.db, query.applyIds.split(',')),
      everything && query.page === 1 ? waitingReversals(app.db) : [],
    ]);
    const onWire = await shownTo(app.db, session, [...rows, ...reversals]);
    return {
      message: 'Requests fetched successfully',
      requests: rows.map(onWire),
      reversals: reversals.map(onWire),
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
    const { acknowledged, ...wish } = call.body;
    const asks = () => insistOnSpend(call, 'reverse', { applyId: wish.applyId, acknowledged });
    const { request, waits } = await reverseAs(call, { kinds, ...wish, asks });
    if (waits) void call.reply.status(202);
    return {
      message: waits ? 'Another admin has to confirm this reversal.' : 'The approval was reversed.',
      applyId: request.applyId,
      state: shownState(request),
    };
  }),
];
