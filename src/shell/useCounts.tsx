import type { CountName } from './menu.ts';

export type Counts = Partial<Record<CountName, number>>;

/** How many requests of each kind wait for a decision, kept live. */
export function useCounts(_isAdmin: boolean): Counts | undefined {
  return undefined;
}
