/** A line of the statement in words: what moved the wallet, as its owner would say it. */
import type { KindName, Platform, State } from '#requests/requests.ts';

export type LineOf = {
  readonly kind: KindName;
  readonly platform: Platform | null;
  /** 0 asked, 1 decided, 2 reversed. */
  readonly step: number;
  readonly state: State;
};

const things: Record<KindName, string> = {
  topup: 'Top-up',
  application: 'ad account order',
  deposit: 'deposit',
  refund: 'refund',
  withdrawal: 'Withdrawal',
  penalty: 'Penalty',
  goodwill: 'Goodwill credit',
};

/** `Google deposit`, `Google deposit given back`, `Top-up reversed`. */
export function lineText({ kind, platform, step, state }: LineOf): string {
  const thing = platform === null ? things[kind] : `${platform} ${things[kind]}`;
  if (step === 2) return `${thing} reversed`;
  if (step === 1 && (kind === 'application' || kind === 'deposit' || kind === 'withdrawal')) return `${thing} given back`;
  // A reversed correction was once one step: what it did first still reads as itself.
  return step === 0 && state === 'Pending' ? `${thing}, held until decided` : thing;
}
