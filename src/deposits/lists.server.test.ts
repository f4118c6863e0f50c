import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { onByDefault, specOf, type Platform } from '#platforms/platforms.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { openAccounts } from './deposits.testing.server.ts';

const portal = await testPortal();
let client: Person;
let stranger: Person;
let admin: Person;

/** Five deposits on each platform: one cancelled, one rejected, one approved, two that wait. */
beforeAll(async () => {
  [client, stranger, admin] = await Promise.all([portal.client({ dollars: 5_000 }), portal.client(), portal.admin()]);
  for (const platform of onByDefault) {
    const [adsId] = await openAccounts(portal, client, admin, platform, [0]);
    const ask = async (money: number) => {
      const path = `/kimi/create-${platform.toLowerCase()}-adDeposit`;
      return (await portal.call('POST', path, { as: client, body: { adsId, money } })).body.deposits[0]
        .applyId as string;
    };
    const ids = [await ask(1), await ask(2.5), await ask(3), await ask(4), await ask(5)];
    const decide = (applyId: string | undefined, action: string, body: object) =>
      portal.call('PUT', '/kimi/approve-deposit', {
        as: admin,
        query: { adsId, adType: platform, applyId, action },
        body,
      });
    await portal.call('PUT', '/kimi/cancel-request', { as: client, query: { applyId: ids[0] } });
    await decide(ids[1], 'reject', { remarks: '=1+1' });
    await decide(ids[2], 'approve', { transactionId: 'x' });
  }
});

const own = (platform: Platform, query = {}, as = client) =>
  portal.call('GET', `/kimi/get-${platform}-adDeposit`, { as, query: { adType: platform, ...query } });
const pending = (platform: Platform, query = {}) =>
  portal.call('GET', `/kimi/get-pending-${platform.toLowerCase()}-adDeposit`, { as: admin, query });

describe('lists', () => {
  test('page, filter, search and sort on the server, and show nobody else’s', async () => {
    const all = (await own('Google', { limit: 200 })).body;
    expect(all.total).toBe(all.deposits.length);
    const second = (await own('Google', { limit: 2, page: 2 })).body;
    expect(second).toMatchObject({ page: 2, limit: 2, total: all.total });
    expect(second.deposits).toEqual(all.deposits.slice(2, 4));
    const deeper = (await own('Google', { limit: 2, after: all.deposits[1].applyId })).body;
    expect(deeper.deposits).toEqual(all.deposits.slice(2, 4));
    const oldest = (await own('Google', { limit: 200, sort: 'createdAt' })).body;
    expect(oldest.deposits).toEqual(all.deposits.toReversed());
    const { applyId } = all.deposits[0];
    expect((await own('Google', { q: applyId.toLowerCase() })).body.deposits).toEqual([all.deposits[0]]);
    expect(
      (await own('Google', { state: 'Completed' })).body.deposits.every(
        (row: { state: string }) => row.state === 'Completed',
      ),
    ).toBe(true);
    expect((await own('Google', {}, stranger)).body).toMatchObject({ deposits: [], total: 0 });
    expect((await own('Google', { sort: 'money' })).status).toBe(400);
  });

  test('pending ones come oldest first, and `state` widens', async () => {
    const rows = (await pending('Google', { limit: 200 })).body.deposits;
    expect(rows.map((row: { createdAt: string }) => row.createdAt)).toEqual(
      rows.map((row: { createdAt: string }) => row.createdAt).toSorted(),
    );
    expect(rows.every((row: { state: string }) => row.state === 'Pending')).toBe(true);
    const widened = (await pending('Google', { state: 'all', limit: 200 })).body.deposits.map(
      (row: { state: string }) => row.state,
    );
    expect(new Set(widened)).toEqual(new Set(['Pending', 'Completed', 'Rejected', 'Cancelled']));
  });
});

describe('the export', () => {
  test('is a real spreadsheet of exactly the filter one sees', async () => {
    for (const platform of onByDefault) {
      const { calls, wire } = specOf(platform);
      const file = await portal.call('GET', calls.exportDeposits, {
        as: client,
        query: { state: 'Rejected' },
      });
      expect(file.status).toBe(200);
      expect(file.headers.get('content-type')).toBe(
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      );
      expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${wire.depositFile}"`);
      const [header, ...rows] = (await readXlsx(new Uint8Array(file.bytes))).sheets[0]!.rows;
      expect(header).toEqual([
        'Apply ID',
        'Ads ID',
        'Money',
        'Top-up Fee',
        'Total Cost',
        'State',
        'Transaction ID',
        'Remarks',
        'Created Time (Asia/Shanghai)',
        'Updated Time (Asia/Shanghai)',
      ]);
      const listed = (await own(platform, { state: 'Rejected' })).body.deposits;
      expect(rows.map((row) => row.slice(0, 6))).toEqual(
        listed.map((row: Record<string, unknown>) =>
          ['applyId', 'adsId', 'money', 'topUpFee', 'totalCost', 'state'].map((name) => row[name]),
        ),
      );
      expect(rows[0]![8]).toBeInstanceOf(Date);
    }
    const none = await portal.call('GET', '/kimi/export-googlead-deposit', { as: stranger });
    expect((await readXlsx(new Uint8Array(none.bytes))).sheets[0]!.rows).toHaveLength(1);
  });
});
