/** How the admins' calls name the one row that they decide, and what they may say about it. */
import * as z from 'zod/mini';
import { names, text, textOrEmpty, tick } from '#kernel/fields.ts';
import { emptiesAccount, fundsAccount, settlesSpend } from '#kinds/facts.ts';
import { kindsWhere, type KindName } from '#kinds/kinds.ts';
import { whereDecided, whereTakenBack } from '#kinds/refusals.ts';
import { platforms } from '#platforms/platforms.ts';

const actions = ['approve', 'reject'] as const;
export type Action = (typeof actions)[number];

const missing = 'Error: Missing Ads ID, Apply ID, or Ad Type.';

export const action = z.enum(actions, { error: 'Please say whether to approve or to reject.' });

/** All three have to name the same row. */
export const rowQuery = {
  adsId: names('Ads ID', text(64, missing)),
  adType: z.enum(platforms, { error: missing }),
  applyId: names('request', text(64, missing)),
};

/** What an admin says with a verdict; which of the two is needed depends on the verdict. */
export const verdictBody = z.object({ transactionId: names('outside', textOrEmpty(128)), remarks: textOrEmpty(1000) });

/** A tick: the chain does not say that it was paid, or no import says what was spent lately, but the admin knows it. */
export const acknowledged = tick;

/** The refusals of a verdict on these kinds, each with the kind's name before it. */
export function verdictRefusals(...kinds: KindName[]): string[] {
  const among = (fact: Parameters<typeof kindsWhere>[0]) => kindsWhere(fact).filter((kind) => kinds.includes(kind));
  return [
    ...kinds.map((kind) => `${kind}.already_decided`),
    ...among(fundsAccount).map((kind) => `${kind}.inactive`),
    // The platform has spent the money since it was asked for.
    ...among(emptiesAccount).map((kind) => `${kind}.short`),
    'not_found',
  ];
}

/** Of a reversal. A settlement is approved when it is asked for (`settle_months` insists), so never "not approved". */
export const reversalRefusals: readonly string[] = [
  ...whereDecided,
  ...kindsWhere((kind) => !settlesSpend(kind)).map((kind) => `${kind}.not_approved`),
  ...whereTakenBack,
];
