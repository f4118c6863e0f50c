/**
 * The life that all kinds of request share, as data: the states, what a person can do to a request, and the event that
 * this posts.
 *
 *     Pending -> Approved | Rejected | Cancelled        Approved -> Reversed
 *
 * Money that is sent out takes another way where two admins have to agree: first they agree, then one of them pays.
 *
 *     Pending -> To pay -> Approved | Rejected
 */
export const states = ['Pending', 'To pay', 'Approved', 'Rejected', 'Cancelled', 'Reversed'] as const;
export type State = (typeof states)[number];

/** What a person does to a request after it was asked. */
export type Verdict = 'approve' | 'reject' | 'cancel' | 'reverse' | 'release' | 'pay' | 'takeBack';

/**
 * What a verdict posts. Rejecting and cancelling give the money back in the same way. A released request is still held,
 * so that `release` moves nothing.
 */
export type Event = 'ask' | 'release' | 'approve' | 'giveBack' | 'reverse';

/** The whole state machine: what each verdict starts from, what it leads to, and the event that it posts. */
export const life: Readonly<Record<Verdict, { from: State; to: State; event: Exclude<Event, 'ask'> }>> = {
  approve: { from: 'Pending', to: 'Approved', event: 'approve' },
  reject: { from: 'Pending', to: 'Rejected', event: 'giveBack' },
  cancel: { from: 'Pending', to: 'Cancelled', event: 'giveBack' },
  reverse: { from: 'Approved', to: 'Reversed', event: 'reverse' },
  release: { from: 'Pending', to: 'To pay', event: 'release' },
  pay: { from: 'To pay', to: 'Approved', event: 'approve' },
  takeBack: { from: 'To pay', to: 'Rejected', event: 'giveBack' },
};

/** Approving and giving back share a step, so that the ledger's unique key lets only one of the two happen. */
export const stepOf: Readonly<Record<Event, number>> = { ask: 0, release: 1, approve: 1, giveBack: 1, reverse: 2 };

/** States in which a request waits: its money is held, and an admin still has to do something. */
export const waitingStates: readonly State[] = ['Pending', 'To pay'];
