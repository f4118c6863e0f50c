/**
 * A second factor as rows: the key, sealed under SECRET_KEY, the last code taken, the recovery codes, kept as hashes
 * only.
 */
import { randomBytes } from 'node:crypto';
import type { PersonId } from '#kernel/ids.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Session } from '#server/session.server.ts';
import { keyOfBytes, stepOfCode, type TotpKey } from '#totp/totp.ts';
import { bareCode } from '#users/codes.server.ts';
import { stretched } from '#users/passwords.server.ts';
import { recoveryCodesMade } from './twofactor.ts';

/** What this file needs of the portal; `db` may be a transaction. */
type Keeper = Pick<App, 'db' | 'secrets'>;

export async function twoFactorOf(
  db: Database,
  person: PersonId,
): Promise<{ enabledAt: Date | null; codesLeft: number }> {
  const rows = await db.query<{ totp_enabled_at: Date | null; codes: number }>(
    'twofactor.of',
    'select totp_enabled_at, cardinality(recovery_hashes) as codes from people where id = $1',
    [person],
  );
  const row = rows[0]!;
  return { enabledAt: row.totp_enabled_at, codesLeft: row.codes };
}

/** Takes a code and says what it was. Each works once, so that one looked at over a shoulder is of no use. */
export async function acceptSecondFactor(
  app: Keeper,
  person: PersonId,
  typed: string,
): Promise<'app' | 'recovery' | undefined> {
  const code = bareCode(typed).toUpperCase();
  if (/^\d{6}$/.test(code)) {
    const sealed = await sealedKeyOf(app.db, person);
    return sealed !== undefined && (await acceptTotp(app, person, sealed, code)) ? 'app' : undefined;
  }
  if (!isRecoveryCode.test(code)) return undefined;
  const rows = await app.db.query(
    'twofactor.recovery',
    `update people set recovery_hashes = array_remove(recovery_hashes, $2)
     where id = $1 and totp_enabled_at is not null and $2 = any(recovery_hashes) returning id`,
    [person, await stretched(code, person)],
  );
  return rows.length === 1 ? 'recovery' : undefined;
}

/** A key as it is kept, and when it was read. */
type SealedKey = { sealed: string; now: Date };

/**
 * The database's clock is the one that all nodes share; a code is good for half a minute, and a node may be later than
 * that.
 */
async function sealedKeyOf(db: Database, person: PersonId): Promise<SealedKey | undefined> {
  const [key] = await db.query<SealedKey>(
    'twofactor.key',
    `select totp_secret as sealed, now() from people
     where id = $1 and totp_enabled_at is not null and totp_secret is not null`,
    [person],
  );
  return key;
}

/** The key that this session began to set up, and has to finish within a quarter of an hour. */
export async function begunKeyOf(
  db: Database,
  { person, id }: Pick<Session, 'person' | 'id'>,
): Promise<SealedKey | undefined> {
  const [key] = await db.query<SealedKey>(
    'twofactor.begun',
    `select totp_secret as sealed, now() from people where id = $1 and totp_enabled_at is null
       and totp_secret is not null and totp_begun_by = $2 and totp_begun_at > now() - interval '15 minutes'`,
    [person, id],
  );
  return key;
}

/** A code of this key, as long as it is the person's; each step once. */
export async function acceptTotp(
  { db, secrets }: Keeper,
  person: PersonId,
  { sealed, now }: SealedKey,
  typed: string,
): Promise<boolean> {
  const step = stepOfCode(keyNamed(secrets.open(sealed, aboutKeyOf(person))), bareCode(typed), now.getTime());
  if (step === undefined) return false;
  const taken = await db.query(
    'twofactor.take_step',
    'update people set totp_last_step = $2 where id = $1 and totp_secret = $3 and totp_last_step < $2 returning id',
    [person, step, sealed],
  );
  return taken.length === 1;
}

/** What a sealed key is tied to: copied into another person's row it opens nothing. */
export function aboutKeyOf(person: PersonId): string {
  return `totp:${person}`;
}

function keyNamed(secret: string): TotpKey {
  return { ...keyOfBytes(new Uint8Array(20)), secret };
}

/** A key that waits for its first code, from this session; undefined where two-factor sign-in is on already. */
export async function keepNewKey(
  { db, secrets }: Keeper,
  { person, id }: Pick<Session, 'person' | 'id'>,
): Promise<TotpKey | undefined> {
  const key = keyOfBytes(randomBytes(20));
  const rows = await db.query(
    'twofactor.start',
    `update people set totp_secret = $2, totp_last_step = 0, totp_begun_by = $3, totp_begun_at = now()
     where id = $1 and totp_enabled_at is null returning id`,
    [person, secrets.seal(key.secret, aboutKeyOf(person)), id],
  );
  return rows.length === 1 ? key : undefined;
}

/**
 * Switches the key on whose code was proved; the recovery codes are shown once and only their hashes stay. Undefined
 * where it is on already, or the key is no longer the one that was begun.
 */
export async function switchOn(
  tx: Database,
  person: PersonId,
  { sealed }: SealedKey,
  codes: NewCodes,
): Promise<string[] | undefined> {
  const rows = await tx.query(
    'twofactor.on',
    `update people set totp_enabled_at = now(), recovery_hashes = $2, totp_begun_by = null, totp_begun_at = null
     where id = $1 and totp_enabled_at is null and totp_secret = $3 returning id`,
    [person, codes.hashes, sealed],
  );
  return rows.length === 1 ? codes.spoken : undefined;
}

export async function switchOff(tx: Database, person: PersonId): Promise<void> {
  await tx.query(
    'twofactor.off',
    `update people set totp_secret = null, totp_enabled_at = null, recovery_hashes = '{}', totp_last_step = 0
     where id = $1`,
    [person],
  );
}

export async function renewCodes(tx: Database, person: PersonId, codes: NewCodes): Promise<string[]> {
  await tx.query('twofactor.renew', 'update people set recovery_hashes = $2 where id = $1', [person, codes.hashes]);
  return codes.spoken;
}

/** Crockford's letters: none looks like another, and no code looks like six digits. */
const letters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

const isRecoveryCode = /^[A-Z2-9]{12}$/;

type NewCodes = { readonly spoken: string[]; readonly hashes: string[] };

/**
 * Ten codes as they are shown, once, and as they are kept. Takes a while: ask before a transaction, not inside of one.
 */
export async function newCodes(person: PersonId): Promise<NewCodes> {
  const codes = Array.from({ length: recoveryCodesMade }, newCode);
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await stretched(code, person));
  return { spoken: codes.map(spoken), hashes };
}

function newCode(): string {
  let code = '';
  while (code.length < 12) {
    const byte = randomBytes(1)[0]!;
    if (byte < 240) code += letters[byte % letters.length];
  }
  return code;
}

function spoken(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
}
