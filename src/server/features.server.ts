/**
 * Which parts of the portal are switched on. Every call and every page may ask, so a node caches the answer, and reads
 * it again in the background once it is a second old. While the database is away, the last answer holds.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type Features = {
  /** The names of what is switched on: the same set until that changes. */
  readonly now: () => ReadonlySet<string>;
  /** Reads again at once, after a switch was changed on this node. */
  readonly again: () => Promise<void>;
};

const keptMs = 1_000;

/** `read` answers what is switched on; `first` holds until it has answered. */
export async function openFeatures(
  read: () => Promise<readonly string[]>,
  first: readonly string[],
): Promise<Features> {
  let known: ReadonlySet<string> = new Set(first);
  let readAt = 0;
  let turns = 0;
  let reading: Promise<void> | undefined;
  const again = async () => {
    const turn = ++turns;
    const names = new Set(await read());
    // A read that started later has the newer answer.
    if (turn !== turns) return;
    if (names.size !== known.size || [...names].some((name) => !known.has(name))) known = names;
    readAt = performance.now();
  };
  const look = async () => {
    try {
      await again();
    } catch {
      // The next attempt comes in a second. Until then calls themselves report that the database is away.
      readAt = performance.now();
    }
    reading = undefined;
  };
  // Run outside of the caller's async context, so that this read does not count among that call's round trips.
  const outside = AsyncLocalStorage.snapshot();
  await look();
  return {
    again,
    now: () => {
      if (performance.now() - readAt >= keptMs) reading ??= outside(look);
      return known;
    },
  };
}
