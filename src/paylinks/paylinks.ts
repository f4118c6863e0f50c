/**
 * A pay link is a page on which somebody without an account pays a client: it says who asks, how much, and where to
 * send it. What is sent through it becomes a top-up of the link's owner, decided by an admin like any other. The names
 * in it describe the payer; nothing is ever mailed to them.
 */
import type { Refusal } from '#kernel/refusal.ts';

export const paylinkKinds = ['Individual', 'Company'] as const;
export type PaylinkKind = (typeof paylinkKinds)[number];

export const paylinkStates = ['Open', 'Processing', 'Paid', 'Expired', 'Revoked'] as const;
export type PaylinkState = (typeof paylinkStates)[number];

/** How long a link is open, in days. */
export const openDays = 7;

/** What a payer reads where nothing can be paid, by the state of the link. */
const closedSentences: Readonly<Record<Exclude<PaylinkState, 'Open'>, string>> = {
  Processing: 'A payment for this link is being checked. Please do not pay again.',
  Paid: 'This link has been paid. Please do not pay again.',
  Expired: 'This link has expired. Please ask for a new one.',
  Revoked: 'This link takes no payments now. Please do not pay, and ask the person who sent it.',
};

/** The same on the page, which tells of what was sent before the link ended, and is on its way. */
export function closedSentence(
  state: Exclude<PaylinkState, 'Open'>,
  declared: { arrived: boolean } | undefined,
): string {
  return closedSentences[declared && !declared.arrived ? 'Processing' : state];
}

/** The rule of the pay page's button and of the call behind it. */
export function refusalToPay(state: PaylinkState): Refusal | undefined {
  if (state === 'Open') return undefined;
  return { code: `paylink.${state.toLowerCase()}`, message: closedSentences[state], status: 409, extra: { state } };
}

/** A link can only be revoked while it is open: its owner must not cancel a payment that is being checked. */
export function refusalToRevoke(state: PaylinkState): Refusal | undefined {
  if (state === 'Open') return undefined;
  return {
    code: 'paylink.not_open',
    message: `Only an open paylink can be revoked. This one is ${state}.`,
    status: 409,
    extra: { state },
  };
}
