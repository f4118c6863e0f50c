/**
 * A request is something that one person asks for and another decides. The kinds, and what each of them moves, stand in
 * kinds/; here are the rules that all of them share.
 */
import { utcClockText } from '#kernel/clock.ts';
import type { Cents } from '#kernel/money.ts';
import { invalid, type Refusal } from '#kernel/refusal.ts';
import { refusalOfTransferId } from '#network/transferids.ts';
import { sendsMoney } from '#kinds/facts.ts';
import type { Fill } from '#kinds/kind.ts';
import { kindNamed, type Kind, type KindName } from '#kinds/kinds.ts';
import { lateFrom } from '#kinds/late.ts';
import { states, waitingStates, type State, type Verdict } from '#kinds/life.ts';
import type { Platform } from '#platforms/platforms.ts';
import type { Action } from './verdict.api.ts';

/** One ad account of a request. Cents are numbers here, as JSON has them: they are far below 2^53. */
export type Line = {
  adsId: string | null;
  email: string;
  timeZone: string;
  amountCents: number;
  feeCents: number;
  details: Record<string, unknown>;
};

/** What an order says of one ad account before it is asked for. */
export type OrderLine = { depositCents: Cents; email?: string; timeZone?: string; details?: object };

/** The state's name on the wire: some platforms call an approved deposit `Completed`. */
export function shownState(request: { kind: KindName; platform: Platform | null; state: State }): string {
  const { approvedState } = kindNamed(request.kind);
  return request.state === 'Approved' && approvedState ? approvedState(request.platform) : request.state;
}

/** What a list says of a request: why it was reversed or rejected, else its client's note. */
export function saidOf({ remarks, reversalReason }: { remarks: string; reversalReason: string }): string {
  return reversalReason || remarks;
}

/** The states that a word of the wire means, in whatever case; undefined for an unknown word. */
export function statesNamed(word: string): readonly State[] | undefined {
  const lower = word.trim().toLowerCase();
  if (lower === 'all') return states;
  if (lower === 'waiting') return waitingStates;
  // Cancelled requests are left out: the client took them back, and nobody decided them.
  if (lower === 'decided') return states.filter((state) => state !== 'Pending' && state !== 'Cancelled');
  if (lower === 'completed') return ['Approved'];
  if (lower === 'reject' || lower === 'failed') return ['Rejected'];
  const state = states.find((name) => name.toLowerCase() === lower);
  return state && [state];
}

/** Whether a request has waited for longer than its kind should. */
export function isLate(request: { kind: KindName; state: State; createdAt: Date }, now: Date): boolean {
  return waitingStates.includes(request.state) && now > lateFrom(kindNamed(request.kind), request.createdAt);
}

/** Why a verdict comes too late, for the server's 409 and the button's title alike. */
export function alreadyDecided(
  kind: Pick<Kind, 'name' | 'says'>,
  state: State,
): { code: string; message: string; status: 409 } {
  const said = state === 'To pay' ? 'approved and about to be paid' : state.toLowerCase();
  const message = kind.says?.decided ?? `This request is already ${said}.`;
  return { code: `${kind.name}.already_decided`, message, status: 409 };
}

/** Said where a kind has no sentence of its own for this. */
export const walletShort: Refusal = {
  code: 'wallet.insufficient',
  message: 'Insufficient wallet balance. Please recharge.',
  status: 402,
};

export const notWaiting: Refusal = {
  code: 'request.not_waiting',
  message: 'Nothing about this request waits for a confirmation.',
  status: 409,
};

/**
 * The refusal of a payout that has to wait: its address is new, or the client has changed password or e-mail address.
 * The database says until when.
 */
export function waitsBefore(kind: Pick<Kind, 'name'>, payableFrom: Date | null): Refusal {
  const until = payableFrom === null ? '' : ` It can be paid from ${utcClockText(payableFrom)}.`;
  const why = "The address is new, or the client's password or e-mail address has just changed.";
  return {
    code: `${kind.name}.waits`,
    message: `${why}${until} To pay it earlier, say why it may pass.`,
    status: 409,
    field: 'letPass',
  };
}

/** Whether it was refused for its wait: its form asks why it may pass, whatever the page knew before. */
export function isToWait(kind: Pick<Kind, 'name'>, refused: { code?: string | null } | undefined): boolean {
  return refused?.code === waitsBefore(kind, null).code;
}

/** Whether an admin gave a reason to send money that should still wait. */
export function letsPass({ letPass }: Fill): boolean {
  return !blank(letPass);
}

export const notToPay: Refusal = {
  code: 'request.not_to_pay',
  message: 'This is not to be paid yet. It has to be approved first.',
  status: 409,
};

