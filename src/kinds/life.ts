/**
 * The life that all kinds of request share, as data: states, what a person does to a request, and what that posts.
 *
 *     Pending -> Approved | Rejected | Cancelled        Approved -> Reversed
 */
export const states = ['Pending', 'Approved', 'Rejected', 'Cancelled', 'Reversed'] as const;
export type State = (typeof states)[number];

/** What a person does to a request after it was asked. */
export type Verdict = 'approve' | 'reject' | 'cancel' | 'reverse';

/** Rejecting and cancelling give the money back in the same way. */
export type Event = 'ask' | 'approve' | 'giveBack' | 'reverse';

/** The whole state machine: what each verdict starts from, what it leads to, and the event that it posts. */
export const life: Readonly<Record<Verdict, { from: State; to: State; event: Exclude<Event, 'ask'> }>> = {
  approve: { from: 'Pending', to: 'Approved', event: 'approve' },
  reject: { from: 'Pending', to: 'Rejected', event: 'giveBack' },
  cancel: { from: 'Pending', to: 'Cancelled', event: 'giveBack' },
  reverse: { from: 'Approved', to: 'Reversed', event: 'reverse' },
};

/** Approving and giving back share a step, so that the ledger's unique key lets only one of the two happen. */
export const stepOf: Readonly<Record<Event, number>> = { ask: 0, approve: 1, giveBack: 1, reverse: 2 };
