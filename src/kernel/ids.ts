/**
 * Public ids such as `GA-7K3Q-X2MF`. They are random, so that nobody can count the agency's business or guess another
 * client's id, and in Crockford base 32, which can be read out on the telephone without mistakes.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What ids begin with that are no application's. */
export const prefixes = [
  'DP',
  'DA',
  'TR',
  'RF',
  'RP',
  'TU',
  'WD',
  'PL',
  'PN',
  'GW',
  'NW',
  'US',
  'SE',
  /** An import of spend. */
  'SI',
  'SH',
  /** A message about a request or an ad account. */
  'MS',
  /** A note that admins write for each other. */
  'NT',
  /** A settlement of what was spent. */
  'ST',
  /** Settings that wait for a second admin. */
  'SG',
  'PR',
  'PK',
  'WA',
] as const;

/** An application's begin as its platform says, with two letters of which the second is an A. */
export type Prefix = `${string}A` | (typeof prefixes)[number];

declare const noun: unique symbol;
/** The internal number of a person, who acts. Never leaves the server. */
export type PersonId = bigint & { readonly [noun]: 'person' };
/** The internal number of a client, whose money it is. Never leaves the server. */
export type ClientId = bigint & { readonly [noun]: 'client' };

/** Forty random bits spoken as two groups of four. `bytes` holds at least five random bytes. */
export function speakable(prefix: Prefix, bytes: Uint8Array): string {
  let bits = 0n;
  for (const byte of bytes.subarray(0, 5)) bits = (bits << 8n) | BigInt(byte);
  let text = '';
  for (let place = 0; place < 8; place++) {
    text = alphabet[Number(bits & 31n)] + text;
    bits >>= 5n;
  }
  return `${prefix}-${text.slice(0, 4)}-${text.slice(4)}`;
}

/** Reads an id as somebody typed it: case, O for 0, I and L for 1 do not matter. */
export function spoken(text: string): string {
  const [prefix, ...groups] = text.trim().toUpperCase().split('-');
  return [prefix, ...groups.map((group) => group.replaceAll('O', '0').replaceAll(/[IL]/g, '1'))].join('-');
}

export const speakablePattern = /^[A-Z]{2}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

/** An Ads ID as compared: without spaces, dashes and case. */
export function normalisedAdsId(text: string): string {
  return text.toLowerCase().replaceAll(/[\s-]/g, '');
}

/** An Ads ID without the `act_` that Meta's API writes before what its reports and the portal call the ID. */
export function numberOfAdsId(text: string): string {
  return text.replace(/^act[_=](?=[\d -]+$)/i, '');
}
