/** How the admins' calls name the one row that they decide, and what they may say about it. */
import * as z from 'zod/mini';
import { names, text, textOrEmpty, tick } from '#kernel/fields.ts';
import { canFallShort, emptiesAccount, fundsAccount, isAboutAccount, sendsMoney, settlesSpend } from '#kinds/facts.ts';
import { kindNames, kindsWhere, type KindName } from '#kinds/kinds.ts';
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

/**
 * Refusals of a reversal: money that would be taken back may have been spent, and an ad account may have other open
 * requests. A settlement is approved when it is asked for (`settle_months` insists), so it is never "not approved".
 */
const decided = ['not_found', ...kindNames.map((kind) => `${kind}.already_decided`)];
const takenBack = [
  ...kindsWhere((kind) => canFallShort(kind, 'reverse')).map((kind) => `${kind}.short`),
  ...kindsWhere(isAboutAccount).map((kind) => `${kind}.busy`),
];
export const reversalRefusals: readonly string[] = [
  ...decided,
  ...kindsWhere((kind) => !settlesSpend(kind)).map((kind) => `${kind}.not_approved`),
  ...takenBack,
];

/**
 * Refusals of what a second admin confirms: a reversal, a refund, a withdrawal, a correction, a change of the network
 * or of the settings.
 */
export const confirmationRefusals: readonly string[] = [
  ...decided,
  ...takenBack,
  'request.own',
  'proposal.author_gone',
  'request.not_waiting',
  ...kindsWhere(sendsMoney).map((kind) => `${kind}.waits`),
  'request.proposed_anew',
  'network.not_waiting',
  'settings.not_waiting',
  'wallet.insufficient',
];
