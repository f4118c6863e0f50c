/** Who asked for a correction, by name. */
import type { Database } from '#server/database.server.ts';

export async function namesOf(db: Database, people: readonly bigint[]): Promise<Map<bigint, string>> {
  if (people.length === 0) return new Map();
  const rows = await db.query<{ id: bigint; username: string }>(
    'corrections.names',
    'select id, name as username from people where id = any ($1::bigint[])',
    [people],
  );
  return new Map(rows.map(({ id, username }) => [id, username]));
}
