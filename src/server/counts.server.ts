/**
 * Counting to ten thousand takes a while, and who reads "more than 10,000" does not care which. So a count that large is
 * cached for a minute; smaller ones, which people compare with what they see, are counted each time. People page through
 * the results of a search, so that one with more than a thousand is cached as well.
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
