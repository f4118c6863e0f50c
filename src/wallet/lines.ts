/** A line of the statement in words: what moved the wallet, as its owner would say it. */
import type { KindName } from '#kinds/kinds.ts';
import type { State } from '#kinds/life.ts';
import type { Platform } from '#requests/requests.ts';

export type LineOf = {
  readonly kind: KindName;
  readonly platform: Platform | null;
  /** 0 asked, 1 decided, 2 reversed. */
  readonly step: number;
  readonly state: State;
  readonly adsId?: string | null;
  /** The ledger account at the other end. */
  readonly other?: string;
};

/** `Deposit into Google ad account 123-456`, `Withdrawal rejected, money back`, `Top-up reversed`. */
export function lineText(line: LineOf): string {
  const { kind, step, state, other } = line;
  const thing = thingOf(line);
  if (other === 'fee' && kind === 'refund')
    return `${step === 2 ? 'Reversed: top-up' : 'Top-up'} fee back with the ${lower(thing)}`;
  if (step === 2) return `${thing} reversed`;
  if (step === 1 && (kind === 'application' || kind === 'deposit' || kind === 'withdrawal')) {
    return `${thing} ${state === 'Cancelled' ? 'cancelled' : 'rejected'}, money back`;
  }
  // A reversed correction was once one step: what it did first still reads as itself.
  return step === 0 && state === 'Pending' ? `${thing}, held until decided` : thing;
}

function thingOf({ kind, platform, adsId }: LineOf): string {
  const account = `${platform ?? ''} ad account${adsId ? ` ${adsId}` : ''}`;
  switch (kind) {
    case 'topup':
      return 'Top-up';
    case 'application':
      return `${platform} ad account order`;
    case 'deposit':
      return `Deposit into ${account}`;
    case 'refund':
      return `Refund from ${account}`;
    case 'withdrawal':
      return 'Withdrawal';
    case 'penalty':
      return 'Penalty';
    case 'goodwill':
      return 'Goodwill credit';
  }
}

function lower(thing: string): string {
  return thing.charAt(0).toLowerCase() + thing.slice(1);
}
