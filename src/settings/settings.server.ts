/** Settings as handlers read them. A node believes prices for a second, so that an order is one round trip. */
import type { Database } from '#server/database.server.ts';
import { readPrices, readSettings } from './settings.store.server.ts';
import type { Prices, Settings } from './settings.ts';

export { readPrices as pricesInFull } from './settings.store.server.ts';

const believedMs = 1_000;
const mostRemembered = 10_000;
const remembered = new WeakMap<Database, Map<bigint, { at: number; prices: Promise<Prices> }>>();

export function currentSettings(db: Database): Promise<Settings> {
  return readSettings(db);
}

/** Whether every admin has to use two-factor sign-in; believed for a second, as every call of an admin asks. */
export function adminsNeedTwoFactor(db: Database): () => Promise<boolean> {
  let believed: { at: number; needed: Promise<boolean> } | undefined;
  return () => {
    if (!believed || performance.now() - believed.at >= believedMs) {
      const needed = readSettings(db).then((settings) => settings.adminsNeedTwoFactor);
      needed.catch(() => (believed = undefined));
      believed = { at: performance.now(), needed };
    }
    return believed.needed;
  };
}

/** What this client pays now. `client` is the person's internal number. */
export function pricesFor(db: Database, client: bigint): Promise<Prices> {
  const known = remembered.get(db) ?? new Map<bigint, { at: number; prices: Promise<Prices> }>();
  remembered.set(db, known);
  const before = known.get(client);
  // A clock that only runs forward: the time of day may be set back.
  const now = performance.now();
  if (before && now - before.at < believedMs) return before.prices;
  if (known.size >= mostRemembered) known.clear();
  const prices = readPrices(db, client).then((read) => read.prices);
  known.set(client, { at: now, prices });
  // A failed look must not be believed by the next caller.
  prices.catch(() => known.delete(client));
  return prices;
}

/** Prices just changed here: this node need not wait for the second to pass. */
export function forgetPrices(db: Database): void {
  remembered.delete(db);
}
