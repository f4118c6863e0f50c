/** Counting guesses and taking back those that were right, by many at one moment. */
import { expect, test } from 'vitest';
import { testDatabase } from '#server/database.testing.server.ts';
import { clearAttempts, guess } from './throttle.server.ts';

const db = await testDatabase();
const limitsOf = (keys: string[]) => keys.map((key) => ({ key, most: 1_000 }));

test('who signs in at the same moment from one network waits for nobody in a circle, and every guess is counted', async () => {
  // Rows lie in the order in which they were first written, the network's before the account's.
  const keys = ['account', 'network'];
  for (const key of keys.toReversed()) await guess(db, limitsOf([key]), 900);
  const people = Array.from({ length: 400 }, async (_, n) => {
    await guess(db, limitsOf(keys), 900);
    if (n % 2 === 0) await clearAttempts(db, keys);
  });
  await Promise.all(people);
  const left = await db.query<{ key: string; guesses: number }>(
    'test.left',
    'select key, guesses from throttles order by key',
    [],
  );
  expect(left).toEqual(keys.map((key) => ({ key, guesses: 1 + 200 })));
});

test('a key that is cut because it is long is forgiven under the same name', async () => {
  const key = 'k'.repeat(500);
  expect(await guess(db, [{ key, most: 1 }], 900)).toBe(0);
  await clearAttempts(db, [key]);
  expect(await guess(db, [{ key, most: 1 }], 900)).toBe(0);
  expect(await guess(db, [{ key, most: 1 }], 900)).toBeGreaterThan(0);
});

test('who is refused by the first key spends no other one', async () => {
  const limits = [
    { key: 'one session', most: 1 },
    { key: 'all of a passkey', most: 2 },
  ];
  expect(await guess(db, limits, 900)).toBe(0);
  for (let n = 0; n < 5; n++) expect(await guess(db, limits, 900)).toBeGreaterThan(0);
  expect(await guess(db, [{ key: 'another session', most: 1 }, limits[1]!], 900)).toBe(0);
});
