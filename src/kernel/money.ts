/**
 * Money is a whole number of cents in a `bigint` everywhere in the portal. Only the wire uses dollars; the codecs of
 * `fields.ts` convert between the two.
 */
export type Cents = bigint;

/** `$1,234.50`, `-$0.05`. */
export function usd(cents: Cents): string {
  const absolute = cents < 0n ? -cents : cents;
  return `${cents < 0n ? '-' : ''}$${grouped(absolute / 100n)}.${(absolute % 100n).toString().padStart(2, '0')}`;
}

/** `1,234`, of a whole number. The first number that a browser writes itself takes a phone a tenth of a second. */
export function grouped(whole: number | bigint): string {
  return whole.toString().replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1234.50`, for machines and input fields. */
export function dollarsText(cents: Cents): string {
  const absolute = cents < 0n ? -cents : cents;
  return `${cents < 0n ? '-' : ''}${absolute / 100n}.${(absolute % 100n).toString().padStart(2, '0')}`;
}

/** Cents as a JSON number of dollars; exact for every amount below 90 trillion dollars. */
export function toDollars(cents: Cents): number {
  return Number(cents) / 100;
}

/** Dollars of an answer as cents. */
export function fromDollars(dollars: number): Cents {
  return BigInt(Math.round(dollars * 100));
}

/** Cents of a decimal text with at most two places, and so many digits of dollars; undefined where it is none. */
export function centsOf(text: string, mostDigits = 7): Cents | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match || match[1]!.length > mostDigits) return undefined;
  return BigInt(match[1]!) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
}

/** An amount that would do without its third decimal, such as `12.345`, and what is said of it. */
export const isTooFine = (text: string): boolean =>
  /^\d{1,7}\.\d{3,}$/.test(text) && centsOf(text.slice(0, text.indexOf('.') + 3)) !== 0n;
export const tooFine = 'Please enter an amount with at most two decimals.';

/**
 * Brings an amount as people type or paste it into the form that `centsOf` reads: `$1,234.50`, and `1.234,50` or
 * `44,50` with a decimal comma. A text with two readings, such as `1.234`, stays as it is and is refused later.
 */
export function plainAmount(text: string): string {
  const written = plainDigits(text)
    .replaceAll(/[$\p{Cf}]/gu, '')
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .trim();
  // Spaces only count as separators of thousands: `44 50` is not 4450, and two amounts are not joined into one.
  const typed = /^[1-9]\d{0,2}( \d{3})+([.,]\d{1,2})?$/.test(written) ? written.replaceAll(' ', '') : written;
  if (/^[1-9]\d{0,2}(,\d{3})+(\.\d{1,2})?$/.test(typed)) return typed.replaceAll(',', '');
  if (/^([1-9]\d{0,2}(\.\d{3})+|\d+),\d{1,2}$/.test(typed)) return typed.replaceAll('.', '').replace(',', '.');
  return typed;
}

/** Basis points of a typed percentage, from 0 to 100 with at most two places; undefined where it is none. */
export function basisPointsOf(text: string): number | undefined {
  // A hundredth of a per cent is to one per cent what a cent is to a dollar.
  const points = centsOf(plainAmount(text));
  return points === undefined || points > 10_000n ? undefined : Number(points);
}

/** Replaces the digits of every script by 0 to 9; Chinese keyboards type wide ones. */
export function plainDigits(text: string): string {
  return text.normalize('NFKC').replaceAll(/\p{Nd}/gu, digitOf);
}

const decimal = /^\p{Nd}$/u;

/** Unicode keeps the ten digits of a script side by side, in runs that begin with a zero. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0)!;
  let zero = code;
  while (decimal.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** `15%`, and `12.5%`. */
export function percent(basisPoints: bigint | number): string {
  return `${Number(basisPoints) / 100}%`;
}

/** A share in basis points (1 500 = 15 %), half a cent rounded up. Cents in, cents out; amounts are never negative. */
export function shareOf(cents: Cents, basisPoints: bigint): Cents {
  return (cents * basisPoints + 5_000n) / 10_000n;
}

/** Splits a total over weights so that the parts add up to it exactly; the largest remainders get the odd cents. */
export function splitByLargestRemainder(total: Cents, weights: readonly bigint[]): Cents[] {
  if (weights.length === 0) return [];
  const whole = sum(weights);
  if (whole === 0n)
    return splitByLargestRemainder(
      total,
      weights.map(() => 1n),
    );
  const parts = weights.map((weight) => (total * weight) / whole);
  const order = weights
    .map((weight, index) => ({ index, rest: (total * weight) % whole }))
    .toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  let odd = total - sum(parts);
  for (const { index } of order) {
    if (odd === 0n) break;
    parts[index]! += 1n;
    odd -= 1n;
  }
  return parts;
}

export function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce((a, b) => a + b, 0n);
}
