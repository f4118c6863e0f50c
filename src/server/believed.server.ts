/**
 * Counting to ten thousand takes a while, and who is told "more than 10,000" does not care which. So a count that large
 * is believed for a minute; smaller ones, which people compare with what they see, are counted each time. A search is
 * gone through page by page, and what it found among a million is believed from a thousand on.
 */
import type { Database } from './database.server.ts';

const many = 10_000;
const manyFound = 1_000;
const believedMs = 60_000;
const mostRemembered = 1_000;

const remembered = new WeakMap<Database['pool'], Map<string, { at: number; count: number }>>();

/**
 * What `count` answers, or what it answered under this name within a minute if that was more than 10,000, or 1,000 for
 * a search.
 */
export async function manyBelieved(
  db: Pick<Database, 'pool'>,
  name: string,
  count: () => Promise<number>,
  { search = '' }: { search?: string | undefined } = {},
): Promise<number> {
  let known = remembered.get(db.pool);
  if (!known) remembered.set(db.pool, (known = new Map()));
  const before = known.get(name);
  if (before && performance.now() - before.at < believedMs) return before.count;
  const counted = await count();
  if (known.size >= mostRemembered) known.clear();
  if (counted > (search === '' ? many : manyFound)) known.set(name, { at: performance.now(), count: counted });
  else known.delete(name);
  return counted;
}
