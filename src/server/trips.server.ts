/** Counting round trips to the database: an endpoint declares how many it may make, and a test holds it to that. */
import { AsyncLocalStorage } from 'node:async_hooks';

const counter = new AsyncLocalStorage<{ trips: number }>();
let counting = 0;

export function countTrip() {
  if (counting === 0) return;
  const store = counter.getStore();
  if (store) store.trips += 1;
}

/** Runs `work` and tells how many round trips to the database it made, in whichever functions it called. */
export async function countTrips<T>(work: () => Promise<T>): Promise<{ result: T; trips: number }> {
  const store = { trips: 0 };
  counting += 1;
  try {
    return { result: await counter.run(store, work), trips: store.trips };
  } finally {
    counting -= 1;
  }
}
