/** What is known of a destination, in sentences; those that warn come first. */
import type { Destination } from './withdrawals.api.ts';
import { words } from './withdrawals.words.ts';

export type Known = { readonly text: string; readonly warns: boolean };

export function factsOf({ own }: Destination): Known[] {
  return own ? [{ text: words.known.own, warns: true }] : [];
}
