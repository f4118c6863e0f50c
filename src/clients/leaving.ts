/**
 * Leaving: a client takes their data along, or closes the account. Closing ends every session and keeps the books; it
 * is refused while there is money to lose or a decision to wait for.
 */
import { usd, type Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';

export type Remaining = {
  readonly walletCents: Cents;
  readonly heldCents: Cents;
  readonly adAccountCents: Cents;
  /** Requests that wait for a decision. */
  readonly openRequests: number;
};

/** Why the account can't be closed yet, naming everything that is left. */
export function refusalToClose({
  walletCents,
  heldCents,
  adAccountCents,
  openRequests,
}: Remaining): Refusal | undefined {
  const left = [
    ...(walletCents > 0n ? [`${usd(walletCents)} in your wallet`] : []),
    ...(heldCents > 0n ? [`${usd(heldCents)} held for requests`] : []),
    ...(adAccountCents > 0n ? [`${usd(adAccountCents)} in ad accounts`] : []),
    ...(openRequests > 0
      ? [
          openRequests === 1
            ? 'one request that is not decided yet'
            : `${openRequests} requests that are not decided yet`,
        ]
      : []),
  ];
  if (left.length === 0) return undefined;
  const all = left.length === 1 ? left[0]! : `${left.slice(0, -1).join(', ')} and ${left.at(-1)!}`;
  return {
    code: 'client.not_empty',
    message: `Your account cannot be closed yet: there is still ${all}.`,
    status: 409,
  };
}
