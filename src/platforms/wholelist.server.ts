/**
 * A list that a platform tells page by page, read to its end or not at all. Each page may name another one, so that
 * without a limit a platform that has lost its way would fill the memory of the portal.
 */
import { AccountFault, PlatformBroken } from './connection.server.ts';

/** A part of a list, and the cursor of what follows: undefined at its end. */
export type Page<T> = { readonly rows: readonly T[]; readonly next: string | undefined };

export type Most = {
  readonly rows: number;
  readonly pages: number;
  /** Of all rows and cursors together: few can be as long as many. */
  readonly characters: number;
  readonly minutes: number;
  readonly Fault: new (message: string) => Error;
};

/** Above any true list: a hundred thousand accounts are more than any agency has, and pages hold 200 and more. */
const ofAccounts: Most = { rows: 200_000, pages: 2_000, characters: 60_000_000, minutes: 30, Fault: PlatformBroken };
/** What is asked of one account: a fortnight of days, or its budgets. The others have to get their turn. */
export const ofOneAccount: Most = { rows: 2_000, pages: 100, characters: 5_000_000, minutes: 5, Fault: AccountFault };

/** `read` gives the page that a cursor leads to, and at first the first one. Throws where there is no end. */
export async function wholeList<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
  most: Most = ofAccounts,
): Promise<T[]> {
  const all: T[] = [];
  const seen = new Set<string>();
  // How long it has lasted, whatever becomes of the clock meanwhile.
  const until = performance.now() + most.minutes * 60_000;
  let characters = 0;
  const insistOnEnd = (isWithin: boolean) => {
    if (!isWithin)
      throw new most.Fault('The platform did not come to the end of its list: it is longer than any that is true.');
  };
  for (let cursor: string | undefined; ;) {
    const { rows, next } = await read(cursor);
    characters += JSON.stringify(rows).length + (next?.length ?? 0);
    insistOnEnd(all.length + rows.length <= most.rows && characters <= most.characters);
    for (const row of rows) all.push(row);
    if (next === undefined) return all;
    if (seen.has(next)) throw new most.Fault('The platform answered the same page of its list twice.');
    insistOnEnd(seen.add(next).size < most.pages && performance.now() <= until);
    cursor = next;
  }
}
