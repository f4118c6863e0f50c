/** An admin who does not want to wait for the next look asks for it. */
import { notFound, refuse, type Refusal } from '#kernel/refusal.ts';
import { hashOf } from '#network/transferids.ts';
import { topup } from '#kinds/topup.ts';
import { findRequest } from '#requests/list.server.ts';
import { handle } from '#server/handle.server.ts';
import { insistUnderLimit, per } from '#users/throttle.server.ts';
import { lookAgain } from './again.api.ts';
import { chainsOf } from './chains.server.ts';
import { lookNow } from './evidence.store.server.ts';

/** By one admin in a quarter of an hour: providers count questions. */
const mostLooks = 60;

export const lookAgainHandlers = [
  handle(lookAgain, async ({ query, session, app }) => {
    const found = await findRequest(app.db, { applyId: query.applyId, kinds: [topup.name] });
    if (!found) return refuse(notFound);
    const network = chainsOf(app).called(String(found.details['networkName'] ?? ''));
    if (found.state !== 'Pending') refuse(notWaiting);
    if (!network || hashOf(found.transactionId ?? '') === undefined) refuse(notChecked);
    await insistUnderLimit(app.db, [{ key: `look again:${session.person}`, most: mostLooks }], per.quarterHour);
    await lookNow(app.db, found.id);
    return { message: 'The chain is looked at again.' };
  }),
];

const notWaiting: Refusal = {
  code: 'chain.not_waiting',
  message: 'Only a top-up that waits for a decision is looked up again.',
  status: 409,
};
const notChecked: Refusal = {
  code: 'chain.not_checked',
  message: 'This transfer cannot be looked up: no node is set for its network, or its transaction ID is no hash.',
  status: 409,
};
