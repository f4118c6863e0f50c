/**
 * A TOTP key is the secret behind the six digits that an account asks for as its second factor (RFC 6238). Advertisers
 * keep dozens of them for the accounts they run. Everything here is a pure function: the tool's page computes in the
 * browser and no key ever travels; the portal's own two-factor sign-in uses the same functions for its own keys.
 */
import * as OTPAuth from 'otpauth';

export type Algorithm = 'SHA1' | 'SHA256' | 'SHA512';

export type TotpKey = {
  /** What the person calls it; may be empty. */
  readonly label: string;
  readonly issuer: string;
  /** Base32, upper case, without spaces and padding. */
  readonly secret: string;
  readonly algorithm: Algorithm;
  readonly digits: number;
  /** Seconds that a code lives. */
  readonly period: number;
};

/** Why a text is not a key. The page has a sentence for each. */
export type Fault = 'empty' | 'characters' | 'short' | 'counter' | 'address';
export type Read = { readonly key: TotpKey } | { readonly fault: Fault; readonly text: string };

const plain = { label: '', issuer: '', algorithm: 'SHA1', digits: 6, period: 30 } as const;

/**
 * Reads one key as people have it: Base32 in any case with spaces and dashes, an otpauth:// address, or `name: key`.
 */
export function readKey(text: string): Read {
  const trimmed = text.trim();
  if (trimmed === '') return { fault: 'empty', text };
  if (/^otpauth:/i.test(trimmed)) return readAddress(trimmed);
  // Lists of accounts come as `mail|password|key`: the last part is the key, the first names it, and nothing between is
  // kept.
  const parts = trimmed
    .replace(/=+$/, '')
    .split(/[|:=\t,;]+/)
    .map((part) => part.trim());
  const secret = secretOf(parts.at(-1)!);
  if (typeof secret !== 'string') return { fault: secret.fault, text };
  return { key: { ...plain, secret, label: parts.length > 1 ? parts[0]!.slice(0, 80) : '' } };
}

/** Reads as many keys as there are lines. */
export function readKeys(text: string): Read[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(readKey);
}

function secretOf(text: string): string | { fault: Fault } {
  const secret = text.replaceAll(/[\s\-_=]/g, '').toUpperCase();
  if (secret === '') return { fault: 'empty' };
  if (!/^[A-Z2-7]+$/.test(secret)) return { fault: 'characters' };
  // Fewer than 10 bytes is a word that happens to be Base32, not a secret.
  return secret.length < 16 ? { fault: 'short' } : secret;
}

function readAddress(text: string): Read {
  const match = /^otpauth:\/\/([a-z]+)\/([^?]*)\?(.*)$/i.exec(text);
  if (!match) return { fault: 'address', text };
  if (match[1]!.toLowerCase() !== 'totp') return { fault: 'counter', text };
  const given = new Map<string, string>();
  for (const pair of match[3]!.split('&')) {
    const [name, ...value] = pair.split('=');
    given.set(decoded(name!).toLowerCase(), decoded(value.join('=')));
  }
  const secret = secretOf(given.get('secret') ?? '');
  if (typeof secret !== 'string') return { fault: secret.fault, text };
  const algorithm = (given.get('algorithm') ?? 'SHA1').toUpperCase().replace('-', '');
  const digits = Number(given.get('digits') ?? 6);
  const period = Number(given.get('period') ?? 30);
  const sound =
    (algorithm === 'SHA1' || algorithm === 'SHA256' || algorithm === 'SHA512') &&
    [6, 7, 8].includes(digits) &&
    Number.isInteger(period) &&
    period >= 5 &&
    period <= 300;
  if (!sound) return { fault: 'address', text };
  const [before, ...after] = decoded(match[2]!).split(':');
  const issuer = given.get('issuer') ?? (after.length > 0 ? before! : '');
  const label = (after.length > 0 ? after.join(':') : before!).trim();
  return { key: { label: label.slice(0, 80), issuer: issuer.trim().slice(0, 80), secret, algorithm, digits, period } };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** A fresh key of these random bytes; 20 of them are what RFC 4226 asks for. */
export function keyOfBytes(bytes: Uint8Array): TotpKey {
  return { ...plain, secret: new OTPAuth.Secret({ buffer: bytes.slice().buffer }).base32 };
}

/** The code at a moment in milliseconds. */
export function codeAt(key: TotpKey, at: number): string {
  return totpOf(key).generate({ timestamp: at });
}

/** Milliseconds until the code changes. */
export function leftAt(key: TotpKey, at: number): number {
  const period = key.period * 1000;
  return period - (at % period);
}

/** The step that a code belongs to, one step of clock skew either way; undefined for a wrong code. */
export function stepOfCode(key: TotpKey, code: string, at: number): number | undefined {
  const delta = totpOf(key).validate({ token: code, timestamp: at, window: 1 });
  return delta === null ? undefined : Math.floor(at / 1000 / key.period) + delta;
}

/** The otpauth:// address that authenticator apps read from a QR code. */
export function addressOf(key: TotpKey): string {
  const name = key.issuer ? `${key.issuer}:${key.label}` : key.label;
  const fields: [string, string][] = [['secret', key.secret]];
  if (key.issuer) fields.push(['issuer', key.issuer]);
  fields.push(['algorithm', key.algorithm], ['digits', String(key.digits)], ['period', String(key.period)]);
  return `otpauth://totp/${encodeURIComponent(name)}?${fields.map(([field, value]) => `${field}=${encodeURIComponent(value)}`).join('&')}`;
}

/** A key or code in groups, as one reads it aloud. */
export function inGroups(text: string, size: number): string {
  return text.match(new RegExp(`.{1,${size}}`, 'g'))?.join(' ') ?? '';
}

function totpOf({ secret, algorithm, digits, period }: TotpKey): OTPAuth.TOTP {
  return new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret), algorithm, digits, period });
}
