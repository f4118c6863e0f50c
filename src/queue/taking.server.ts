/** Taking a request that waits, so that the other admins take another one: a sign, and never a lock on money. */
import { notFound, refuse } from '#kernel/refusal.ts';
import { waitingStates } from '#kinds/life.ts';
import { findRequest } from '#requests/list.server.ts';
import { notWaiting } from '#requests/requests.ts';
import { letGo, take, takenOf, type Taken } from '#requests/taken.server.ts';
import { handle } from '#server/handle.server.ts';
import type { AdminSession } from '#server/session.server.ts';
import { takeRequest } from './queue.api.ts';

export const takingHandlers = [
  handle(takeRequest, async ({ query, session, app }) => {
    const { id, applyId, state } = (await findRequest(app.db, query)) ?? refuse(notFound);
    if (query.letGo) await letGo(app.db, id, session.person);
    else if (!waitingStates.includes(state)) refuse(notWaiting);
    else await take(app.db, id, session.person);
    app.events.hint('admins', 'request');
    const now = (await takenOf(app.db, [id])).get(id);
    return {
      message: query.letGo ? 'Nobody looks after this request now.' : 'This request is yours for an hour.',
      applyId,
      takenBy: takenFor(session, now),
    };
  }),
];

/** As the wire says it to this admin. */
export function takenFor({ person }: AdminSession, taken: Taken | undefined) {
  return taken ? { username: taken.username, own: taken.person === person, at: taken.at } : null;
}
