/** What the chain says of the transfer that paid a withdrawal, in one line. */
import { evidenceLine } from '#chain/evidence.words.ts';
import type { Evidence } from '#chain/evidence.api.ts';
import type { Cents } from '#kernel/money.ts';

/** The code of the refusal after which an admin may say that it was paid all the same. */
export const unprovenCode = 'withdrawal.unproven';

export function payoutLine(evidence: Evidence, amount: Cents): string {
  const now = new Date();
  return evidenceLine(evidence, { announced: amount, askedAt: now, sent: true }, now).text;
}
