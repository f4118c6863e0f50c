/**
 * Records what clients and admins asked for and what was answered. The proofs read it afterwards: every acknowledged
 * operation has to be in the book once and as answered, every other one completely or not at all.
 */
import type { Answer } from './talk.ts';

export type Ask = {
  readonly what: 'topup' | 'order' | 'deposit' | 'refund' | 'withdrawal' | 'declaration' | 'replacement' | 'settlement';
  /** The client, or the admin who settles. */
  readonly client: string;
  readonly key: string;
  tries: number;
  /** The final answer; undefined until it comes, or if none comes. */
  told?: Answer | undefined;
};

export type Verdict = {
  readonly applyId: string;
  readonly by: string;
  readonly wanted: 'Approved' | 'Rejected' | 'Cancelled' | 'To pay';
  /** The transfer that pays it. */
  readonly paidWith?: string | undefined;
  tries: number;
  /** The state of the request in the answer to the decision. */
  told?: string | undefined;
  /** True where the answer said that it was this one that decided. */
  acknowledged?: boolean;
  /** True where the answer said that it waits for a second admin. */
  proposed?: boolean;
};

/**
 * What somebody wants to hold of a thing from now on: a refill rule, a month's spend. It takes no key, and whoever says
 * it twice has said it once. Nobody else speaks of the same thing.
 */
export type Word = {
  readonly about: string;
  readonly by: string;
  readonly says: string;
  tries: number;
  /** Undefined where no answer came, or one that leaves it open. */
  told?: 'holds' | 'refused';
};

export type Journal = { readonly asks: Ask[]; readonly verdicts: Verdict[]; readonly words: Word[] };

export function openJournal(): Journal {
  return { asks: [], verdicts: [], words: [] };
}

/** The requests that an acknowledgement speaks of. */
export function toldRequests({ what, told }: Ask): { applyId: string; totalCents?: number }[] {
  if (told?.status !== 200) return [];
  const { body } = told;
  if (what === 'topup') return [{ applyId: body.transaction.applyId, totalCents: cents(body.transaction.chargeMoney) }];
  if (what === 'order') return [{ applyId: body.applyId }];
  if (what === 'declaration' || what === 'settlement') return [];
  if (what === 'replacement')
    return [{ applyId: body.replacement.applyId, totalCents: cents(body.replacement.amount) }];
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
  if (what === 'settlement') return { costCents: cents(body.amount) };
  return {};
}

export function cents(dollars: number): number {
  return Math.round(dollars * 100);
}
