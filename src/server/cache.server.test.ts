import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ttlCache } from './cache.server.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

test('a value is used again until it is too old, whatever becomes of the time of day', () => {
  const cache = ttlCache<string, number>({ ttlMs: 500 });
  cache.set('a', 1);
  vi.setSystemTime(0);
  vi.advanceTimersByTime(499);
  expect(cache.get('a')).toBe(1);
  vi.advanceTimersByTime(1);
  expect(cache.get('a')).toBeUndefined();
});

test('an answer that had to wait is as old as its question', () => {
  const cache = ttlCache<string, number>({ ttlMs: 500 });
  const asked = performance.now();
  vi.advanceTimersByTime(400);
  cache.set('a', 1, asked);
  vi.advanceTimersByTime(100);
  expect(cache.get('a')).toBeUndefined();
});

test('callers share one read, and a read that fails is not kept', async () => {
  const cache = ttlCache<string, Promise<number>>({ ttlMs: 500 });
  const read = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue(7);
  const failed = await Promise.allSettled([cache.read('a', read), cache.read('a', read)]);
  expect(failed.map((each) => each.status)).toEqual(['rejected', 'rejected']);
  expect(read).toHaveBeenCalledTimes(1);
  expect(await Promise.all([cache.read('a', read), cache.read('a', read)])).toEqual([7, 7]);
  expect(read).toHaveBeenCalledTimes(2);
});

test('a full cache gives up its oldest entry, and only that', () => {
  const cache = ttlCache<number, number>({ ttlMs: 500, most: 3 });
  for (const n of [1, 2, 3, 1, 4]) cache.set(n, n);
  expect([1, 2, 3, 4].map((n) => cache.get(n))).toEqual([1, undefined, 3, 4]);
});

test('an answer that was under way while something was dropped is not kept', () => {
  const cache = ttlCache<string, number>({ ttlMs: 500 });
  const asked = performance.now();
  vi.advanceTimersByTime(1);
  cache.drop();
  cache.set('a', 1, asked);
  expect(cache.get('a')).toBeUndefined();
});

test('what is dropped is gone at once, the rest stays', () => {
  const cache = ttlCache<string, number>({ ttlMs: 500 });
  cache.set('a', 1);
  cache.set('b', 2);
  cache.drop((value) => value === 1);
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 2]);
  cache.drop();
  expect(cache.get('b')).toBeUndefined();
});
