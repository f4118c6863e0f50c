/**
 * The names people use for things: `GA-7K3Q-X2MF`. Random, so that no one can count the agency's business or guess a
 * neighbour's; Crockford base 32, so that it survives a telephone.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export type Prefix =
  | 'GA'
  | 'BA'
  | 'FA'
  | 'DP'
  | 'RF'
  | 'TU'
  | 'WD'
  | 'PL'
  | 'PN'
  | 'GW'
  | 'RV'
  | 'NW'
  | 'US'
  | 'SE'
  | 'SH';

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

/** Letters of other alphabets that are drawn as Latin ones are, small. */
const drawnAlike = new Map([
  ...pairs('авекмнорстухіјѕԁһԛԝ', 'abekmhopctyxijsdhqw'),
  ...pairs('αβεζηικμνορτυχ', 'abezhikmnoptyx'),
]);

function pairs(from: string, to: string): [string, string][] {
  return [...from].map((letter, place) => [letter, to[place]!]);
}

/** The hash of a transfer in a text of small letters, as JavaScript and PostgreSQL both read it. */
export const hashPattern = '(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])';
const transferHash = new RegExp(hashPattern);

/**
 * The hash of a transfer wherever it stands in a text: alone, after 0x, in the address of an explorer's page. Small
 * letters.
 */
export function hashIn(text: string): string | undefined {
  return transferHash.exec(text.toLowerCase())?.[0];
}

/** What is kept of a transaction id as somebody pasted it: of an explorer's address only the hash. */
export function plainTransactionId(text: string): string {
  const hash = hashIn(text);
  return hash === undefined || /^(0x)?[0-9a-f]{64}$/i.test(text.trim()) ? text.trim() : hash;
}

/**
 * A transaction id as compared: a USDT transfer counts once however its hash was typed, as a link to it, and also where
 * somebody hid in it what nobody sees, or drew one of its letters from another alphabet. Any other id only loses case,
 * spaces, 0x, and the signs around it.
 */
export function normalisedHash(text: string): string {
  const seen = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
  const alike = [...seen].map((letter) => drawnAlike.get(letter) ?? letter).join('');
  const joined = alike.replaceAll(/[\p{Z}\s]/gu, '');
  const bare = joined.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/^0x/, '');
  // As it was typed first: a look-alike or a line break right beside a hash would make a longer word of it.
  return hashIn(text) ?? hashIn(alike) ?? hashIn(joined) ?? (bare === '' ? joined : bare);
}

/** An Ads ID as compared: without spaces, dashes and case. */
export function normalisedAdsId(text: string): string {
  return text.toLowerCase().replaceAll(/[\s-]/g, '');
}
