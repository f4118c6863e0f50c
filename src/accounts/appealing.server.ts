/**
 * A client asks the agency to speak for a suspended ad account. The step is the client's own, its words stand in the
 * timeline, and each admin who wants to know is mailed once; what comes of it is an admin's step as ever.
 */
import { notFound, refuse } from '#kernel/refusal.ts';
import { refusalToAppeal, type AccountState } from '#ledger/accountlife.ts';
import { hintAbout } from '#requests/calls.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Call } from '#server/handle.server.ts';
import { telegramAdmins } from '#telegram/telegram.server.ts';
import { mailAdmins } from '#users/admins.server.ts';
import type { appealAdAccount } from './accounts.api.ts';
import { findAccount, takeSteps, type AccountRow, type Step } from './accounts.store.server.ts';
import { recordStep, tellStep } from './stepping.server.ts';
import { appealMail } from './telling.ts';

type Appealing = Call<typeof appealAdAccount>;

export async function appealAs(call: Appealing): Promise<AccountState> {
  const { app, session, query, body } = call;
  // Whose it is says the look; its state is looked at again under the lock.
  if (!(await findAccount(app.db, query.id, session.client))) return refuse(notFound);
  const step: Step = { account: query.id, state: 'Appealed', reason: body.text, word: '', note: '' };
  await app.db.transaction(async (tx) => {
    const [stepped] = await takeSteps(tx, { by: session.person, source: 'appeal', steps: [step] });
    const before = stepped!.before!;
    if (stepped!.outcome !== 'done') return refuse(refusalToAppeal(before) ?? notFound);
    const account = (await findAccount(tx, query.id, session.client))!;
    await recordStep(tx, call, { account, step, before });
    // Their own words are nothing that the agency says about it.
    await tellStep(tx, account, { ...step, reason: '' }, app.config.publicUrl);
    await tellAdmins(tx, account, body.text, app.config.publicUrl);
    await telegramAdmins(app, tx, 'appeal', `/accounts/${account.publicId}`);
  });
  hintAbout(app, session.client);
  return step.state;
}

async function tellAdmins(tx: Database, account: AccountRow, text: string, publicUrl: string): Promise<void> {
  const button = { label: 'Open the ad account', url: `${publicUrl}/accounts/${account.publicId}` };
  const mail = { ...appealMail(account, text), button, sender: account.client };
  await mailAdmins(tx, (to) => ({ to, ...mail }), { topic: 'appeal' });
}
