/**
 * A connection asks a platform itself, every hour, how its ad accounts fare and what they spend. What it says goes the
 * ways that a file or an admin goes; here stands what a word of a platform means for an account of ours.
 */
import type { AccountState } from '#ledger/accountlife.ts';
import { stateNamed, type Spec } from '#platforms/platforms.ts';

/** How many days back are read again each time: platforms correct what they said. */
export const daysAgain = 14;
const everySeconds = 3_600;

/** What the platform says now, and what it said when it was asked before (undefined: never). */
type Said = { word: string; before: string | undefined };
type Meaning = { take: readonly AccountState[] } | { differs: string } | 'agrees';

/**
 * A word moves an account only where it can mean one thing alone. A suspension is believed at once, as money would go
 * into a dead account. That an account runs again is believed when the platform's word has changed to it: where it said
 * so all along, an admin knew better.
 */
export function meaningOf(state: AccountState, { word, before }: Said, spec: Pick<Spec, 'stateWords'>): Meaning {
  const means = stateNamed(word, spec);
  if (means === undefined)
    return {
      differs: `The platform says ${word || 'nothing'}, which may mean several things. Look at it there and set the state by hand.`,
    };
  if (means === state) return 'agrees';
  const differs = { differs: `The platform says ${word}, and here the account is ${state}.` };
  if (means === 'Suspended' && state === 'Active') return { take: ['Suspended'] };
  if (means === 'Suspended' && afterSuspension.includes(state)) return 'agrees';
  if (means !== 'Active' || before === undefined || stateNamed(before, spec) === means) return differs;
  if (state === 'Suspended') return { take: ['Appealed', 'Active'] };
  return state === 'Appealed' ? { take: ['Active'] } : differs;
}

/** What becomes of an account that its platform has suspended, and goes on calling so. */
const afterSuspension: readonly AccountState[] = ['Appealed', 'Lost', 'Replaced', 'Closed'];

/** Why, as the client reads it. */
export function reasonOf(
  service: string,
  to: AccountState,
  { word, reason }: { word: string; reason: string },
): string {
  const says = `${word}${reason === '' ? '' : `, ${reason}`}`;
  return to === 'Suspended'
    ? `${service} reports this ad account as ${says}.`
    : `${service} reports that it runs again: ${says}.`;
}

/** In how many seconds to ask again: in an hour, or when the platform wants to be asked. */
export function pauseSeconds(retrySeconds: number | undefined): number {
  // Who asks for more than a day is asked once a day, so that it is seen when that was a mistake.
  return Math.min(Math.max(everySeconds, retrySeconds ?? 0), 24 * 3_600);
}
