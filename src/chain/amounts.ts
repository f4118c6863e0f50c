/**
 * Units of a token as money. A chain counts in whole units, a millionth or a quintillionth of a dollar; the portal
 * counts in cents. What is no whole cent is said as it is, and never rounded up.
 */
import type { Cents } from '#kernel/money.ts';

/** Places that no token has more of: amounts of different ones are compared by it. */
export const mostPlaces = 18;

/** `1000.005` of 1000005000 units with 6 decimals; exact, without zeros at the end. */
export function exactOf(units: bigint, decimals: number): string {
  const one = 10n ** BigInt(decimals);
  const rest = (units % one).toString().padStart(decimals, '0').replace(/0+$/, '');
  return `${units / one}${rest === '' ? '' : `.${rest}`}`;
}

/** The whole cents in it; what is left over is lost. */
export function centsWithin(units: bigint, decimals: number): Cents {
  return (units * 100n) / 10n ** BigInt(decimals);
}

/** As `centsWithin`, or undefined where something would be left over. */
export function centsOfUnits(units: bigint, decimals: number): Cents | undefined {
  const cents = centsWithin(units, decimals);
  return unitsOf(cents, decimals) === units ? cents : undefined;
}

/** How many units so many cents are. */
export function unitsOf(cents: Cents, decimals: number): bigint {
  return (cents * 10n ** BigInt(decimals)) / 100n;
}

/** Units of an exact decimal text. More places than there are decimals are no amount of this token. */
export function unitsOfText(text: string, decimals: number): bigint {
  const [whole = '', rest = ''] = text.split('.');
  if (rest.length > decimals) throw new Error('This amount has more places than the token.');
  return BigInt(whole) * 10n ** BigInt(decimals) + BigInt(rest.padEnd(decimals, '0'));
}
