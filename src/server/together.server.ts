/**
 * Sharing rides: calls that arrive while a query is on its way share the next one. A commit costs the disk as much for
 * one order as for a hundred, so under load everybody is faster together, and a single caller waits for nobody.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { countTrip, WaitedTooLong } from './database.server.ts';

type TogetherOptions<Item> = {
  /** At most this many in one ride. */
  most?: number;
  /** How many rides may be on their way at once. */
  lanes?: number;
  /**
   * Items that name the same thing never ride together: they are rivals, and the later one has to see what the earlier
   * did.
   */
  apart?: (item: Item) => readonly string[];
  /**
   * Whether a ride that failed like this is repeated item by item, so that one bad item fails nobody else. Default:
   * never.
   */
  replay?: (error: unknown) => boolean;
  /**
   * Who has not boarded by then is sent away without having been tried, so that no caller outwaits a database that
   * hangs.
   */
  patienceMs?: number;
};

type Waiting<Item, Answer> = {
  item: Item;
  since: number;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/** A ride belongs to no caller: it runs outside of everybody's context, and each caller counts one round trip. */
const outside = AsyncLocalStorage.snapshot();

/** Turns a function over many items, which answers one for one and in order, into a function over one. */
export function together<Item, Answer>(
  run: (items: Item[]) => Promise<readonly Answer[]>,
  { most = 256, lanes = 1, apart, replay = () => false, patienceMs = 8_000 }: TogetherOptions<Item> = {},
): (item: Item) => Promise<Answer> {
  let queue: Waiting<Item, Answer>[] = [];
  let free = lanes;
  let scheduled = false;

  const schedule = () => {
    if (scheduled || free === 0 || queue.length === 0) return;
    scheduled = true;
    // Callers that one answer has just set free come back within this turn of the loop and ride together again.
    setImmediate(() => {
      scheduled = false;
      queue = sendAway(queue, patienceMs);
      if (queue.length === 0) return;
      const [riders, rest] = board(queue, most, apart);
      queue = rest;
      free -= 1;
      void ride(riders, run, replay).finally(() => {
        free += 1;
        schedule();
      });
      schedule();
    });
  };

  return (item) => {
    countTrip();
    return new Promise<Answer>((resolve, reject) => {
      queue.push({ item, since: performance.now(), resolve, reject });
      // Leaving the caller's context has its price, so only who orders the ride pays it.
      if (!scheduled && free > 0) outside(schedule);
    });
  };
}

/** The queue without those who have waited too long; the first in it has waited longest. */
function sendAway<Item, Answer>(queue: Waiting<Item, Answer>[], patienceMs: number): Waiting<Item, Answer>[] {
  const tooEarly = performance.now() - patienceMs;
  if (queue.length === 0 || queue[0]!.since >= tooEarly) return queue;
  const [overdue, rest] = [
    queue.filter((waiting) => waiting.since < tooEarly),
    queue.filter((waiting) => waiting.since >= tooEarly),
  ];
  for (const { reject } of overdue) reject(new WaitedTooLong('The database did not come to this call in time.'));
  return rest;
}

/** Who rides now and who waits for the next: in order of arrival, rivals apart. */
function board<Item, Answer>(queue: Waiting<Item, Answer>[], most: number, apart: TogetherOptions<Item>['apart']) {
  if (!apart) return [queue.slice(0, most), queue.slice(most)] as const;
  const seen = new Set<string>();
  const riders: Waiting<Item, Answer>[] = [];
  const rest: Waiting<Item, Answer>[] = [];
  for (const waiting of queue) {
    const names = apart(waiting.item);
    const rides = riders.length < most && !names.some((name) => seen.has(name));
    // A rival that waits is overtaken by nobody: its names count as seen as well.
    for (const name of names) seen.add(name);
    (rides ? riders : rest).push(waiting);
  }
  return [riders, rest] as const;
}

async function ride<Item, Answer>(
  riders: readonly Waiting<Item, Answer>[],
  run: (items: Item[]) => Promise<readonly Answer[]>,
  replay: (error: unknown) => boolean,
): Promise<void> {
  try {
    const answers = await run(riders.map((rider) => rider.item));
    for (const [place, rider] of riders.entries()) rider.resolve(answers[place]!);
  } catch (error) {
    if (riders.length === 1 || !replay(error)) {
      for (const rider of riders) rider.reject(error);
      return;
    }
    for (const rider of riders) await ride([rider], run, () => false);
  }
}
