/** What the form of a refund keeps and fills in. What it is, moves and may be: kinds/refund.ts. */
import { dollarsText, type Cents } from '#kernel/money.ts';

export const fillBoth = 'Please fill in both fields.';

/** Under which name the form keeps what is typed. */
export function draftName(platform: string): string {
  return `refund-${platform}`;
}

/** What of an earlier refund is filled into the form to send it again: an empty note, too, in place of another one. */
export const filledIn = ['adsId', 'amount', 'remarks'] as const;

export function againOf(row: { adsId: string; amount: Cents; clientRemarks: string }) {
  const { adsId, amount, clientRemarks: remarks } = row;
  return { adsId, amount: dollarsText(amount), remarks } satisfies Record<(typeof filledIn)[number], string>;
}
