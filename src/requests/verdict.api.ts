/** How the admins' calls name the one row that they decide, and what they may say about it. */
import * as z from 'zod/mini';
import { names, text, textOrEmpty } from '#kernel/fields.ts';
import { kindNames, platforms } from './requests.ts';

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
export function verdictRefusals(...kinds: string[]): string[] {
  return [...kinds.map((kind) => `${kind}.already_decided`), 'request.own', 'not_found'];
}

/** Refusals of taking an approval back, whatever its kind. */
export const reversalRefusals = [
  'not_found',
  ...kindNames.flatMap((kind) => ['already_decided', 'not_approved', 'busy', 'short'].map((why) => `${kind}.${why}`)),
];

/** Refusals of a second admin's yes: those of the verdict that it confirms. */
export const confirmationRefusals = [
  ...reversalRefusals,
  ...['request.own', 'request.not_waiting', 'network.not_waiting', 'application.taken', 'application.ads_ids', 'wallet.insufficient'],
];
