/**
 * Counting to ten thousand is slow, and "more than 10,000" need not be exact: so a count that large is cached for a
 * minute. Smaller counts, which people compare with the rows they see, are made each time. People page through the
 * results of a search, so a search with more than a thousand results is cached as well.
 */
import { ttlCache } from './cache.server.ts';
import type { Database } from './database.server.ts';

const many = 10_000;
const manyFound = 1_000;

const countsOf = (db: Pick<Database, 'once'>) => db.once('counts', () => ttlCache<string, number>({ ttlMs: 60_000 }));

/** What `count` answers, or answered under this name within the last minute if that was a large number. */
export async function cachedCount(
  db: Pick<Database, 'once'>,
  name: string,
  count: () => Promise<number>,
  { search = '' }: { search?: string | undefined } = {},
): Promise<number> {
  const counts = countsOf(db);
  const cached = counts.get(name);
  if (cached !== undefined) return cached;
  const counted = await count();
  if (counted > (search === '' ? many : manyFound)) counts.set(name, counted);
  return counted;
}
