/**
 * A request is something that one person asks for and another decides: a top-up, an application for ad accounts, a
 * deposit, a refund, a withdrawal, and the admins' own corrections. All kinds share one life, which is data here; a
 * kind adds its price and its postings, the list of movements that each event of that life makes.
 *
 *     Pending -> Approved | Rejected | Cancelled        Approved -> Reversed
 */
import type { Prefix } from '#kernel/ids.ts';
import { normalisedHash } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import { invalid, type Refusal } from '#kernel/refusal.ts';
import { accountName, type Place } from '#ledger/ledger.ts';

export const kindNames = ['topup', 'application', 'deposit', 'refund', 'withdrawal', 'penalty', 'goodwill'] as const;
export type KindName = (typeof kindNames)[number];

export const platforms = ['Google', 'Bing', 'Facebook'] as const;
export type Platform = (typeof platforms)[number];

export const states = ['Pending', 'Approved', 'Rejected', 'Cancelled', 'Reversed'] as const;
export type State = (typeof states)[number];

/** What a person does to a request after it was asked. */
export type Verdict = 'approve' | 'reject' | 'cancel' | 'reverse';

/** Rejecting and cancelling give the money back in the same way. */
export type Event = 'ask' | 'approve' | 'giveBack' | 'reverse';

/** The whole state machine: what each verdict starts from, what it leads to, and the event that it posts. */
export const life: Readonly<Record<Verdict, { from: State; to: State; event: Event }>> = {
  approve: { from: 'Pending', to: 'Approved', event: 'approve' },
  reject: { from: 'Pending', to: 'Rejected', event: 'giveBack' },
  cancel: { from: 'Pending', to: 'Cancelled', event: 'giveBack' },
  reverse: { from: 'Approved', to: 'Reversed', event: 'reverse' },
};

/** Approving and giving back share a step, so that the two are rivals for one key of the ledger. */
export const stepOf: Readonly<Record<Event, number>> = { ask: 0, approve: 1, giveBack: 1, reverse: 2 };

/**
 * Which amount of the request moves. `received` is what really arrived; `fee back` is what a refund returns above its
 * amount.
 */
export type AmountName = 'amount' | 'received' | 'fee' | 'opening' | 'total' | 'fee back';

/**
 * "At `event`, `src` pays `dst` this amount." Where `dst` or `src` is the ad account of an application, one leg each.
 */
export type Posting = {
  readonly event: Event;
  readonly src: Place;
  readonly dst: Place;
  readonly amount: AmountName;
  /**
   * The top-up fee that travels with the money into or out of an ad account: the request's fee, or the payer's share at
   * that moment.
   */
  readonly rides?: 'fee' | 'share';
};

export type Kind = {
  readonly name: KindName;
  /** What its ids begin with. */
  readonly prefix: Prefix | Readonly<Record<Platform, Prefix>>;
  readonly postings: readonly Posting[];
  /** What an admin has to give when approving. */
  readonly approvalNeeds: 'nothing' | 'adsIds' | 'transactionId';
  /** What may exist once among the living, from which event on, and which event frees it. */
  readonly claim?: {
    readonly what: 'transactionId' | 'adsIds';
    readonly at: 'ask' | 'approve';
    readonly freedBy: Event;
  };
  /** For a kind that opens ad accounts: what each of the Ads IDs typed gets, or why they can't be given. */
  readonly opens?: (request: Opening, adsId: string) => readonly Portion[] | Refusal;
  /** Sentences of its own where the shared ones do not fit. */
  readonly says?: Partial<Record<'decided' | 'short' | 'taken' | 'missing', string>>;
};

/** What an opening kind has to know of its request. */
export type Opening = {
  readonly platform: Platform | null;
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly details: Readonly<Record<string, unknown>>;
};

/** What an admin gives with a verdict. */
export type Fill = {
  readonly transactionId?: string | undefined;
  readonly adsId?: string | undefined;
  readonly receivedCents?: Cents | undefined;
  readonly remarks?: string | undefined;
};

/** What a request costs; all columns of it. Where `total` is what leaves the wallet, it is their sum. */
export type Price = {
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly openingFeeCents: Cents;
  /** Undefined for a refund whose fee share comes back: only the lock knows it, and the total with it. */
  readonly totalCents: Cents | undefined;
};

/** The amounts of a request as its postings read them. */
export type Amounts = {
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly openingFeeCents: Cents;
  readonly totalCents: Cents;
  readonly receivedCents: Cents | null;
};

export function amountOf(name: AmountName, of: Amounts): Cents {
  switch (name) {
    case 'amount':
      return of.amountCents;
    case 'received':
      return of.receivedCents ?? of.amountCents;
    case 'fee':
      return of.feeCents;
    case 'opening':
      return of.openingFeeCents;
    case 'total':
      return of.totalCents;
    case 'fee back':
      return of.totalCents - of.amountCents;
  }
}

/** The part of an order that one ad account gets. */
export type Portion = {
  readonly adsId: string;
  readonly account: string;
  readonly amountCents: Cents;
  readonly feeCents: Cents;
};

