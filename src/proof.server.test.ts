/**
 * Every test file's database is audited before it is dropped (`testDatabase`); this one shows that the audit can say
 * no.
 */
import { expect, test } from 'vitest';
import { busyFactor } from '#server/busy.testing.server.ts';
import { story } from '#requests/story.testing.server.ts';
import { proveBook, testDatabase } from '#server/database.testing.server.ts';

const db = await testDatabase({ breaks: 'a balance is raised behind the ledger, to be found' });
const at = story(db);

test('a balance that its history does not explain is found in the database of a test file', async () => {
  const client = await at.client(100_00n);
  const began = performance.now();
  expect(await proveBook(db.url)).toEqual([]);
  expect(performance.now() - began).toBeLessThan(5_000 * busyFactor());
  await db.owner.transaction(async (tx) => {
    await tx.query('test.behind', "set local session_replication_role = 'replica'", []);
    await tx.query('test.raise', 'update balances set balance = balance + 1 where account = $1', [`wallet:${client}`]);
  });
  expect(await proveBook(db.url)).not.toEqual([]);
});
