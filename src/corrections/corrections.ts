/** What an admin may do to a wallet: penalties and goodwill, whose kinds stand in kinds/. */
import type { Cents } from '#kernel/money.ts';
import { approvalMoves } from '#kinds/facts.ts';
import { goodwill } from '#kinds/goodwill.ts';
import { penalty } from '#kinds/penalty.ts';
import type { Refusal } from '#kernel/refusal.ts';

export const corrections = { penalty, goodwill };
export const correctionKinds = [penalty.name, goodwill.name] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

export const reasonNeeded = 'Please enter a reason; the client reads it.';

/** Whether a correction moved its money, or still may; else it was rejected or reversed. */
export const stands = (state: string) => state === 'Pending' || state === 'Approved';

/** What is wrong with a penalty for this wallet, or undefined. In a race the database says the same. */
export function refusalToCorrect(kind: CorrectionKind, amount: Cents, walletCents: Cents): Refusal | undefined {
  if (approvalMoves(corrections[kind]) === 'into wallet' || amount <= walletCents) return undefined;
  return {
    code: 'wallet.insufficient',
    message: 'The wallet holds less than this penalty.',
    status: 402,
    field: 'amount',
  };
}
