/**
 * A batch loader: calls that arrive while a query is running share the next query. A commit costs the disk as much for
 * one order as for a hundred, so under load batches make everybody faster. A caller who is alone does not wait.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { WaitedTooLong } from './away.server.ts';
import { countTrip } from './trips.server.ts';

type BatchingOptions<Item> = {
  /** At most this many items in one batch. */
  most?: number;
  /** How many batches may be on their way at once. */
  concurrency?: number;
  /**
   * Two items with a key in common never share a batch, and keep their order: the later one has to see what the earlier
   * one did.
   */
  conflictKeys?: (item: Item) => readonly string[];
  /**
   * Whether a batch that failed like this is repeated item by item, so that one bad item fails nobody else. Default:
   * never.
   */
  repeatSingly?: (error: unknown) => boolean;
  /**
   * An item that has waited this long for its batch is rejected without having been tried, so that no caller waits
   * forever while the database hangs.
   */
  patienceMs?: number;
};

type QueuedItem<Item, Answer> = {
  item: Item;
  since: number;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/** A batch belongs to no single caller, so it runs in nobody's async context; each caller counts one round trip. */
const outside = AsyncLocalStorage.snapshot();

/** Turns a function over many items, which returns one answer for each item in order, into a function over one item. */
export function batching<Item, Answer>(
  run: (items: Item[]) => Promise<readonly Answer[]>,
  {
    most = 256,
    concurrency = 1,
    conflictKeys,
    repeatSingly = () => false,
    patienceMs = 8_000,
  }: BatchingOptions<Item> = {},
): (item: Item) => Promise<Answer> {
  let queue: QueuedItem<Item, Answer>[] = [];
  let free = concurrency;
  let scheduled = false;

  const schedule = () => {
    if (scheduled || free === 0 || queue.length === 0) return;
    scheduled = true;
    // Callers that were just answered ask again within this turn of the event loop, and share the next batch.
    setImmediate(() => {
      scheduled = false;
      queue = rejectOverdue(queue, patienceMs);
      if (queue.length === 0) return;
      const [batch, rest] = nextBatch(queue, most, conflictKeys);
      queue = rest;
      free -= 1;
      void runBatch(batch, run, repeatSingly).finally(() => {
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
      // Leaving the caller's context takes time, so only the caller who schedules the batch does it.
      if (!scheduled && free > 0) outside(schedule);
    });
  };
}

/** The queue without those who have waited too long; the first in it has waited longest. */
function rejectOverdue<Item, Answer>(
  queue: QueuedItem<Item, Answer>[],
  patienceMs: number,
): QueuedItem<Item, Answer>[] {
  const tooEarly = performance.now() - patienceMs;
  if (queue.length === 0 || queue[0]!.since >= tooEarly) return queue;
  const overdue = queue.filter((waiting) => waiting.since < tooEarly);
  for (const { reject } of overdue) reject(new WaitedTooLong('The database did not come to this call in time.'));
  return queue.filter((waiting) => waiting.since >= tooEarly);
}

/**
 * Divides the queue into the next batch and what waits for a later one: in order of arrival, with conflicting items in
 * separate batches.
 */
function nextBatch<Item, Answer>(
  queue: QueuedItem<Item, Answer>[],
  most: number,
  conflictKeys: BatchingOptions<Item>['conflictKeys'],
) {
  if (!conflictKeys) return [queue.slice(0, most), queue.slice(most)] as const;
  const seen = new Set<string>();
  const batch: QueuedItem<Item, Answer>[] = [];
  const rest: QueuedItem<Item, Answer>[] = [];
  for (const waiting of queue) {
    const keys = conflictKeys(waiting.item);
    const fits = batch.length < most && !keys.some((key) => seen.has(key));
    // The keys of an item that waits count as well, so that no later item with one of them overtakes it.
    for (const key of keys) seen.add(key);
    (fits ? batch : rest).push(waiting);
  }
  return [batch, rest] as const;
}

async function runBatch<Item, Answer>(
  batch: readonly QueuedItem<Item, Answer>[],
  run: (items: Item[]) => Promise<readonly Answer[]>,
  repeatSingly: (error: unknown) => boolean,
): Promise<void> {
  try {
    const answers = await run(batch.map((waiting) => waiting.item));
    for (const [place, waiting] of batch.entries()) waiting.resolve(answers[place]!);
  } catch (error) {
    if (batch.length === 1 || !repeatSingly(error)) {
      for (const waiting of batch) waiting.reject(error);
      return;
    }
    for (const waiting of batch) await runBatch([waiting], run, () => false);
  }
}
