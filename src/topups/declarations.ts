/**
 * A declared amount: a client says how much will come, and is told to send exactly that and a few cents more. The cents
 * tell it from everybody else's, so that what arrives belongs to whoever declared it, without a hash or a picture.
 */
import { usd, type Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';

/** So many of one client may be open at the same time. */
export const mostOpen = 3;

/** So many pay links of one client may have an amount open: whoever has a link can open it. */
export const mostOpenLinks = 10;

const soonMs = 3_600_000;

/**
 * A client who was never credited as much is credited without an admin only with what was sent within an hour: so who
 * lies in wait for what others send there, undeclared, has to declare anew every hour, and that is a signal.
 */
export function isSoonEnough(declaredAt: Date, sentAt: Date): boolean {
  return sentAt.getTime() - declaredAt.getTime() <= soonMs;
}

export const declarationStates = ['Open', 'Arrived', 'Cancelled', 'Expired'] as const;
type DeclarationState = (typeof declarationStates)[number];

/** Whether its time is over (`isOver`) is for the database to say: a client goes by it. */
export function stateOf({
  endedAt,
  isOver,
  applyId,
}: {
  endedAt: Date | null;
  isOver: boolean;
  applyId: string | null;
}): DeclarationState {
  if (applyId !== null) return 'Arrived';
  if (endedAt !== null) return 'Cancelled';
  return isOver ? 'Expired' : 'Open';
}

/** What may still arrive for a client, or has arrived and is no top-up yet. */
export type OnItsWay = {
  /** Transfers that fit an amount, open or not. */
  readonly arriving: number;
  /** Amounts of the client's own that are open, and for which nothing was seen. */
  readonly own: number;
  /** Pay links that have such an amount. */
  readonly links: number;
};

/** Whether it was declared for this much: its cents are chosen above what was wanted, and below the next dollar. */
export function isDeclaredFor(amount: Cents, wanted: Cents): boolean {
  return amount > wanted && amount < wanted + 100n;
}

export const tooManyOpen: Refusal = {
  code: 'declaration.crowded',
  message: `You have ${mostOpen} amounts open already. Send one of them, or cancel one.`,
  status: 409,
};

export function noCentsLeft(wanted: Cents): Refusal {
  return {
    code: 'declaration.full',
    message: `Too many clients are about to send an amount near ${usd(wanted)}. Please enter another amount.`,
    status: 409,
    field: 'amount',
  };
}

export const noAmountForLink: Refusal = {
  code: 'declaration.none',
  message:
    'No exact amount can be given right now. Please send the amount of the link, and tell us its transaction ID.',
  status: 409,
};

export const notWatched: Refusal = {
  code: 'declaration.unwatched',
  message: 'Transfers on this network are not watched. Please send them with a transaction ID.',
  status: 409,
  field: 'networkName',
};

export const notOpen: Refusal = {
  code: 'declaration.not_open',
  message: 'This amount is no longer open. Please ask for a new one.',
  status: 409,
};
