/** A line of the statement in words: what moved the wallet, as its owner would say it. */
import { chargesAtOnce, givesFeeBack } from '#kinds/facts.ts';
import { kindNamed, type KindName } from '#kinds/kinds.ts';
import type { State } from '#kinds/life.ts';
import type { Platform } from '#platforms/platforms.ts';

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
  const { step, state, other } = line;
  const kind = kindNamed(line.kind);
  const text = kind.words.line(line);
  if (other === 'fee' && givesFeeBack(kind))
    return `${step === 2 ? 'Reversed: top-up' : 'Top-up'} fee back with the ${lower(text)}`;
  if (step === 2) return `${text} reversed`;
  if (step === 1 && chargesAtOnce(kind))
    return `${text} ${state === 'Cancelled' ? 'cancelled' : 'rejected'}, money back`;
  // These kinds move the wallet only when they are approved (top-ups, corrections). Their line keeps this text, also
  // once they were reversed.
  if (step !== 0) return text;
  if (state === 'To pay') return `${text}, held until paid`;
  return state === 'Pending' ? `${text}, held until decided` : text;
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
