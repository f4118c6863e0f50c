/** What a refund may be, for the form and the server alike. What it is and what it moves: kinds/refund.ts. */
import { usd, type Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';

export const fillBoth = 'Please fill in both fields.';

/**
 * Why this much can't be asked back, or undefined. Pending refunds have already left `balance`. In a race the database
 * says the same.
 */
export function refusalToRefund(amount: Cents, balance: Cents): Refusal | undefined {
  if (amount <= balance) return undefined;
  return {
    code: 'refund.short',
    message: `This is more than is left in the ad account: ${usd(balance)}.`,
    status: 409,
    field: 'amount',
  };
}
