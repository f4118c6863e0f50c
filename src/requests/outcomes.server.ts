/** The refusals for what the database function `change` did not do. */
import { runs, takesNoMoney } from '#ledger/accountlife.ts';
import { keyReused, notFound, type Refusal } from '#kernel/refusal.ts';
import type { Kind } from '#kinds/kinds.ts';
import type { Outcome } from './change.server.ts';
import { leftForGood, walletShort } from './requests.ts';

/** The refusal that a person reads for an outcome of `change`. */
export function refusalOf(kind: Kind, { outcome, blamed }: Pick<Outcome, 'outcome' | 'blamed'>): Refusal {
  switch (outcome) {
    case 'key_reused':
      return keyReused;
    case 'closed':
      return leftForGood;
    case 'missing':
      return { ...notFound, message: kind.says?.missing ?? 'This ad account was not found.' };
    case 'crowded':
      return conflict(
        kind,
        outcome,
        kind.says?.crowded ?? 'Too many requests are waiting for a decision. Please try again when some are decided.',
      );
    case 'inactive':
      return conflict(kind, outcome, takesNoMoney);
    case 'running':
      return runs;
    case 'taken':
      return conflict(kind, outcome, kind.says?.taken ?? 'This is already in use.');
    case 'changed':
      return conflict(kind, outcome, 'What this ad account spent has changed. Please look at it again.');
    case 'busy':
      return {
        code: `${kind.name}.busy`,
        message:
          'Other requests on this ad account are still open, or it was replaced. First they have to be decided, taken back or undone.',
        status: 409,
      };
    case 'short':
      if (blamed?.startsWith('wallet:')) return { ...walletShort, message: kind.says?.short ?? walletShort.message };
      return { code: `${kind.name}.short`, message: kind.says?.short ?? 'The money is no longer there.', status: 409 };
    case 'fee':
      return {
        code: `${kind.name}.short`,
        message:
          'The fee left in the ad account is no longer the fee that came with this money. A refund gives back what is there.',
        status: 409,
      };
    default:
      throw new Error(`The ledger answered ${outcome}, which is no refusal.`);
  }
}

function conflict(kind: Kind, outcome: Outcome['outcome'], message: string): Refusal {
  return { code: `${kind.name}.${outcome}`, message, status: 409 };
}
