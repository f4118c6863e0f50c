/**
 * The id of a transfer, as somebody pasted it. On a chain it is a hash of 64 hexadecimal digits and nothing else counts
 * as one; an exchange's internal transfer has an id of its own, plainly not a hash. What is nearly a hash is refused:
 * with one sign more, less or drawn alike it would count as another transfer and look like the one that was credited.
 */
import { hexDigitSeenIn } from './lookalikes.ts';
import { plainDigits } from '#kernel/money.ts';
import { invalid, type Refusal } from '#kernel/refusal.ts';

type TransferId =
  /** 64 small hexadecimal digits, without 0x. */
  | { readonly hash: string }
  /** Plainly something else, as it is compared: in small letters, without spaces and the signs around it. */
  | { readonly other: string }
  /** Nearly a hash, or several of them. */
  | { readonly unclear: true };

/** A hash in a text of small letters, by itself, after 0x or in a link; as JavaScript and PostgreSQL both read it. */
export const hashPattern = '(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])';

const standingAlone = /(?<![\p{L}\p{N}])(?:0x)?([0-9a-f]{64})(?![\p{L}\p{N}])/gu;

/** Fewer hexadecimal digits than this are no hash with a mistake in it: a UUID has 32. */
const fewestOfAHash = 40;

export function readTransferId(typed: string): TransferId {
  const plain = folded(typed);
  const joined = plain.replaceAll(/[\p{Z}\s]/gu, '');
  // Over two lines, as some chats break it, a hash is still that hash.
  const text = hashesIn(plain).size > 0 ? plain : joined;
  const hashes = hashesIn(text);
  const rest = [...hashes].reduce((left, hash) => left.replaceAll(hash, ' '), text);
  if (hashes.size > 1 || isNearlyHash(rest)) return { unclear: true };
  const [hash] = hashes;
  if (hash !== undefined) return { hash };
  const bare = joined.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/^0x/, '');
  return { other: bare === '' ? joined : bare };
}

/** The hash that this id is, or undefined. */
export function hashOf(typed: string): string | undefined {
  const id = readTransferId(typed);
  return 'hash' in id ? id.hash : undefined;
}

/** What is kept of an id as somebody pasted it: of a link only the hash. */
export function plainTransactionId(typed: string): string {
  const text = typed.trim();
  return /^(0x)?[0-9a-f]{64}$/i.test(text) ? text : (hashOf(text) ?? text);
}

/**
 * What is kept of a transfer that was sent: as typed where its hash can be read in the text as it is, else the hash.
 */
export function keptTransferId(typed: string): string {
  const text = typed.trim();
  const hash = hashOf(text);
  return hash === undefined || new RegExp(hashPattern).exec(text.toLowerCase())?.[0] === hash ? text : hash;
}

/** The text by which a transfer is claimed, so that it counts for one request only. */
export function claimOfTransfer(typed: string): string {
  const id = readTransferId(typed);
  if ('hash' in id) return claimOfHash(id.hash);
  return `usdt:${'other' in id ? id.other : folded(typed).replaceAll(/[\p{Z}\s]/gu, '')}`;
}

/** The same of a hash; with a line, of only that part of a transaction that pays several. */
export function claimOfHash(hash: string, at?: { network: string; line: number }): string {
  return `usdt:${hash}${at ? `#${at.network}:${at.line}` : ''}`;
}

/** Why this is no id of a transfer, or undefined. */
export function refusalOfTransferId(typed: string): Refusal | undefined {
  return 'unclear' in readTransferId(typed) ? unclearTransfer : undefined;
}

export const unclearTransfer = invalid(
  'transactionId',
  'This looks like a transaction hash with a missing, extra or wrong character. Please copy it again.',
);

function folded(text: string): string {
  return seenText(text).toLowerCase();
}

/** With the digits of every script as 0 to 9, and without invisible characters. */
export function seenText(text: string): string {
  return plainDigits(text).replaceAll(/(?![\t\n\r])[\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
}

function hashesIn(text: string): Set<string> {
  return new Set([...text.matchAll(standingAlone)].map(([, hash]) => hash!));
}

/** Whether a word of the text, or all of it read together, is mostly hexadecimal digits or signs drawn as these. */
function isNearlyHash(text: string): boolean {
  return [...text.split(/[^\p{L}\p{N}]+/u), text].some((part) => {
    const signs = [...part].filter((sign) => /[\p{L}\p{N}]/u.test(sign) || hexDigitSeenIn(sign) !== undefined);
    const digits = signs.filter((sign) => hexDigitSeenIn(sign) !== undefined).length;
    return digits >= fewestOfAHash && digits >= signs.length * 0.75;
  });
}
