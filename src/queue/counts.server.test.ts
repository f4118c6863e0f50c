/**
 * What waits is counted once for as long as nothing changes, and never told older than what was decided before it was
 * asked for.
 */
import { afterAll, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/database.server.ts';
import { appRole } from '#server/migrate.server.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { countWaiting } from './waiting.server.ts';

const db = await testDatabase({ breaks: 'requests without their money, written by hand' });
const otherNode = openDatabase(db.url, { role: appRole });
afterAll(() => otherNode.close());

await db.owner.pool.query(
  `insert into requests (apply_id, client, kind, state, attempt, n, content, asked_by,
   amount_cents, fee_cents, opening_fee_cents, total_cents)
   select 'TU-' || n, 1, 'topup', 'Pending', gen_random_uuid(), 0, gen_random_uuid(), 1, 1, 0, 0, 1
     from generate_series(1, 40) n`,
);
const decided = (n: number) => `update requests set state = 'Rejected' where apply_id = 'TU-${n}'`;
const both = () => Promise.all([db, otherNode].map(async (node) => (await countWaiting(node))[0]?.pending ?? 0));

test('every verdict is in the next count of every node', async () => {
  for (let n = 1; n <= 20; n += 1) {
    await db.owner.pool.query(decided(n));
    expect(await both()).toEqual([40 - n, 40 - n]);
  }
});

test('a verdict that is under way while others count is in the count once it is given', async () => {
  const connection = await db.owner.pool.connect();
  for (let n = 21; n <= 40; n += 1) {
    await connection.query('begin');
    await connection.query(decided(n));
    expect(await both()).toEqual([41 - n, 41 - n]);
    expect(await both()).toEqual([41 - n, 41 - n]);
    await connection.query('commit');
    expect(await both()).toEqual([40 - n, 40 - n]);
  }
  connection.release();
});

test('what nobody has changed is not counted again', async () => {
  await db.owner.pool.query(`update requests set state = 'Pending'`);
  // Other tests write on the same server.
  await vi.waitFor(async () => expect(await countWaiting(db)).toBe(await countWaiting(db)), {
    timeout: 20_000,
    interval: 5,
  });
  expect(await both()).toEqual([40, 40]);
});
