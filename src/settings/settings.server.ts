/** Settings as handlers read them. A node caches prices for a second, so that an order is one round trip. */
import type { ClientId } from '#kernel/ids.ts';
import type { Platform } from '#platforms/platforms.ts';
import { ttlCache } from '#server/cache.server.ts';
import type { Database } from '#server/database.server.ts';
import { readPrices, readSettings } from './settings.store.server.ts';
import type { Prices, Settings } from './settings.ts';

export { readPrices as pricesInFull, readSecondPair, secondPairSql } from './settings.store.server.ts';

const ttlMs = 1_000;

const pricesOf = (db: Database) => db.once('prices', () => ttlCache<bigint, Promise<Prices>>({ ttlMs, most: 10_000 }));

export function currentSettings(db: Database): Promise<Settings> {
  return readSettings(db);
}

/** What ad accounts are sold on. */
export async function platformsOn(db: Database): Promise<readonly Platform[]> {
  return (await readSettings(db)).platforms;
}

/** Whether every admin has to use two-factor sign-in; cached for a second, as every call of an admin asks. */
export function adminsNeedTwoFactor(db: Database): () => Promise<boolean> {
  const cache = ttlCache<'needed', Promise<boolean>>({ ttlMs });
  return () => cache.read('needed', async () => (await readSettings(db)).adminsNeedTwoFactor);
}

/** What this client pays now. */
export function pricesFor(db: Database, client: ClientId): Promise<Prices> {
  return pricesOf(db).read(client, async () => (await readPrices(db, client)).prices);
}

/** Prices just changed here: this node need not wait for the second to pass. */
export function forgetPrices(db: Database): void {
  pricesOf(db).drop();
}
