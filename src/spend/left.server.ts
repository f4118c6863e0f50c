/** What a platform itself says is left of an account, kept with its time and shown beside the book. */
import type { Cents } from '#kernel/money.ts';
import type { Micros } from '#ledger/spending.ts';
import type { Platform } from '#platforms/platforms.ts';
import type { Database } from '#server/database.server.ts';

/** A part of a cent is not left. */
export type Left = { cents: Cents; at: Date };

/** Beyond this it is no limit that anybody gave an account, nor debt that one let it make. */
const mostLeft: Micros = 1_000_000_000_000_000n;

/** What is wrong with what a platform says is left; undefined where it can be. */
export function faultOfLeft(micros: Micros): string | undefined {
  if (micros <= mostLeft && micros >= -mostLeft) return undefined;
  return 'The platform says that more than $1,000,000,000.00 is left, or missing. Nothing of that is kept.';
}

/** Of open accounts alone; answers how many were kept. */
export async function keepLeft(
  db: Database,
  platform: Platform,
  left: readonly { key: string; micros: Micros }[],
): Promise<number> {
  const rows = await db.query(
    'spend.keep_left',
    `insert into spend_left (ad_account, micros, at)
     select a.id, l.micros, now() from unnest($2::text[], $3::bigint[]) as l (key, micros)
     join ad_accounts a on a.platform = $1 and a.key = l.key and a.closed_at is null
     on conflict (ad_account) do update set micros = excluded.micros, at = excluded.at returning ad_account`,
    [platform, left.map(({ key }) => key), left.map(({ micros }) => micros)],
  );
  return rows.length;
}

/** A limit that was taken away is no longer a limit of long ago. */
export async function forgetLeft(db: Database, platform: Platform, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.query(
    'spend.forget_left',
    `delete from spend_left l using ad_accounts a
     where a.id = l.ad_account and a.platform = $1 and a.key = any ($2::text[]) and a.closed_at is null`,
    [platform, keys],
  );
}

/** Undefined where no platform said it. */
export async function leftOf(db: Database, account: bigint): Promise<Left | undefined> {
  const rows = await db.query<Left>(
    'spend.left',
    'select floor(micros / 10000.0)::bigint as cents, at from spend_left where ad_account = $1',
    [account],
  );
  return rows[0];
}
