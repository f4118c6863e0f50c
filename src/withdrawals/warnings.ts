/** What is known of a destination, in sentences; those that warn come first. */
import type { Destination } from './withdrawals.api.ts';
import { words } from './withdrawals.words.ts';

export type Known = { readonly text: string; readonly warns: boolean };

const hourMs = 3_600_000;
/** A change that is older is no sign of a thief any more. */
const recentMs = 72 * hourMs;

export function factsOf(of: Destination, now: Date): Known[] {
  const { known } = words;
  const since = (at: Date) => agoText(now.getTime() - at.getTime());
  const isRecent = (at: Date | null) => at !== null && now.getTime() - at.getTime() < recentMs;
  const all: [boolean, string, boolean][] = [
    [of.own, known.own, true],
    [of.looksLike !== null, known.looksLike(of.looksLike ?? ''), true],
    [of.ofAnotherClient, known.ofAnotherClient, true],
    [isRecent(of.passwordChangedAt), known.password(since(of.passwordChangedAt ?? now)), true],
    [isRecent(of.emailChangedAt), known.email(since(of.emailChangedAt ?? now)), true],
    [of.paidBefore === 0, known.first, true],
    [of.paidBefore > 0, known.paidBefore(of.paidBefore), false],
    [true, known.askedSince(since(of.askedSince)), false],
  ];
  return all.filter(([holds]) => holds).map(([, text, warns]) => ({ text, warns }));
}

/** `4 min`, `7 h`, `12 d`. */
function agoText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} d`;
}
