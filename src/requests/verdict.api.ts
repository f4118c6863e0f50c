/** How the admins' calls name the one row that they decide, and what they may say about it. */
import * as z from 'zod/mini';
import { names, text, textOrEmpty } from '#kernel/fields.ts';
import { kindNames, platforms, type KindName } from './requests.ts';

export const actions = ['approve', 'reject'] as const;
export type Action = (typeof actions)[number];

const missing = 'Error: Missing Ads ID, Apply ID, or Ad Type.';

export const action = z.enum(actions, { error: 'Please say whether to approve or to reject.' });

/** All three have to name the same row. */
export const rowQuery = {
  adsId: names('ad account', text(64, missing)),
  adType: z.enum(platforms, { error: missing }),
  applyId: names('request', text(64, missing)),
};

/** What an admin says with a verdict; which of the two is needed depends on the verdict. */
export const verdictBody = z.object({ transactionId: names('outside', textOrEmpty(128)), remarks: textOrEmpty(1000) });

/** Refusals of every verdict, with the kind's name before them. */
export function verdictRefusals(...kinds: KindName[]): string[] {
  return [...kinds.map((kind) => `${kind}.already_decided`), 'not_found'];
}

/** Kinds of which a reversal takes something back: it may have been spent; and those that are about an ad account. */
const spent: readonly KindName[] = ['topup', 'application', 'deposit', 'refund', 'goodwill'];
const inAccounts: readonly KindName[] = ['application', 'deposit', 'refund'];

/** Refusals of a reversal of anything. */
export const reversalRefusals: readonly string[] = [
  'not_found',
  ...kindNames.flatMap((kind) => [`${kind}.already_decided`, `${kind}.not_approved`]),
  ...spent.map((kind) => `${kind}.short`),
  ...inAccounts.map((kind) => `${kind}.busy`),
];

/** Refusals of a second admin's yes: those of the verdict that it confirms. */
export const confirmationRefusals = [
  ...reversalRefusals,
  ...['request.own', 'request.not_waiting', 'network.not_waiting', 'application.taken', 'application.ads_ids', 'wallet.insufficient'],
];