/** One movement to be made; `fee` null means the payer's share of the fee, which only the lock knows. */
export type Leg = { step: number; leg: number; src: string; dst: string; amount: Cents; fee: Cents | null };

/** What a kind keeps unique, as the key of a claim. An Ads ID's claim is the name of its account. */
export function usdtClaim(transactionId: string): string {
  return `usdt:${normalisedHash(transactionId)}`;
}

/**
 * The movements that an event of this request makes: its kind's postings with the amounts filled in, zero legs left
 * out.
 */
export function legsOf(
  kind: Kind,
  event: Event,
  client: bigint,
  amounts: Amounts,
  portions: readonly Portion[],
): Leg[] {
  const step = stepOf[event];
  const name = (place: Place, ad: string) =>
    place === 'ad account' ? ad : place === 'wallet' || place === 'held' ? accountName(place, client) : place;
  let leg = 0;
  return kind.postings
    .filter((posting) => posting.event === event)
    .flatMap(({ src, dst, amount, rides }) => {
      const fee = (cents: Cents) => (rides === 'share' ? null : rides === 'fee' ? cents : 0n);
      if (src !== 'ad account' && dst !== 'ad account') {
        return [
          { step, leg: leg++, src: name(src, ''), dst: name(dst, ''), amount: amountOf(amount, amounts), fee: 0n },
        ];
      }
      return portions.map((portion) => ({
        step,
        leg: leg++,
        src: name(src, portion.account),
        dst: name(dst, portion.account),
        amount: portion.amountCents,
        fee: fee(portion.feeCents),
      }));
    })
    .filter((movement) => movement.amount > 0n);
}

/** The state as the wire has always said it: an approved Google deposit is `Completed`. */
export function shownState(request: { kind: KindName; platform: Platform | null; state: State }): string {
  return request.kind === 'deposit' && request.platform === 'Google' && request.state === 'Approved'
    ? 'Completed'
    : request.state;
}

/** The states behind a word that the wire uses, in whatever case; undefined where there is none. */
export function statesNamed(word: string): readonly State[] | undefined {
  const lower = word.trim().toLowerCase();
  if (lower === 'all') return states;
  // What a client took back was decided by nobody.
  if (lower === 'decided') return states.filter((state) => state !== 'Pending' && state !== 'Cancelled');
  if (lower === 'completed') return ['Approved'];
  if (lower === 'reject' || lower === 'failed') return ['Rejected'];
  const state = states.find((name) => name.toLowerCase() === lower);
  return state && [state];
}

/** Late is shown, never enforced: an application after 2 working days, anything else after 24 hours. */
export function isLate(request: { kind: KindName; state: State; createdAt: Date }, now: Date): boolean {
  if (request.state !== 'Pending') return false;
  const day = 24 * 60 * 60 * 1000;
  if (request.kind !== 'application') return now.getTime() - request.createdAt.getTime() > day;
  let due = request.createdAt.getTime();
  for (let left = 2; left > 0;) {
    due += day;
    const weekday = new Date(due).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return now.getTime() > due;
}

/** The reason that a verdict comes too late, for the server's 409 and the button's title alike. */
export function alreadyDecided(
  kind: Pick<Kind, 'name' | 'says'>,
  state: State,
): { code: string; message: string; status: 409 } {
  const message = kind.says?.decided ?? `This request is already ${state.toLowerCase()}.`;
  return { code: `${kind.name}.already_decided`, message, status: 409 };
}

/** Where a kind has no sentence of its own for it. */
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

export const anotherProposal: Refusal = {
  code: 'request.proposed_anew',
  message: 'Something else was proposed meanwhile. Please look at it again.',
  status: 409,
};

/** What is missing from a verdict, or undefined; the button's disabled reason and the server's 400 alike. */
export function refusalToDecide(
  kind: Kind,
  verdict: 'approve' | 'reject',
  fill: Fill,
  amountCents: Cents,
): Refusal | undefined {
  const blank = (text: string | undefined) => text === undefined || text.trim() === '';
  if (verdict === 'reject')
    return blank(fill.remarks) ? invalid('remarks', 'Please enter remarks before rejecting.') : undefined;
  if (kind.approvalNeeds === 'transactionId' && blank(fill.transactionId))
    return invalid('transactionId', 'Please enter a transaction ID.');
  if (kind.approvalNeeds === 'adsIds' && blank(fill.adsId)) return invalid('adsId', 'Please enter an Ads ID.');
  if (fill.receivedCents !== undefined && fill.receivedCents !== amountCents && blank(fill.remarks)) {
    return invalid('remarks', 'Please say in the remarks why another amount is credited.');
  }
  return undefined;
}

/** The same of money that an admin sends back or out, in the words of those pages. */
export function refusalToPayOut(
  verdict: 'approve' | 'reject',
  said: { readonly transactionId: string; readonly remarks: string },
): Refusal | undefined {
  if (verdict === 'approve')
    return said.transactionId === '' ? invalid('transactionId', 'Please enter a transaction ID.') : undefined;
  return said.remarks === '' ? invalid('remarks', 'Please enter a reason for rejection.') : undefined;
}
