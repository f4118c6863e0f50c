/** What moves to the account that replaces another: in the book all of its money, of which theirs is what is left. */
import { usd, type Cents } from '#kernel/money.ts';
import { words } from './accounts.words.ts';

const { replacement } = words;

/** Before it is asked for; `left` is null where nobody knows. */
export function movesText(balance: Cents, left: Cents | null): string {
  return left === null || left === balance
    ? replacement.moves(usd(balance))
    : replacement.movesLeft(usd(left), usd(balance));
}

/** While it waits; `spent` is what the account has spent that is not settled, null where nobody knows. */
export function waitsText(amount: Cents, spent: Cents | null): string {
  if (amount === 0n) return replacement.waitsEmpty;
  if (spent === null || spent === 0n) return replacement.waitsText(usd(amount));
  return replacement.waitsLeft(usd(amount > spent ? amount - spent : 0n), usd(amount));
}
