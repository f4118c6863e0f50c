/**
 * Before a node serves, its SECRET_KEY has to be the one that this database's secrets were sealed with: a node with
 * another would lock everybody out who signs in with a second factor. What was sealed with a key that is being
 * replaced is sealed with the first key now.
 */
import type { PersonId } from '#kernel/ids.ts';
import { WrongSettings } from '#server/config.server.ts';
import type { Database } from '#server/database.server.ts';
import { keyOf, type Secrets } from '#server/secrets.server.ts';
import { locks } from '#server/locks.server.ts';
import { aboutKeyOf } from './secondfactor.server.ts';

type Kept = { id: PersonId; sealed: string };

/**
 * `alone`: no other node stands on this database, so that a key under which nothing is sealed may be replaced by any
 * other. Answers how many secrets were sealed anew.
 */
export function takeUpKeys(db: Database, secrets: Secrets, { alone }: { alone: boolean }): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query('keys.lock', 'select pg_advisory_xact_lock($1)', [locks.secretKeys]);
    const known = await tx.query<{ name: string }>('keys.known', 'select name from secret_keys');
    const kept = await tx.query<Kept>(
      'keys.kept',
      `select id, totp_secret as sealed from people where totp_secret is not null
       and totp_secret not like 'v1.' || $1 || '.%' order by id for update`,
      [secrets.keys[0]],
    );
    const used = kept.map(({ sealed }) => keyOf(sealed));
    const needed = alone ? used : [...used, ...known.map(({ name }) => name)];
    const missing = needed.find((name) => !secrets.keys.includes(name));
    if (missing !== undefined) throw new WrongSettings(anotherKey(missing));
    for (const { id, sealed } of kept) {
      await tx.query('keys.seal', 'update people set totp_secret = $2 where id = $1', [
        id,
        secrets.seal(secrets.open(sealed, aboutKeyOf(id)), aboutKeyOf(id)),
      ]);
    }
    await tx.query('keys.forget', 'delete from secret_keys where name <> $1', [secrets.keys[0]]);
    await tx.query('keys.take_up', 'insert into secret_keys (name) values ($1) on conflict do nothing', [
      secrets.keys[0],
    ]);
    return kept.length;
  });
}

function anotherKey(name: string): string {
  return (
    `The secrets in this database were sealed with another key (${name}). Give its SECRET_KEY, or put its secret.key into DATA_DIR; ` +
    'docs/operations.md says how a key is replaced, and what to do when it is lost.'
  );
}
