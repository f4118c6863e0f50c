/** What the two ways to decide a top-up in its row share: what arrived, and what is odd. */
import { againstIt, claimedBy, words as chain } from '#chain/evidence.words.ts';
import { dollarsText, usd } from '#kernel/money.ts';
import type { ReviewedTransaction } from './topups.api.ts';
import { words } from './topups.words.ts';

/** Where the chain says for good that another amount arrived, that one is credited, and the client is told why. */
export function creditOf({ evidence, chargeMoney }: Pick<ReviewedTransaction, 'evidence' | 'chargeMoney'>) {
  const receivedMoney = evidence?.receivedMoney ?? null;
  if (receivedMoney === null) return undefined;
  const remarks = chain.because(usd(receivedMoney), usd(chargeMoney));
  return { cents: receivedMoney, body: { receivedMoney: dollarsText(receivedMoney), remarks } };
}

/** What is odd about it, or undefined. */
export function flagOf(row: ReviewedTransaction): string | undefined {
  return row.duplicates.length > 0 ? words.duplicates : againstChain(row);
}

/** What the chain says against it: whoever approves it has ticked that they looked, and tells the server so. */
export function againstChain(row: ReviewedTransaction): string | undefined {
  return againstIt(row.evidence, claimedBy({ ...row, amount: row.chargeMoney }), new Date());
}
