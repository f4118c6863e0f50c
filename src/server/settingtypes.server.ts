/** The types of settings, and what is said about a wrong one. The settings themselves stand in `config.server.ts`. */
import { isIP } from 'node:net';
import { z } from 'zod';

export const whole = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be between ${from} and ${to}`);

export const onOff = z.enum(['on', 'off'], 'must be "on" or "off"').transform((value) => value === 'on');
const url = (schemes: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol),
      `must be an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    );
/** Exactly one server: node-postgres would take several for one long name, and find nothing under it. */
export const database = z
  .string()
  .refine(
    (value) => !/^[^/]*\/\/[^/?#]*,|[?&]host=[^&]*(,|%2c)/i.test(value),
    'names several servers, of which the portal takes one. Give the one address that always leads to the primary: a proxy that asks which it is (HAProxy with Patroni), an address that moves with it, or the name that a managed database has for it',
  )
  .refine(
    (value) => !/[?&](options|(statement|lock|query|idle_in_transaction_session)_timeout)=/i.test(value),
    'sets what the portal sets itself for each connection (its role, its time limits, UTC). Please leave it out, or give the setting to the login',
  )
  .pipe(url(['postgres:', 'postgresql:']));
/**
 * Scheme, name and port as browsers write them: cookies, mails and the check of an origin compare them letter by
 * letter.
 */
export const origin = z
  .string()
  .refine(
    (value) => /^https?:\/\/[^/?#@\s]+\/*$/i.test(value) && URL.canParse(value),
    'must be an address that starts with http:// or https:// and has no path, like https://portal.example',
  )
  .transform((value) => (URL.canParse(value) ? new URL(value).origin : value));
export const mailServer = url(['smtp:', 'smtps:']).refine(
  (value) => !URL.canParse(value) || new URL(value).hostname !== '',
  'must name a server, like smtp://user:password@mail.example:587',
);
export const email = z.email('must be an e-mail address').max(254);
export const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #f4a67a');
export const chat = z
  .string()
  .regex(/^(https:\/\/|skype:|tg:)\S{1,200}$/, 'must be a link that starts with https://, skype: or tg:');
export const line = z.string().max(200, 'must be at most 200 characters');

/**
 * Only full names such as `Asia/Shanghai` are accepted, because PostgreSQL and Intl must mean the same zone for the
 * days of revenue: PostgreSQL reads `+08:00` as eight hours west and `IST` as Israel, while Intl reads both otherwise.
 */
export const timeZone = z.string().refine((zone) => {
  try {
    return /^(UTC|GMT|\w.*\/.*)$/i.test(zone) && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}, 'must be a time zone like Asia/Shanghai');

/**
 * `on` means one proxy, a number that many, anything else is a list of addresses; with `off` the peer is the caller.
 */
export const trustProxy = z
  .string()
  .max(1000)
  .refine(
    (value) => /^(on|off|\d{1,2})$/.test(value) || value.split(',').every((part) => isNetwork(part.trim())),
    'must be "on", "off", a number of hops, or addresses like 10.0.0.0/8, loopback',
  )
  .transform((value): boolean | number | string => {
    if (value === 'on' || value === 'off') return value === 'on';
    return /^\d{1,2}$/.test(value) ? Number(value) : value;
  });

function isNetwork(part: string): boolean {
  const [address = '', bits] = part.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(part);
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}

export const mailFrom = z
  .string()
  .max(320)
  .regex(/^[^\r\n]*[^\s<@]@[^\s>@]+>?$/, 'must be an address like Agency <desk@agency.example>');

const longEnough = 'must be at least 32 characters of a random key, as `openssl rand -base64 32` makes them';

/** One key, or several separated by commas: the first one encrypts, the others only decrypt older secrets. */
export const secretKeys = z
  .string()
  .transform((value) => value.split(',').map((key) => key.trim()))
  .refine((keys) => keys.length <= 4 && new Set(keys).size === keys.length, 'must be at most 4 different keys')
  .refine((keys) => keys.every((key) => /^[\w+/=-]{32,200}$/.test(key) && new Set(key).size >= 10), longEnough);

/** `off`, or a number of minutes, hours or days, as seconds. */
export const every = z
  .string()
  .regex(/^(off|[1-9]\d{0,3}[mhd])$/, 'must be "off" or a time like 30m, 24h or 7d')
  .transform((value) =>
    value === 'off'
      ? null
      : Number(value.slice(0, -1)) * { m: 60, h: 3_600, d: 86_400 }[value.at(-1) as 'm' | 'h' | 'd'],
  );
