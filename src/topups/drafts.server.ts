/** A top-up that is being typed is kept for its person: after a reload, and on another device. */
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import { insistUnderLimit, per } from '#users/throttle.server.ts';
import { getTopupDraft, keepTopupDraft, type TopupDraft } from './drafts.api.ts';
import { dropDraft, findDraft, keepDraft } from './drafts.store.server.ts';
import { fileDigest, keepProof } from './proofs.server.ts';

export { sweepDrafts } from './drafts.store.server.ts';

export const draftsHandlers = [
  handle(getTopupDraft, async ({ session, app }) => ({
    message: 'Draft fetched successfully',
    draft: (await findDraft(app.db, session)) ?? null,
  })),

  handle(keepTopupDraft, async ({ body, file, session, app, from }) => {
    await insistUnderLimit(app.db, [{ key: `topup drafts:${session.person}`, most: mostAnHour }], per.hour);
    if (file) await keepProof(app, session.client, file, { is: 'client', address: from.address });
    const draft = file ? { ...body, picture: fileDigest(file).toString('hex') } : body;
    const { chargeMoney, transactionId, remarks, picture } = draft;
    if ([chargeMoney, transactionId, remarks, picture].every((text) => text === '')) {
      await dropDraft(app.db, session);
      return { message: 'The draft was forgotten.', draft: null };
    }
    await keepDraft(app.db, session, draft);
    return { message: 'The draft was kept.', draft };
  }),
];

/** As a list of one or none. */
export async function ownDraft(db: Database, whose: Parameters<typeof findDraft>[1]): Promise<TopupDraft[]> {
  const draft = await findDraft(db, whose);
  return draft ? [draft] : [];
}

/** A page keeps what is typed twice a second at most, and nobody types for an hour. */
const mostAnHour = 1_200;