/** Of a reversal: whoever could take out what it gives back signs in no more. */
export const leftForGood: Refusal = {
  code: 'client.closed',
  message:
    'This client has closed their account, so nobody could withdraw what comes back. If a payout did not arrive, send the money once more, and leave the request approved.',
  status: 409,
};

/** Whoever names a transfer has sent the money: it is not sent once more, nor given back, before that is looked at. */
export const paymentWaits: Refusal = {
  code: 'request.payment_waits',
  message: 'A transfer was named that may have paid it. Please confirm or discard that first.',
  status: 409,
};

export const anotherProposal: Refusal = {
  code: 'request.proposed_anew',
  message: 'Something else was proposed meanwhile. Please look at it again.',
  status: 409,
};

/**
 * The verdict that an admin's yes or no means. Where two admins have to agree before money is sent, their yes only
 * releases it, and it is paid afterwards; until then a no takes the release back.
 */
export function verdictOf(
  kind: Kind,
  action: Action,
  { state, approvals }: { state: State; approvals: 1 | 2 },
): Exclude<Verdict, 'cancel' | 'reverse'> {
  if (action === 'reject') return state === 'To pay' ? 'takeBack' : 'reject';
  return approvals === 2 && sendsMoney(kind) ? 'release' : 'approve';
}

/** Nothing is sent before both admins have agreed, so no transfer can be named yet. */
export const paidTooEarly: Refusal = {
  code: 'request.pays_later',
  message:
    'Another admin has to agree first. Please approve it without a transaction ID, and pay it once it is to be paid.',
  status: 409,
  field: 'transactionId',
};

/** What is missing from a verdict, or undefined; the button's disabled reason and the server's 400 alike. */
export function refusalToDecide(
  kind: Kind,
  verdict: Exclude<Verdict, 'cancel' | 'reverse'>,
  fill: Fill,
  amountCents: Cents,
): Refusal | undefined {
  if (verdict === 'release') return blank(fill.transactionId) ? undefined : paidTooEarly;
  const action = verdict === 'reject' || verdict === 'takeBack' ? 'reject' : 'approve';
  const missing = refusalOfBlank(kind, action, fill);
  if (missing || action === 'reject') return missing;
  const unclear = sendsMoney(kind) ? refusalOfTransferId(fill.transactionId ?? '') : undefined;
  if (unclear) return unclear;
  if (fill.receivedCents !== undefined && fill.receivedCents !== amountCents && blank(fill.remarks)) {
    return invalid('remarks', 'Please say in the remarks why another amount is credited.');
  }
  return undefined;
}

/** Why a client may not take this back, though it still waits. */
export function refusalToTakeBack(
  { askedBy, details }: { askedBy: bigint | null; details: object },
  kind: Pick<Kind, 'askedBy'>,
): Refusal | undefined {
  if (askedBy === null || kind.askedBy === 'admin')
    return { code: 'request.not_yours', message: 'Only who asked for this can cancel it.', status: 409 };
  // Its money is here for good. Taken back, it would be booked to nobody, and its hash be free for others.
  if ('declaration' in details)
    return {
      code: 'request.arrived',
      message: 'Your money has arrived. Only your agency can decide this.',
      status: 409,
    };
  return undefined;
}

/** What an admin types with a verdict; what was not asked for is empty. */
export type Said = typeof nothingSaid & { acknowledged?: boolean };
export const nothingSaid = { adsId: '', transactionId: '', remarks: '', letPass: '' };

/** What has to be typed with a verdict, if anything. */
export function fieldOf(action: Action, needs: Kind['approvalNeeds']): keyof typeof blankSays | undefined {
  if (action === 'reject') return 'remarks';
  return needs === 'nothing' ? undefined : needs;
}

const blankSays = {
  remarks: 'Please enter remarks before rejecting.',
  transactionId: 'Please enter a transaction ID.',
  adsId: 'Please enter an Ads ID.',
};

/** What a page says in place of these sentences. */
export type Blank = Partial<Record<Action, string>>;

export const blankPayOut = { reject: 'Please enter a reason for rejection.' };

/** The refusal of a verdict without what has to be typed with it. */
export function refusalOfBlank(
  { approvalNeeds }: Pick<Kind, 'approvalNeeds'>,
  action: Action,
  said: Fill,
  own: Blank = {},
): Refusal | undefined {
  const field = fieldOf(action, approvalNeeds);
  return field && blank(said[field]) ? invalid(field, own[action] ?? blankSays[field]) : undefined;
}

function blank(text = ''): boolean {
  return text.trim() === '';
}

/**
 * Whether one of several accounts, each with a line of its own, is still without an Ads ID. Where no fields of several
 * accounts stand, what is pasted may end in a line break.
 */
export function isUnfinished(adsIds: string, accounts: number): boolean {
  return accounts > 1 && adsIds.includes('\n') && adsIds.split('\n').some((id) => id.trim() === '');
}
