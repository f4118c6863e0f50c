/** Which requests the agency began: of some kinds an admin may ask as well as the client whose money it is. */
import { kindNamed } from '#kinds/kinds.ts';
import type { Database } from '#server/database.server.ts';
import { peopleNamed } from '#users/people.server.ts';
import type { Request } from './requests.store.server.ts';

/** Of these requests those that an admin asked for in place of their client; one round trip, or none. */
export async function begunByAdmins(
  db: Database,
  requests: readonly Pick<Request, 'applyId' | 'kind' | 'askedBy'>[],
): Promise<ReadonlySet<string>> {
  const either = requests.filter(({ kind }) => kindNamed(kind).askedBy === 'either');
  const people = await peopleNamed(
    db,
    either.flatMap(({ askedBy }) => askedBy ?? []),
  );
  const begun = either.filter(({ askedBy }) => people.get(askedBy ?? 0n)?.isAdmin);
  return new Set(begun.map(({ applyId }) => applyId));
}
