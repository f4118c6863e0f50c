/** Codes with which a verdict on a request of whatever kind may be refused. */
import { canFallShort, isAboutAccount, takesBackFromAccount } from './facts.ts';
import { kindNames, kindsWhere } from './kinds.ts';

/** There is no such request, or somebody was faster. */
export const whereDecided: readonly string[] = ['not_found', ...kindNames.map((kind) => `${kind}.already_decided`)];

/** What a reversal takes back may have been spent, its ad account may have other open requests, its client left. */
export const whereTakenBack: readonly string[] = [
  ...kindsWhere((kind) => canFallShort(kind, 'reverse')).map((kind) => `${kind}.short`),
  ...kindsWhere(isAboutAccount).map((kind) => `${kind}.busy`),
  // Nobody knows whether it was spent.
  ...kindsWhere(takesBackFromAccount).map((kind) => `${kind}.unseen`),
  'client.closed',
];
