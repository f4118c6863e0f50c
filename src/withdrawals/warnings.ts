/** What is known of a destination, in sentences; those that warn come first. */
import { soonText } from '#kernel/clock.ts';
import { invalid, type Refusal } from '#kernel/refusal.ts';
import { besideAddress, type Signal } from '#signals/signals.ts';
import type { Destination } from './destination.api.ts';
import { words } from './withdrawals.words.ts';

type Known = { readonly text: string; readonly warns: boolean };

/**
 * What stands beside an address: until when it waits, what the signals say of it and of who asked, and what is known.
 */
export function factsOf(of: Destination, signals: readonly Signal[], now: Date): Known[] {
  const { known } = words;
  const isNew = signals.some(({ code }) => code === 'newAddress');
  const until = of.payableFrom;
  const asNew = until !== null && isNewest(of);
  const whyNew = isNew ? known.newAndUnpaid : known.newAddress;
  const why = asNew ? whyNew : known.waits;
  // That it is new is said once, with until when it waits for that.
  const told = besideAddress.filter((code) => !asNew || code !== 'newAddress');
  const warnings = [
    ...(until === null ? [] : [why(soonText(until))]),
    ...signals.filter(({ code }) => told.includes(code)).map(({ text }) => text),
  ];
  const plain = [
    ...(isNew ? [] : [of.paidBefore === 0 ? known.first : known.paidBefore(of.paidBefore)]),
    known.askedSince(agoText(now.getTime() - of.askedSince.getTime())),
  ];
  return [...warnings.map((text) => ({ text, warns: true })), ...plain.map((text) => ({ text, warns: false }))];
}

/** Signals that stand beside the address, where there is one. */
export function toldBeside(destination: Destination | undefined): readonly Signal['code'][] {
  return destination ? besideAddress : [];
}

/** What is odd about the address, which whoever approves it has to have looked at. */
export function flagOf(of: Pick<Destination, 'looksLike'> | undefined): string | undefined {
  return of?.looksLike ? words.lookAlikeFlag : undefined;
}

/** Whether it should still wait, as the portal said: a browser's clock may be fast, and would hide that. */
export const isEarly = (of: Pick<Destination, 'payableFrom'> | undefined): boolean =>
  (of?.payableFrom ?? null) !== null;

/** Why it is not approved yet; it is let pass with a reason. */
export function refusalToPayEarly(of: Destination | undefined, letPass: string): Refusal | undefined {
  const from = of?.payableFrom ?? null;
  if (from === null || letPass.trim() !== '') return undefined;
  return { ...invalid('letPass', words.letPassFirst(soonText(from))), status: 409 };
}

/** Whether the address is what came last, which holds it back longest; otherwise a password or e-mail address is. */
function isNewest({ addedAt, askedSince, passwordChangedAt, emailChangedAt }: Destination): boolean {
  const changed = [passwordChangedAt, emailChangedAt].map((at) => at?.getTime() ?? 0);
  return (addedAt ?? askedSince).getTime() >= Math.max(...changed);
}

/** `4 min`, `7 h`, `12 d`. */
function agoText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} d`;
}
