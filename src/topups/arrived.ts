/** What whoever credits a top-up is shown of what arrived, and of what is odd: in its row, in the queue, among many. */
import type { Evidence } from '#chain/evidence.api.ts';
import { againstIt, claimedBy, keptBy, words as chain, type About } from '#chain/evidence.words.ts';
import { dollarsText, usd, type Cents } from '#kernel/money.ts';
import { words } from './topups.words.ts';

type Row = About & { readonly evidence?: Evidence | undefined; readonly duplicates: readonly unknown[] };

/** Where the chain says for good that another amount arrived, that one is credited, and the client is told why. */
export function creditOf({ evidence, amount }: Pick<Row, 'evidence' | 'amount'>) {
  const cents = evidence?.receivedMoney ?? null;
  if (cents === null || cents === amount) return undefined;
  return { cents, receivedMoney: dollarsText(cents), remarks: chain.because(usd(cents), usd(amount)) };
}

/** All that is odd about it. */
export function flagsOf(row: Row, now: Date): string[] {
  const against = againstChain(row, now);
  return [...(row.duplicates.length > 0 ? [words.duplicates] : []), ...(against === undefined ? [] : [against])];
}

/** As one tick says it; undefined where nothing is odd. */
export function flagOf(flags: readonly string[]): string | undefined {
  return flags.length === 0 ? undefined : flags.join('; ');
}

/** What the chain says against it: whoever approves it has ticked that they looked, and tells the server so. */
export function againstChain(row: Row, now: Date): string | undefined {
  return againstIt(row.evidence, claimedBy(row), now);
}

/**
 * Whether the tick beside what the chain says is for this amount, too; null is what was announced. Of another one it
 * says something else, which the refusal asks about.
 */
export function isTickFor(row: Row, now: Date, credited: Cents | null): boolean {
  const against = againstChain(row, now);
  return against !== undefined && against === againstIt(row.evidence, claimedBy(row), now, credited);
}

/**
 * What stands beside the reason of a rejection: that the money is here for good, and who reads it besides the
 * client.
 */
export function besideReason(evidence: Evidence | undefined, isByLink: boolean): string | undefined {
  return [keptBy(evidence) ?? [], isByLink ? words.payerReads : []].flat().join(' ') || undefined;
}
