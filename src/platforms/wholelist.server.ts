/**
 * A list that a platform tells page by page, read to its end or not at all. Each page may name another one, so that
 * without a limit a platform that has lost its way would fill the memory of the portal.
 */
import { PlatformBroken } from './connection.server.ts';

/** A part of a list, and the cursor of what follows: undefined at its end. */
export type Page<T> = { readonly rows: readonly T[]; readonly next: string | undefined };

/** Above any true list: a hundred thousand accounts are more than any agency has, and pages hold 200 and more. */
const most = { rows: 200_000, pages: 2_000, characters: 60_000_000, minutes: 30 };
/** Of one account: a fortnight of days, or its budgets. */
export const mostOfAccount = 2_000;

/** `read` gives the page that a cursor leads to, and at first the first one. Throws `PlatformBroken`. */
export async function wholeList<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
  mostRows = most.rows,
): Promise<T[]> {
  const all: T[] = [];
  const seen = new Set<string>();
  // How long it has lasted, whatever becomes of the clock meanwhile.
  const until = performance.now() + most.minutes * 60_000;
  let characters = 0;
  for (let cursor: string | undefined; ;) {
    const { rows, next } = await read(cursor);
    // Few rows can be as long as many, and so can a cursor.
    characters += JSON.stringify(rows).length + (next?.length ?? 0);
    if (all.length + rows.length > mostRows || characters > most.characters) throw tooLong();
    for (const row of rows) all.push(row);
    if (next === undefined) return all;
    if (seen.has(next)) throw new PlatformBroken('The platform answered the same page of its list twice.');
    if (seen.add(next).size >= most.pages || performance.now() > until) throw tooLong();
    cursor = next;
  }
}

function tooLong(): PlatformBroken {
  return new PlatformBroken('The platform did not come to the end of its list: it is longer than any that is true.');
}
