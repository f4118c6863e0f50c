/**
 * Records what clients and admins asked for and what was answered. The proofs read it afterwards: every acknowledged
 * operation has to be in the book once and as answered, every other one completely or not at all.
 */
import type { Answer } from './talk.ts';

export type Ask = {
  readonly what: 'topup' | 'order' | 'deposit' | 'refund' | 'withdrawal';
  readonly client: string;
  readonly key: string;
  tries: number;
  /** The final answer; undefined until it comes, or if none comes. */
  told?: Answer | undefined;
};

export type Verdict = {
  readonly applyId: string;
  readonly by: string;
  readonly wanted: 'Approved' | 'Rejected' | 'Cancelled';
  tries: number;
  /** The state of the request in the answer to the decision. */
  told?: string | undefined;
  /** True where the answer said that it was this one that decided. */
  acknowledged?: boolean;
};

export type Journal = { readonly asks: Ask[]; readonly verdicts: Verdict[] };

export function openJournal(): Journal {
  return { asks: [], verdicts: [] };
}

/** The requests that an acknowledgement speaks of. */
export function toldRequests({ what, told }: Ask): { applyId: string; totalCents?: number }[] {
  if (told?.status !== 200) return [];
  const { body } = told;
  if (what === 'topup') return [{ applyId: body.transaction.applyId, totalCents: cents(body.transaction.chargeMoney) }];
  if (what === 'order') return [{ applyId: body.applyId }];
  if (what === 'refund') return [{ applyId: body.refund.applyId, totalCents: cents(body.refund.totalRefund) }];
  if (what === 'withdrawal') return [{ applyId: body.withdrawal.applyId, totalCents: cents(body.withdrawal.amount) }];
  return body.deposits.map((row: { applyId: string; totalCost: number }) => ({
    applyId: row.applyId,
    totalCents: cents(row.totalCost),
  }));
}

/** The spendable wallet after it, and the money of the whole call, where the answer says them. */
export function toldMoney({ what, told }: Ask): { walletCents?: number; costCents?: number } {
  if (told?.status !== 200) return {};
  const { body } = told;
  if (what === 'order') return { walletCents: cents(body.data.wallet), costCents: cents(body.data.totalCost) };
  if (what === 'deposit') return { walletCents: cents(body.wallet), costCents: cents(body.totalCost) };
  return {};
}

function cents(dollars: number): number {
  return Math.round(dollars * 100);
}
