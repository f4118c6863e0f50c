import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { testPortal } from '#portal.testing.server.ts';

const portal = await testPortal();
const admin = await portal.admin();
const tom = await portal.admin('Finance');
const client = await portal.client();

const team = (query: Record<string, string> = {}) => portal.call('GET', '/kimi/get-team', { as: admin, query });
const topUp = async (dollars: number) => {
  const body = { chargeMoney: dollars, transactionId: `Transfer ${dollars} of the exchange` };
  return (await portal.call('POST', '/add-money', { as: client, body })).body.transaction.applyId as string;
};

test('each admin has their own decisions of each kind, how long half and nine of ten took, and the late ones', async () => {
  const ids = [];
  for (const hours of [1, 2, 3, 30]) {
    const applyId = await topUp(hours);
    await portal.db.owner.pool.query(
      `update requests set created_at = now() - $2 * interval '1 hour' where apply_id = $1`,
      [applyId, hours],
    );
    ids.push(applyId);
  }
  await portal.decide(tom, 'approve', ...ids.map((applyId) => ({ applyId })));
  const own = (await team()).body.pace.filter(({ admin: of }: { admin: string }) => of === tom._id);
  expect(own).toHaveLength(1);
  expect(own[0]).toMatchObject({ username: tom.username, kind: 'topup', count: 4, late: 1 });
  expect(own[0].median).toBeCloseTo(2.5, 1);
  expect(own[0].p90).toBeCloseTo(21.9, 1);
  expect((await team({ from: '2020-01-01', to: '2020-01-31' })).body.pace).toEqual([]);
  expect((await team({ from: '2020-01-02', to: '2020-01-01' })).body.field).toBe('to');
  expect((await team({ from: '2020-01-01', to: '2020-12-31' })).body.field).toBe('to');
  const sheet = await portal.call('GET', '/kimi/export-team', { as: admin });
  const rows = (await readXlsx(new Uint8Array(sheet.bytes))).sheets[0]!.rows;
  expect(rows.find(([who]) => who === tom.username)!.slice(1, 3)).toEqual(['Top-up', 4]);
});

test('whoever takes over is told what is new, what waits and what is late', async () => {
  const before = (await team()).body.handover;
  const applyId = await topUp(77);
  await topUp(78);
  await portal.db.owner.pool.query(`update requests set created_at = now() - interval '2 days' where apply_id = $1`, [
    applyId,
  ]);
  const { handover } = (await team()).body;
  expect([handover.asked - before.asked, handover.pending - before.pending, handover.late - before.late]).toEqual([
    1, 2, 1,
  ]);
  expect(handover.queues.find(({ kind }: { kind: string }) => kind === 'topup')).toMatchObject({ pending: 2, late: 1 });
  expect((await portal.call('GET', '/kimi/get-team', { as: tom })).status).toBe(403);
});
