/**
 * Codes and links that are mailed: a six-digit code proves an address (10 minutes, 5 tries), a long link sets a
 * password (once). Only their hashes are kept; a new one of the same purpose replaces the old. Six digits can be
 * guessed from a plain hash, so theirs is keyed: a copy of the database does not tell them.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { PersonId } from '#kernel/ids.ts';
import { plainDigits } from '#kernel/money.ts';
import type { Database } from '#server/database.server.ts';
import type { Secrets } from '#server/secrets.server.ts';
import { maySetPassword, mostCodeTries, peopleAndClients } from './people.server.ts';

type Purpose = 'email' | 'password' | 'invitation';

const minutes: Record<Purpose, number> = { email: 10, password: 30, invitation: 7 * 24 * 60 };

/** Six digits for an address, 43 characters for a link. Returns the secret; mail it and forget it. */
export async function issueCode(
  tx: Database,
  secrets: Secrets,
  { person, purpose, email }: { person: PersonId; purpose: Purpose; email: string },
): Promise<string> {
  const secret =
    purpose === 'email' ? String(randomInt(0, 1_000_000)).padStart(6, '0') : randomBytes(32).toString('base64url');
  await tx.query(
    'codes.issue',
    `insert into mailed_codes (person, purpose, secret_hash, email, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(mins => $5))
     on conflict (person, purpose) do update set secret_hash = excluded.secret_hash, email = excluded.email,
       expires_at = excluded.expires_at, tries = 0`,
    [
      person,
      purpose,
      purpose === 'email' ? secrets.digests(ownCode(person, secret))[0] : hashOf(secret),
      email,
      minutes[purpose],
    ],
  );
  return secret;
}

/**
 * The address that the code proves, or undefined where it is wrong, too old or tried too often. A right code is gone.
 */
export async function takeEmailCode(
  db: Database,
  secrets: Secrets,
  person: PersonId,
  code: string,
): Promise<string | undefined> {
  const hashes = secrets.digests(ownCode(person, bareCode(code)));
  const rows = await db.query<{ email: string; right: boolean; living: boolean }>(
    'codes.try',
    `update mailed_codes set tries = tries + 1 where person = $1 and purpose = 'email'
     returning email, secret_hash = any($2::bytea[]) as right, expires_at > now() and tries <= $3 as living`,
    [person, hashes, mostCodeTries],
  );
  const row = rows[0];
  if (!row?.right || !row.living) return undefined;
  const taken = await db.query(
    'codes.take',
    `delete from mailed_codes where person = $1 and purpose = 'email' and secret_hash = any($2::bytea[])
     returning person`,
    [person, hashes],
  );
  return taken.length === 1 ? row.email : undefined;
}

/**
 * Whose link this is; the link is used up. It works for who still has the address that it was mailed to, and is not
 * gone. Links are found by their secret alone, so their hash is not salted or keyed.
 */
export async function takeLink(
  tx: Database,
  secret: string,
): Promise<{ person: PersonId; purpose: 'password' | 'invitation' } | undefined> {
  const rows = await tx.query<{ person: PersonId; purpose: 'password' | 'invitation' }>(
    'codes.take_link',
    `delete from mailed_codes c using (select p.id, p.email_key from ${peopleAndClients} where ${maySetPassword}) p
     where c.secret_hash = $1 and c.purpose in ('password', 'invitation') and c.expires_at > now()
       and p.id = c.person and p.email_key = lower(c.email)
     returning c.person, c.purpose`,
    [hashOf(secret)],
  );
  return rows[0];
}

/** A code as it was meant: typed in groups, or with the digits of another script. */
export function bareCode(typed: string): string {
  return plainDigits(typed).replaceAll(/[\s-]/g, '');
}

/** The same six digits are another code for another person. */
function ownCode(person: PersonId, code: string): string {
  return `code:${person}:${code}`;
}

/** A link has 256 random bits: nobody guesses it from its hash. */
function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
