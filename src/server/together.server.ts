/**
 * Calls that arrive while a query is on its way share the next one. Under load a hundred callers cost a few round trips;
 * alone, a caller waits for nobody.
 */
import { countTrip } from './database.server.ts';

export type TogetherOptions = {
  /** Items in one query at most. */
  readonly most?: number;
  /** Queries on their way at once. */
  readonly lanes?: number;
};

/**
 * `run` answers many items with one query: results in the items' order. Where it throws, every caller of that ride gets
 * the error. The returned function asks for one item and counts as one round trip for its caller.
 */
export function together<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { most = 256, lanes = 1 }: TogetherOptions = {},
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let queue: Waiting[] = [];
  let riding = 0;

  function depart(): void {
    while (riding < lanes && queue.length > 0) {
      const ride = queue.slice(0, most);
      queue = queue.slice(most);
      riding += 1;
      void travel(ride);
    }
  }

  async function travel(ride: Waiting[]): Promise<void> {
    try {
      const results = await run(ride.map(({ item }) => item));
      ride.forEach(({ resolve }, place) => resolve(results[place]!));
    } catch (error) {
      for (const { reject } of ride) reject(error);
    } finally {
      riding -= 1;
      depart();
    }
  }

  return (item) => {
    countTrip();
    return new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      depart();
    });
  };
}
