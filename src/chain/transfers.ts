/** What there is to say of a transfer beside the request that names it. */
import type { Transfer } from './transfers.api.ts';
import { words } from './transfers.words.ts';

/** Empty where nothing is to be looked after. */
export function saidOf({ applyId, lost, reversed, direction, state, alarming }: Transfer): string {
  if (applyId !== null) {
    if (lost) return words.lostHere;
    return reversed ? (direction === 'In' ? words.reversedIn : words.reversedOut) : '';
  }
  if (direction === 'Own' || state === 'Gone') return '';
  if (direction === 'In') return words.nobodys;
  return alarming ? words.unknown : words.toBeNamed;
}
