/** The second factor at sign-in: a code of an authenticator app (RFC 6238), or one of ten recovery codes, each once. */
import { createHash } from 'node:crypto';
import * as OTPAuth from 'otpauth';
import type { Database } from '#server/database.server.ts';

/** Takes a code: true once per code, so that one looked at over a shoulder is of no use. */
export async function acceptSecondFactor(db: Database, userId: bigint, typed: string): Promise<boolean> {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  if (/^\d{6}$/.test(code)) return acceptTotp(db, userId, code);
  const rows = await db.query(
    'twofactor.recovery',
    'update users set recovery_hashes = array_remove(recovery_hashes, $2) where id = $1 and $2 = any(recovery_hashes) returning id',
    [userId, recoveryHash(code)],
  );
  return rows.length === 1;
}

async function acceptTotp(db: Database, userId: bigint, code: string): Promise<boolean> {
  const rows = await db.query<{ totp_secret: string | null }>('twofactor.secret', 'select totp_secret from users where id = $1', [userId]);
  const secret = rows[0]?.totp_secret;
  const step = secret ? stepOf(secret, code) : undefined;
  if (step === undefined) return false;
  const taken = await db.query(
    'twofactor.take_step',
    'update users set totp_last_step = $2 where id = $1 and totp_last_step < $2 returning id',
    [userId, step],
  );
  return taken.length === 1;
}

/** The 30 s step that a code belongs to, one step of clock skew either way; undefined for a wrong code. */
export function stepOf(secret: string, code: string): number | undefined {
  const totp = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) });
  const now = Date.now();
  const delta = totp.validate({ token: code, window: 1, timestamp: now });
  return delta === null ? undefined : Math.floor(now / 30_000) + delta;
}

export function recoveryHash(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
