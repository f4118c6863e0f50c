/**
 * The life of an ad account: its states, and the steps that lead from one to another. src/kinds/rules.ts prints them as
 * rows of the database, where the function `step_ad_accounts` takes no step that is not among them.
 */
import type { Refusal } from '#kernel/refusal.ts';

export const accountStates = ['Active', 'Suspended', 'Appealed', 'Lost', 'Replaced', 'Closed'] as const;
export type AccountState = (typeof accountStates)[number];

/**
 * Who takes a step: an admin, the account's client, an approved replacement, or a reversal. A reversal is of the order
 * that opened the account, or of the replacement that ended it.
 */
type StepBy = 'admin' | 'client' | 'replacement' | 'reversal';
type AccountStep = { readonly from: AccountState; readonly to: AccountState; readonly by: StepBy };

const byAdmins: readonly AccountStep[] = [
  { from: 'Active', to: 'Suspended', by: 'admin' },
  { from: 'Suspended', to: 'Appealed', by: 'admin' },
  { from: 'Appealed', to: 'Active', by: 'admin' },
  { from: 'Appealed', to: 'Lost', by: 'admin' },
  { from: 'Lost', to: 'Closed', by: 'admin' },
];

/**
 * A client appeals: the agency is asked to speak to the platform about a suspended account. An admin then says how that
 * ended.
 */
const byClients: readonly AccountStep[] = [{ from: 'Suspended', to: 'Appealed', by: 'client' }];

/**
 * States in which an account can be replaced. The platform has taken it away or may do so; the client need not wait for
 * its final answer.
 */
const replaceable = ['Suspended', 'Appealed', 'Lost'] as const satisfies readonly AccountState[];

const byReplacements = replaceable.flatMap((state): AccountStep[] => [
  { from: state, to: 'Replaced', by: 'replacement' },
  { from: 'Replaced', to: state, by: 'reversal' },
]);

/** An order that was approved by mistake can be undone whatever became of its accounts meanwhile. */
const byReversals = accountStates
  .filter((state) => state !== 'Replaced' && state !== 'Closed')
  .map((from): AccountStep => ({ from, to: 'Closed', by: 'reversal' }));

export const accountSteps: readonly AccountStep[] = [...byAdmins, ...byClients, ...byReplacements, ...byReversals];

/** The states that an admin can give an account in this one. */
export function nextStates(from: AccountState): AccountState[] {
  return byAdmins.filter((step) => step.from === from).map(({ to }) => to);
}

/** Why an admin can't take this step, or undefined. */
export function refusalOfStep(from: AccountState, to: AccountState): Refusal | undefined {
  if (nextStates(from).includes(to)) return undefined;
  return {
    code: 'account.no_such_step',
    message: `This ad account is ${from}. ${nextText(from)}`,
    status: 409,
    field: 'state',
    extra: { state: from },
  };
}

/** Why a client can't appeal for an account in this state; the missing button's reason and the server's 409 alike. */
export function refusalToAppeal(state: AccountState): Refusal | undefined {
  if (byClients.some(({ from }) => from === state)) return undefined;
  return {
    code: 'account.no_appeal',
    message:
      state === 'Appealed'
        ? 'An appeal for this ad account is under way already.'
        : `This ad account is ${state}, so there is nothing to appeal.`,
    status: 409,
    extra: { state },
  };
}

/** Why an account in this state can't be replaced; the button's reason and the server's 409 alike. */
export function refusalToReplace(state: AccountState): Refusal | undefined {
  if ((replaceable as readonly AccountState[]).includes(state)) return undefined;
  return state === 'Active' ? runs : { ...runs, message: `This ad account is ${state}, so it can't be replaced.` };
}

/** Also said where the database finds it under the lock, because the state has changed since the first look. */
export const runs: Refusal = {
  code: 'replacement.running',
  message: 'This ad account runs, so there is nothing to replace.',
  status: 409,
};

function nextText(from: AccountState): string {
  const next = nextStates(from);
  return next.length === 0 ? 'That is its last state.' : `It can become ${next.join(' or ')} next.`;
}

/** Why an account in this state takes no deposit, or undefined; beside the field and in the server's 409 alike. */
export function whyNoMoney(state: AccountState): string | undefined {
  return state === 'Active' ? undefined : takesNoMoney;
}

/** Also said where the database finds it under the lock. */
export const takesNoMoney = 'This ad account is not active, so it takes no money.';

/** A closed account takes nothing back any more, so nothing may be left in it or wait for it. */
export const notEmpty: Refusal = {
  code: 'account.not_empty',
  message: 'There is money in this ad account. It can be closed once that is refunded.',
  status: 409,
  field: 'state',
};
export const hasOpenRequests: Refusal = {
  code: 'account.busy',
  message: 'Requests about this ad account wait for a decision. It can be closed once they are decided.',
  status: 409,
  field: 'state',
};
