/**
 * The names people use for things: `GA-7K3Q-X2MF`. Random, so that no one can count the agency's business or guess a
 * neighbour's; Crockford base 32, so that it survives a telephone.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export type Prefix = 'GA' | 'BA' | 'FA' | 'DP' | 'RF' | 'TU' | 'WD' | 'PL' | 'PN' | 'GW' | 'RV' | 'NW' | 'US' | 'SE' | 'SH';

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
const drawnAlike = new Map([...pairs('авекмнорстухіјѕԁһԛԝ', 'abekmhopctyxijsdhqw'), ...pairs('αβεζηικμνορτυχ', 'abezhikmnoptyx')]);

function pairs(from: string, to: string): [string, string][] {
  return [...from].map((letter, place) => [letter, to[place]!]);
}

/**
 * A transaction id as compared: a USDT transfer counts once however its hash was typed, and also where somebody hid in it what
 * nobody sees, or drew one of its letters from another alphabet. An id of plain characters only loses case, spaces and 0x.
 */
export function normalisedHash(text: string): string {
  const seen = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\s]/gu, '');
  return [...seen]
    .map((letter) => drawnAlike.get(letter) ?? letter)
    .join('')
    .replace(/^0x/, '');
}

/** An Ads ID as compared: without spaces, dashes and case. */
export function normalisedAdsId(text: string): string {
  return text.toLowerCase().replaceAll(/[\s-]/g, '');
}
