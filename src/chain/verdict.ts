/**
 * What the chain says about a claimed transfer, in one word. `Verified` is the one that costs money where it is wrong,
 * so it is what is left when everything else was ruled out: final, the real USDT, to us, from somebody else, not
 * counted yet, young enough, and to the cent.
 */
import type { Cents } from '#kernel/money.ts';
import { unitsOf } from './amounts.ts';
import type { Found, Looked, Transfer } from './reading.ts';

export const verdicts = [
  'Verified',
  'Confirming',
  'Different',
  'WrongToken',
  'WrongRecipient',
  'Failed',
  'NotFound',
  'Credited',
  'TooOld',
  'NodeDown',
] as const;
export type Verdict = (typeof verdicts)[number];

/** Accounts are twenty bytes in small hexadecimal digits. */
export type Claim = {
  readonly usdt: string;
  readonly decimals: number;
  /** Every account that clients were ever shown on this network. */
  readonly ours: ReadonlySet<string>;
  readonly announced: Cents;
  /** What was credited already, of a top-up that was approved before its line was known. */
  readonly credited?: Cents | undefined;
  readonly claimedAt: Date;
  readonly clientSince: Date;
  /** Lines of this transaction that count for other top-ups. */
  readonly counted: ReadonlySet<number>;
  /** Of these, lines of top-ups that were reversed. */
  readonly reversed: ReadonlySet<number>;
  /** The line that this top-up has already, so that a second look does not choose another. */
  readonly own?: number | undefined;
};

export type Judged = {
  readonly verdict: Verdict;
  readonly final: boolean;
  /** The transfer that this top-up is about, where there is one. */
  readonly transfer?: Transfer | undefined;
  /** Every line that pays us something. */
  readonly lines: readonly Transfer[];
};

export function verdictOf(claim: Claim, looked: Looked): Judged {
  if (typeof looked === 'string') return { verdict: 'NodeDown', final: false, lines: [] };
  if (!looked.found) return { verdict: 'NotFound', final: false, lines: [] };
  const { final } = looked;
  if (looked.failed) return { verdict: 'Failed', final, lines: [] };
  const real = looked.transfers.filter(({ token }) => token === claim.usdt);
  if (real.length === 0) return { verdict: 'WrongToken', final, lines: [] };
  const toUs = real.filter((each) => claim.ours.has(each.recipient) && !claim.ours.has(each.sender));
  if (toUs.length === 0) return { verdict: 'WrongRecipient', final, transfer: real[0], lines: [] };
  const paying = toUs.filter(({ units }) => units > 0n);
  const transfer = chosen(claim, paying.length > 0 ? paying : toUs);
  if (!transfer) return { verdict: 'Credited', final, lines: paying };
  return { verdict: ofTransfer(claim, looked, transfer), final, transfer, lines: paying };
}

function ofTransfer(claim: Claim, { at, final }: Found, { units }: Transfer): Verdict {
  if (at < claim.clientSince || at.getTime() < claim.claimedAt.getTime() - oldestMs) return 'TooOld';
  if (units !== unitsOf(claim.announced, claim.decimals)) return 'Different';
  return final ? 'Verified' : 'Confirming';
}

const oldestMs = 30 * 24 * 3_600_000;

/**
 * A batch may pay several clients: the line nearest to what was announced, of those that nobody else has. What was
 * credited already is one of these to the cent, or none: else the money of one would count for another. A reversed
 * top-up keeps its line of several; the only one of its transaction is whoever's names that.
 */
function chosen(claim: Claim, lines: readonly Transfer[]): Transfer | undefined {
  const { own, counted, reversed, announced, credited, decimals } = claim;
  if (own !== undefined) return lines.find(({ line }) => line === own);
  const free = lines.filter(({ line }) => !counted.has(line) || (lines.length === 1 && reversed.has(line)));
  if (credited !== undefined && lines.length > 1)
    return free.find(({ units }) => units === unitsOf(credited, decimals));
  const wanted = unitsOf(announced, decimals);
  const away = ({ units }: Transfer) => (units > wanted ? units - wanted : wanted - units);
  return free.reduce<Transfer | undefined>((best, each) => (!best || away(each) < away(best) ? each : best), undefined);
}

/** A transfer that was just sent takes a while to be seen; from then on it is said that there is none. */
export const notSeenYetMs = 30 * 60_000;
