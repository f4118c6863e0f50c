/**
 * Who looks after a request that waits. An admin takes it, so that the others choose another one. After an hour, or
 * once it is decided, nobody has it any more. It is only a sign and no lock: whoever may decide can still decide.
 */
import type { Database } from '#server/database.server.ts';

/** SQL: whether a row `t` of taken_requests is still valid. */
export const isTaken = `t.at > now() - interval '1 hour'`;

export type Taken = { person: bigint; username: string; at: Date };

/** Notes that this admin looks after the request, whoever did before. */
export async function take(db: Database, request: bigint, admin: bigint): Promise<void> {
  await db.query(
    'requests.take',
    `with old as (delete from taken_requests t where not (${isTaken}) and t.request <> $1)
     insert into taken_requests (request, admin) values ($1, $2)
     on conflict (request) do update set admin = excluded.admin, at = now()`,
    [request, admin],
  );
}

export async function letGo(db: Database, request: bigint, admin: bigint): Promise<void> {
  await db.query('requests.let_go', 'delete from taken_requests where request = $1 and admin = $2', [request, admin]);
}

/** Who looks after which of these requests. */
export async function takenOf(db: Database, requests: readonly bigint[]): Promise<Map<bigint, Taken>> {
  if (requests.length === 0) return new Map();
  const rows = await db.query<Taken & { request: bigint }>(
    'requests.taken',
    `select t.request, t.admin as person, p.name as username, t.at from taken_requests t
       join people p on p.id = t.admin where t.request = any ($1::bigint[]) and ${isTaken}`,
    [requests],
  );
  return new Map(rows.map(({ request, ...taken }) => [request, taken]));
}
