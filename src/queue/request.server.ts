/** One request's whole story. */
import { looksOf } from '#chain/evidence.server.ts';
import { lostSince } from '#chain/lost.server.ts';
import { notFound, refuse } from '#kernel/refusal.ts';
import { sendsMoney } from '#kinds/facts.ts';
import { kindNamed } from '#kinds/kinds.ts';
import { findRequest } from '#requests/list.server.ts';
import { handle } from '#server/handle.server.ts';
import { shownTo } from './shown.server.ts';
import { getRequest } from './request.api.ts';
import { storyOf } from './request.store.server.ts';

export const requestHandler = handle(getRequest, async ({ query, session, app }) => {
  const found = await findRequest(app.db, { applyId: query.applyId });
  if (!found) return refuse(notFound);
  const { hasProof } = kindNamed(found.kind);
  const [story, looks, lost, onWire] = await Promise.all([
    storyOf(app.db, found.id, found.applyId),
    hasProof || sendsMoney(kindNamed(found.kind)) ? looksOf(app.db, found.applyId) : [],
    lostSince(app.db, found.id),
    shownTo(app.db, session, [found]),
  ]);
  return {
    message: 'Request fetched successfully',
    request: onWire(found),
    looks,
    lostSince: lost,
    ...story,
  };
});
