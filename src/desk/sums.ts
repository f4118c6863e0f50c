/** What requests add up to, by which way their money goes; each kind's own facts say which. */
import type { Cents } from '#kernel/money.ts';
import { directionOf, movesWallet } from '#kinds/facts.ts';
import { kindNamed } from '#kinds/kinds.ts';
import { waitingStates, type State } from '#kinds/life.ts';
import { feesPosted, type Amounts } from '#requests/fees.ts';

/** `cents` is what arrived, where that is another amount than was announced. */
type Summed = Amounts & { readonly state: State; readonly cents: Cents };
type Sums = Record<'in' | 'out' | 'moved' | 'fees', Cents>;

/** What waits and what was approved; what came to nothing adds up to nothing. */
export function sumsOf(summed: readonly Summed[]): { waiting: Sums; approved: Sums } {
  return {
    waiting: total(summed.filter(({ state }) => waitingStates.includes(state))),
    approved: total(summed.filter(({ state }) => state === 'Approved')),
  };
}

function total(summed: readonly Summed[]): Sums {
  const sums: Sums = { in: 0n, out: 0n, moved: 0n, fees: 0n };
  for (const each of summed) {
    const kind = kindNamed(each.kind);
    // What ad accounts spent, or leave to another one, is neither to nor from a wallet.
    if (movesWallet(kind)) sums[directionOf(kind)] += each.cents;
    sums.fees += feesPosted(each);
  }
  return sums;
}
