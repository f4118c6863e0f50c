/** Steps that a platform itself reports: the same function, the same sentences, one telling for what came last. */
import type { App } from '#server/app.server.ts';
import type { AdminSession } from '#server/session.server.ts';
import { hintAbout } from '#requests/calls.server.ts';
import { findAccount, takeSteps, type Step } from './accounts.store.server.ts';
import { recordStep, tellStep } from './stepping.server.ts';

/**
 * Takes steps of one account one after the other, as `by`, the portal itself. One that is no longer legal, as an admin
 * was quicker, is left out. Answers how many were taken.
 */
export async function stepByConnection(app: App, by: bigint, steps: readonly Step[]): Promise<number> {
  const session = { person: by, typeOfUser: 'Admin', role: 'Operations' } as unknown as AdminSession;
  const call = { app, session, from: { address: '', agent: '' } };
  const taken = await app.db.transaction(async (tx) => {
    const stepped = await takeSteps(tx, { by, source: 'connection', steps });
    const done = steps.flatMap((step, place) => {
      const { outcome, before } = stepped[place]!;
      return outcome === 'done' ? [{ step, before: before! }] : [];
    });
    const last = done.at(-1);
    if (!last) return { many: 0 };
    const account = (await findAccount(tx, last.step.account, undefined))!;
    for (const each of done) await recordStep(tx, call, { account, ...each });
    await tellStep(tx, account, last.step, app.config.publicUrl);
    return { many: done.length, client: account.client };
  });
  if (taken.client !== undefined) hintAbout(app, taken.client);
  return taken.many;
}
