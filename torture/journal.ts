/**
 * What clients and admins wanted and what they were told. The proofs read it afterwards: every operation that was
 * acknowledged is in the book once and as it was told, every other one is there whole or not at all.
 */
import type { Answer } from './talk.ts';

export type Ask = {
  readonly what: 'topup' | 'order' | 'deposit' | 'refund' | 'withdrawal';
  readonly client: string;
  readonly key: string;
  tries: number;
  /** The answer that ended it; undefined while, or if, none came. */
  told?: Answer | undefined;
};

export type Verdict = {
  readonly applyId: string;
  readonly by: string;
  readonly wanted: 'Approved' | 'Rejected' | 'Cancelled';
  tries: number;
  /** The state that the request is in, as whoever decided was told. */
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

export function cents(dollars: number): number {
  return Math.round(dollars * 100);
}
