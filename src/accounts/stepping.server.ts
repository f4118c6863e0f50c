/**
 * An admin says what became of an ad account. One transaction holds the step, the audit row, the notice to each of the
 * client's people and the mail to those who want it, so that each is told once.
 */
import { notFound, refuse, type Refusal } from '#kernel/refusal.ts';
import { record } from '#audit/audit.server.ts';
import { hasOpenRequests, notEmpty, refusalOfStep, type AccountState } from '#ledger/accountlife.ts';
import { tellClient } from '#notices/tell.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Caller } from '#server/handle.server.ts';
import { hintAbout } from '#requests/calls.server.ts';
import { findAccount, takeSteps, type AccountRow, type Step, type Stepped } from './accounts.store.server.ts';
import { stateMail, stateNotice } from './telling.ts';

export async function stepAs(call: Caller, step: Step): Promise<{ before: AccountState }> {
  const { app, session } = call;
  const taken = await app.db.transaction(async (tx) => {
    const [stepped] = await takeSteps(tx, { by: session.person, source: 'typed', steps: [step] });
    const refusal = refusalOf(stepped!, step.state);
    if (refusal) return refuse(refusal);
    const account = (await findAccount(tx, step.account, undefined))!;
    await recordStep(tx, call, { account, step, before: stepped!.before! });
    await tellStep(tx, account, step, app.config.publicUrl);
    return { before: stepped!.before!, client: account.client };
  });
  hintAbout(app, taken.client);
  return taken;
}

export function refusalOf({ outcome, before }: Stepped, to: AccountState): Refusal | undefined {
  switch (outcome) {
    case 'done':
      return undefined;
    case 'missing':
      return notFound;
    case 'illegal':
      return refusalOfStep(before!, to);
    case 'money':
      return { ...notEmpty, extra: { state: before } };
    case 'busy':
      return { ...hasOpenRequests, extra: { state: before } };
  }
}

export function recordStep(
  tx: Database,
  { session, from }: Caller,
  { account, step, before }: { account: AccountRow; step: Step; before: AccountState },
): Promise<void> {
  const { state, reason, word, note } = step;
  return record(tx, {
    action: `account.${state.toLowerCase()}`,
    actor: session.person,
    subject: account.client,
    from,
    applyId: account.applyId,
    before: { state: before },
    after: { account: step.account, state, reason, word, note },
  });
}

export async function tellStep(tx: Database, account: AccountRow, { state, reason }: Step, publicUrl: string) {
  const { client, applyId } = account;
  const link = `/accounts/${account.publicId}`;
  const button = { label: 'Open the ad account', url: `${publicUrl}${link}` };
  const notice = { client, topic: 'accounts' as const, text: stateNotice(account, state), link, applyId };
  await tellClient(tx, notice, (name) => ({ button, ...stateMail(account, state, { name, reason }) }));
}
