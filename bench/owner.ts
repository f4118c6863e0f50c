/** What a bench does as the owner of its database: prepare it, and let people be signed in already. */
import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';

/** Sessions for `many` people from this internal number on, the first token is the first one's; passwords are slow on purpose and measured elsewhere. */
export async function seat(url: string, from: bigint, many: number): Promise<string[]> {
  const tokens = Array.from({ length: many }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  await withOwner(url, async (owner) => {
    await owner.query(
      `insert into sessions (public_id, token_hash, user_id, address, agent, expires_at)
       select 'SO-' || $2 || '-' || n, hash, $2::bigint + n - 1, '127.0.0.1', 'bench', now() + interval '1 day' from unnest($1::bytea[]) with ordinality t (hash, n)`,
      [hashes, String(from)],
    );
    await owner.query('vacuum analyze sessions');
  });
  return tokens;
}

export async function withOwner<T>(url: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  return work(owner).finally(() => owner.end());
}
