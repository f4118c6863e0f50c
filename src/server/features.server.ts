/**
 * Which parts of the portal are switched on. Every call and every page may ask, so a node keeps the answer and looks
 * again in the background when it is a second old; while the database is away, what was known holds.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type Features = {
  /** The names of what is switched on: the same set until that changes. */
  readonly now: () => ReadonlySet<string>;
  /** Looks at once: something was changed here. */
  readonly again: () => Promise<void>;
};

const keptMs = 1_000;

/** `read` answers what is switched on; `first` holds until it has. */
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
    // Whoever began to look later knows better.
    if (turn !== turns) return;
    if (names.size !== known.size || [...names].some((name) => !known.has(name))) known = names;
    readAt = performance.now();
  };
  const look = async () => {
    try {
      await again();
    } catch {
      // The next look comes in a second; what asks meanwhile will say itself that the database is away.
      readAt = performance.now();
    }
    reading = undefined;
  };
  // A look is nobody's: it is not to count among the round trips of the call that happens to ask.
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
