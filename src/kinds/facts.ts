/** Facts about a kind that are computed from its postings, so that they are not declared a second time. */
import type { Place } from '#ledger/ledger.ts';
import type { AmountAbove } from './kind.ts';
import { states, type Event, type State } from './life.ts';
import { placeOf, type Posting } from './postings.ts';

type Moving = { readonly postings: readonly Posting[] };

function moves({ postings }: Moving, wanted: Partial<Posting>): boolean {
  const names = Object.keys(wanted) as (keyof Posting)[];
  return postings.some((posting) => names.every((name) => posting[name] === wanted[name]));
}

function touches({ postings }: Moving, ...places: Place[]): boolean {
  return postings.some(({ src, dst }) => places.includes(placeOf(src)) || places.includes(placeOf(dst)));
}

/** Whether the amount that arrives may differ from the one that was announced: only for money from outside. */
export const takesWhatArrives = (kind: Moving) => moves(kind, { event: 'approve', amount: 'received' });

/** Whether approving it means that the agency has sent money, by a transfer on a chain or at an exchange. */
export const sendsMoney = (kind: Moving) => moves(kind, { event: 'approve', dst: 'outside' });

/**
 * As what its reversal counts where that gives a wallet money: as a refund where it comes out of an ad account, as
 * money in where it comes from the agency.
 */
export function returnsAs(kind: Moving): Extract<AmountAbove, 'refundsAboveCents' | 'moneyInAboveCents'> | undefined {
  const back = kind.postings.filter(({ event, dst }) => event === 'reverse' && dst === 'wallet');
  if (back.length === 0) return undefined;
  return back.some(({ src }) => placeOf(src) === 'ad account') ? 'refundsAboveCents' : 'moneyInAboveCents';
}

/** The states that a request of this kind can be in. */
export const statesOf = (kind: Moving): readonly State[] =>
  sendsMoney(kind) ? states : states.filter((state) => state !== 'To pay');

/** Whether the wallet is charged as soon as it is asked for, so that a rejection brings the money back to it. */
export const chargesAtOnce = (kind: Moving) => moves(kind, { event: 'ask', src: 'wallet' });

/**
 * Whether approving it takes money out of the wallet or puts some in; undefined where the wallet was charged before.
 */
export function approvalMoves(kind: Moving): 'into wallet' | 'out of wallet' | undefined {
  if (moves(kind, { event: 'approve', src: 'wallet' })) return 'out of wallet';
  return moves(kind, { event: 'approve', dst: 'wallet' }) ? 'into wallet' : undefined;
}

/** Whether its reversal moves money of the wallet, so that the statement has a line for it. */
export const undoesInWallet = (kind: Moving) =>
  moves(kind, { event: 'reverse', src: 'wallet' }) || moves(kind, { event: 'reverse', dst: 'wallet' });

/** Whether any of its movements is one of the wallet, and so a line of the statement. */
export const movesWallet = (kind: Moving) => touches(kind, 'wallet');

/** Whether its money comes or goes over a network. */
export const goesOverNetwork = (kind: Moving) => touches(kind, 'outside');

/** Whether money leaves the portal with it, other than by undoing it. */
export const paysOut = ({ postings }: Moving) =>
  postings.some(({ event, dst }) => event !== 'reverse' && dst === 'outside');

/** Where approving it moves money, as clients see it: to them, from them, or between their wallet and ad accounts. */
export function directionOf(kind: Moving): 'in' | 'out' | 'moved' {
  if (isAboutAccount(kind)) return 'moved';
  return approvalMoves(kind) === 'into wallet' ? 'in' : 'out';
}

/** Whether a share of the fee that was taken before comes back with it. */
export const givesFeeBack = (kind: Moving) => moves(kind, { amount: 'fee back' });

/** Whether a fee is taken on its amount. */
export const takesFee = (kind: Moving) => moves(kind, { event: 'approve', dst: 'fee' });

export const takesOpeningFee = (kind: Moving) => touches(kind, 'opening');

export const isAboutAccount = (kind: Moving) => touches(kind, 'ad account');

/** Whether its movements are revenue: fees taken, or given back. */
export const isRevenue = (kind: Moving) => touches(kind, 'opening', 'fee');

/**
 * Whether an event takes money from a place where it may be gone by then, because the client could use it meanwhile.
 */
export const canFallShort = ({ postings }: Moving, event: Event) =>
  postings.some((posting) => posting.event === event && ['wallet', 'ad account'].includes(placeOf(posting.src)));

/** Whether its approval puts money into an ad account, an old or a new one; what one leaves to another is none. */
export const loadsAccount = (kind: Moving) =>
  !replacesAccount(kind) &&
  kind.postings.some(({ event, dst }) => event === 'approve' && placeOf(dst) === 'ad account');

/** Whether it names one ad account from the moment it is asked for. */
export const namesAccount = ({ postings }: Moving) =>
  postings.some(({ src, dst }) => src === 'ad account' || dst === 'ad account');

/** Whether approving it writes into the book what an ad account spent. */
export const settlesSpend = (kind: Moving) => moves(kind, { event: 'approve', dst: 'spent' });

/** Whether it takes what one ad account has into another one, which its approval opens. */
export const replacesAccount = (kind: Moving) =>
  namesAccount(kind) && moves(kind, { event: 'approve', dst: 'new ad account' });

/** Whether approving it puts money into an ad account that there is already, which has to be active for that. */
export const fundsAccount = (kind: Moving) => moves(kind, { event: 'approve', dst: 'ad account' });

/** Whether asking for it sets money of the ad account aside, which that one no longer has while it waits. */
export const setsAside = (kind: Moving) => moves(kind, { event: 'ask', src: 'ad account' });

/** Whether undoing its approval takes money out of an ad account. */
export const takesBackFromAccount = ({ postings }: Moving) =>
  postings.some(({ event, src }) => event === 'reverse' && placeOf(src) === 'ad account');

/**
 * Whether asking for it takes money out of an ad account and back to its client. (A replacement takes money out too,
 * but into another ad account.)
 */
export const emptiesAccount = (kind: Moving) => setsAside(kind) && !replacesAccount(kind);
