/**
 * When an order for ad accounts can be sent: whether its deposits are on offer and the wallet can pay for it. Whether
 * it is complete is for the form of its platform to say (`platforms/`), and what it costs is `priceOrder` of
 * the kind (`kinds/application.ts`).
 */
import { usd, type Cents } from '#kernel/money.ts';
import { invalid, type Refusal } from '#kernel/refusal.ts';
import { mayOpenWith } from '#settings/settings.ts';
import type { Spec } from '#platforms/platforms.ts';
import type { Blank } from '#requests/requests.ts';

/** What the wallet lacks for a total; 0 where it can pay, or is not known. In a race the database says the same. */
export function shortfallOf(totalCents: Cents = 0n, walletCents: Cents = totalCents): Cents {
  return totalCents > walletCents ? totalCents - walletCents : 0n;
}

/**
 * Accounts ordered in rows open with one of the deposits that the agency offers; the first row that does not is named.
 */
export function refusalOfDeposits(deposits: readonly Cents[], offered: readonly Cents[]): Refusal | undefined {
  const row = deposits.findIndex((deposit) => !offered.includes(deposit));
  return row < 0
    ? undefined
    : invalid(`adsDetails.${row}.deposit`, `Please choose a deposit from ${offered.map(usd).join(', ')}.`);
}

/** Dust pays no fee, also where an order opens an account with it; `list` is how the call calls its accounts. */
export function refusalToOpenWith(
  deposits: readonly Cents[],
  leastCents: Cents,
  list: 'adsDetails' | 'ads',
): Refusal | undefined {
  const row = deposits.findIndex((deposit) => !mayOpenWith(deposit, leastCents));
  return row < 0 ? undefined : invalid(`${list}.${row}.deposit`, `The minimum deposit is ${usd(leastCents)}.`);
}

/** Said of a verdict without what has to be typed with it. */
export function blankVerdict({ says }: Spec): Blank {
  return { approve: says.blankVerdict, reject: says.blankVerdict };
}
