/**
 * What the chain says about a transfer that is said to have paid a withdrawal out. Who sent it does not matter:
 * agencies pay from exchanges, too. Who got it and how much does.
 */
import type { Cents } from '#kernel/money.ts';
import { accountOf } from '#network/addresses.ts';
import { networkCalled } from './networks.ts';
import { mostPlaces, unitsOf, unitsOfText } from './amounts.ts';
import type { Looked } from './reading.ts';
import type { Judged, Verdict } from './verdict.ts';

type Payout = {
  readonly usdt: string;
  readonly decimals: number;
  /** The account to be paid: twenty bytes in small hexadecimal digits. */
  readonly recipient: string;
  readonly amount: Cents;
  /** When its client asked for it: nobody paid it before. */
  readonly askedAt: Date;
  /** Lines of this transaction that paid other withdrawals. */
  readonly counted: ReadonlySet<number>;
};

/** Clocks of chains are not the portal's to the minute. */
const clocksMs = 10 * 60_000;

export function payoutVerdictOf(payout: Payout, looked: Looked): Judged {
  const { usdt, decimals, recipient, amount, askedAt, counted } = payout;
  const said = (verdict: Verdict, final = false): Judged => ({ verdict, final, lines: [] });
  if (typeof looked === 'string') return said('NodeDown');
  if (!looked.found) return said('NotFound');
  const { final } = looked;
  if (looked.failed) return said('Failed', final);
  const real = looked.transfers.filter(({ token }) => token === usdt);
  if (real.length === 0) return said('WrongToken', final);
  const theirs = real.filter((each) => each.recipient === recipient);
  if (theirs.length === 0) return { ...said('WrongRecipient', final), transfer: real[0] };
  const free = theirs.filter(({ line }) => !counted.has(line));
  if (free.length === 0) return { ...said('Credited', final), transfer: theirs[0] };
  const exact = free.find(({ units }) => units === unitsOf(amount, decimals));
  const transfer = exact ?? free[0];
  if (looked.at.getTime() < askedAt.getTime() - clocksMs) return { ...said('TooOld', final), transfer };
  return { ...said(!exact ? 'Different' : final ? 'Verified' : 'Confirming', final), transfer };
}

/**
 * Whether a withdrawal counts as paid with it: at once; only if an admin who was told says so all the same; or not at
 * all, where nothing went to the client, or what did paid another withdrawal.
 */
export function standingOfPayout(verdict: Verdict): 'paid' | 'asks' | 'refused' {
  if (['WrongRecipient', 'WrongToken', 'Failed', 'Credited'].includes(verdict)) return 'refused';
  return ['Verified', 'Confirming'].includes(verdict) ? 'paid' : 'asks';
}

/** A line that left us, and a withdrawal that names its transaction. */
export type Named = {
  readonly network: string;
  readonly line: number;
  readonly recipient: string;
  readonly networkName: string;
  readonly networkAddress: string;
  /** The line that the latest look found, if any. */
  readonly looked: number | null;
  /** How many lines of the transaction went to this recipient. */
  readonly alike: number;
};

/**
 * Whether this line paid the withdrawal: a transaction may pay others, too. Where nobody has looked yet, one of several
 * to the same recipient may be another one's.
 */
export function isLineOf({ network, line, recipient, networkName, networkAddress, looked, alike }: Named): boolean {
  if ((networkCalled(networkName)?.name ?? network) !== network || accountOf(networkAddress) !== recipient)
    return false;
  return looked === null ? alike === 1 : looked === line;
}

type Sent = { readonly recipient: string; readonly amount: string };
type Owed = { readonly address: string; readonly cents: Cents };

/** What a transfer that left us and a withdrawal that it fits share: the address, on whatever chain, and the amount. */
export const markOfSent = ({ recipient, amount }: Sent) => `${recipient} ${unitsOfText(amount, mostPlaces)}`;
export const markOfOwed = ({ address, cents }: Owed) => `${accountOf(address)} ${unitsOf(cents, mostPlaces)}`;

export function fitsPayout(sent: Sent, owed: Owed): boolean {
  return markOfSent(sent) === markOfOwed(owed);
}
