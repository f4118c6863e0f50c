import { expect, test } from 'vitest';
import { countClients, listClients, oneClient } from '#clients/clients.store.server.ts';
import { findings, longAgo, story } from '#requests/story.testing.server.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { adAccountTotalsOf } from '#ledger/ledger.server.ts';
import { countActive, unmarkInactive } from './revenue.store.server.ts';

const db = await testDatabase();
const at = story(db);

const list = { q: '', sort: '-createdAt', page: 1, limit: 50, after: '', active: true };
const active = async () => (await listClients(db, list)).map((row) => row.id);
const marked = async () =>
  (await db.query<{ id: bigint }>('t.marked', 'select id from clients where approved_lately order by id')).map(
    (row) => row.id,
  );

test('approving marks a client, and the mark goes when nothing was approved for 30 days; the list is exact all the time', async () => {
  const [early, late] = [await at.client(10_00n), await at.client(10_00n)];
  const never = await at.client();
  await at.topup(never, 5_00n);
  expect(await marked()).toEqual([early, late]);
  await longAgo(db.owner, early, 31);
  expect(await marked()).toEqual([early, late]);
  expect(await active()).toEqual([late]);
  expect(await countClients(db, list)).toBe(1);
  expect(await countActive(db)).toBe(1);
  expect(await unmarkInactive(db)).toBe(1);
  expect(await marked()).toEqual([late]);
  await at.approve((await at.topup(early, 1_00n)).requests[0]!.applyId);
  expect(await active()).toEqual([late, early]);
  expect(await findings(db.url)).toEqual([]);
});

test('an approval that was reversed leaves no active client, and one who closed the account is none', async () => {
  const [mistaken, gone] = [await at.client(), await at.client(10_00n)];
  const { applyId } = (await at.topup(mistaken, 5_00n)).requests[0]!;
  await at.approve(applyId);
  expect(await active()).toContain(mistaken);
  const before = await countActive(db);
  await at.reverse(applyId);
  await db.owner.pool.query('update clients set closed_at = now() where id = $1', [gone]);
  expect(await active()).not.toContain(mistaken);
  expect(await active()).not.toContain(gone);
  expect(await countActive(db)).toBe(before - 2);
  expect(await unmarkInactive(db)).toBe(1);
});

test('what a client has in ad accounts is added up as it moves, by platform', async () => {
  const { client, adsId, order } = await at.account(100_00n, 900_00n);
  expect(await adAccountTotalsOf(db, client)).toEqual([{ platform: 'Google', accounts: 1, balanceCents: 100_00n }]);
  await at.approve((await at.deposit(client, adsId, 20_00n)).requests[0]!.applyId);
  await at.refund(client, adsId, 50_00n);
  const [one] = await db.query<{ publicId: string }>(
    't.public',
    'select public_id as "publicId" from clients where id = $1',
    [client],
  );
  expect(await oneClient(db, one!.publicId)).toMatchObject({ inAdAccountsCents: 70_00n, adAccounts: 1, pending: 1 });
  const empty = await at.account(10_00n, 900_00n);
  await at.reverse(empty.order);
  expect(await adAccountTotalsOf(db, empty.client)).toEqual([{ platform: 'Google', accounts: 0, balanceCents: 0n }]);
  expect(order).not.toBe(empty.order);
  expect(await findings(db.url)).toEqual([]);
});
