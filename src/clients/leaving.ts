/**
 * Leaving: a client takes their data along, or closes the account. Closing ends every session and keeps the books; it
 * is refused while there is money to lose, on its way or a decision to wait for.
 */
import { usd, type Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';
import type { OnItsWay } from '#topups/declarations.ts';

export type Remaining = {
  readonly walletCents: Cents;
  readonly heldCents: Cents;
  readonly adAccountCents: Cents;
  /** Requests that wait to be decided, or paid. */
  readonly openRequests: number;
  readonly onItsWay: OnItsWay;
};

/** Why the account can't be closed yet, naming everything that is left. */
export function refusalToClose({
  walletCents,
  heldCents,
  adAccountCents,
  openRequests,
  onItsWay,
}: Remaining): Refusal | undefined {
  const left = [
    ...(walletCents > 0n ? [`${usd(walletCents)} in your wallet`] : []),
    ...(heldCents > 0n ? [`${usd(heldCents)} held for requests`] : []),
    ...(adAccountCents > 0n ? [`${usd(adAccountCents)} in ad accounts`] : []),
    ...counted(openRequests, 'one request that is not finished yet', 'requests that are not finished yet'),
    ...counted(onItsWay.arriving, 'one transfer that is not credited yet', 'transfers that are not credited yet'),
    ...counted(onItsWay.own, 'one exact amount that you may have sent', 'exact amounts that you may have sent'),
    ...counted(
      onItsWay.links,
      'one paylink whose payer may have sent an exact amount',
      'paylinks whose payers may have sent an exact amount',
    ),
  ];
  if (left.length === 0) return undefined;
  const all = left.length === 1 ? left[0]! : `${left.slice(0, -1).join(', ')} and ${left.at(-1)!}`;
  return {
    code: 'client.not_empty',
    message: `Your account cannot be closed yet: there is still ${all}.${wayOut(onItsWay)}`,
    status: 409,
  };
}

function counted(count: number, one: string, many: string): string[] {
  if (count === 0) return [];
  return [count === 1 ? one : `${count} ${many}`];
}

/** What to do about an amount that may be on its way. It ends by itself within a day, but a paylink gives another. */
function wayOut({ own, links }: OnItsWay): string {
  const ofOwn = own > 0 ? ' Under Add Money, give up what you have not sent.' : '';
  return links > 0 ? `${ofOwn} Revoke the paylink, and wait for a day.` : ofOwn;
}
