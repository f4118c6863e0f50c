/** Creates sessions directly, because checking passwords is slow on purpose and measured elsewhere. */
import { createHash, randomBytes } from 'node:crypto';
import { withConnection } from '#server/connection.server.ts';

/** Sessions for the Owners of `many` clients, starting with this internal number, and last one for the admin. */
export async function seat(url: string, from: bigint, many: number): Promise<string[]> {
  const tokens = Array.from({ length: many }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  await withConnection(url, async (owner) => {
    await owner.query(
      `insert into sessions (public_id, token_hash, person, address, agent, expires_at)
       select 'SO-' || $2 || '-' || n, hash,
         coalesce((select person from members where client = $2::bigint + n - 1),
           (select id from people where admin_role is not null)),
         '127.0.0.1', 'bench', now() + interval '1 day' from unnest($1::bytea[]) with ordinality t (hash, n)`,
      [hashes, String(from)],
    );
    await owner.query('vacuum analyze sessions');
  });
  return tokens;
}
