/** What the form of a refund keeps and fills in. What it is, moves and may be: kinds/refund.ts. */
import { dollarsText, type Cents } from '#kernel/money.ts';

export const fillBoth = 'Please fill in both fields.';

/** Under which name the form keeps what is typed. */
export function draftName(platform: string): string {
  return `refund-${platform}`;
}

/** What of an earlier refund is filled into the form to send it again: an empty note, too, in place of another one. */
export const filledIn = ['adsId', 'amount', 'remarks'] as const;

/** The note of a refund that an admin began is that admin's reason, and no client's own words. */
export function againOf(row: { adsId: string; amount: Cents; clientRemarks: string; byAgency: boolean }) {
  const { adsId, amount, clientRemarks, byAgency } = row;
  const remarks = byAgency ? '' : clientRemarks;
  return { adsId, amount: dollarsText(amount), remarks } satisfies Record<(typeof filledIn)[number], string>;
}
