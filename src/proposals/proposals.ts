/**
 * A proposal is what one admin wants and another has to confirm before it holds: a verdict, a change of the payment
 * address or of settings, a price, an invitation, a role. One proposal waits about one thing at a time, so that whoever
 * confirms knows what; a newer wish takes the place of the one before. Whoever wants it can't confirm it.
 */
import type { Refusal } from '#kernel/refusal.ts';

const proposalStates = ['Pending', 'Confirmed', 'Discarded', 'Replaced'] as const;
export type ProposalState = (typeof proposalStates)[number];

/**
 * What an admin is told whose word alone is not enough: with a 202 once it was proposed, and on confirming it alone.
 */
export const takesAnother = 'Another admin has to confirm this.';

/** What a second admin who says no is asked for; whoever takes back an own wish needs no reason. */
export function refusalToDrop(own: boolean, reason: string): Refusal | undefined {
  return own || reason.trim() !== ''
    ? undefined
    : {
        code: 'proposal.no_reason',
        message: 'Please say why. The admin who proposed it reads this.',
        status: 400,
        field: 'reason',
      };
}

export const noProposal: Refusal = {
  code: 'proposal.not_waiting',
  message: 'This does not wait for a confirmation any more.',
  status: 409,
};

/** Two pairs of eyes are those of two who may: not of somebody who was removed, or has another role by now. */
export const authorGone: Refusal = {
  code: 'proposal.author_gone',
  message: 'Whoever proposed this may not do so any more. Refuse it, and propose it anew.',
  status: 409,
};

export const ownProposal: Refusal = { code: 'request.own', message: takesAnother, status: 409 };

/** Whether a refusal has a code that a tick answers: its admin knows what the portal can't see. */
export const isUnproven = (code: string | null | undefined): boolean => /\.(unproven|unseen)$/.test(code ?? '');
