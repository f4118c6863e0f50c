import { describe, expect, test } from 'vitest';
import { kinds, kindNames } from '#kinds/kinds.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { decide } from './deciding.server.ts';
import { findRequest, listRequests, type Listing } from './list.server.ts';
import { refused, story } from './story.testing.server.ts';

const db = await testDatabase();
const at = story(db);

const { client, adsId, order } = await at.account(100_00n, 900_00n);
const deposits: string[] = [];
for (let n = 1n; n <= 7n; n++) deposits.push((await at.deposit(client, adsId, n * 100n)).requests[0]!.applyId);
await at.approve(deposits[0]!, { transactionId: '0xFEED-42' });
await at.reject(deposits[1]!);
const refund = (await at.refund(client, adsId, 1_00n)).requests[0]!.applyId;
const stranger = await at.client(50_00n);
await at.withdrawal(stranger, 10_00n);

async function list(listing: Omit<Listing, 'kinds'> & Partial<Listing>): Promise<string[]> {
  const { rows } = await listRequests(db, { kinds: kindNames, client, ...listing });
  return rows.map((row) => row.applyId);
}

describe('a list', () => {
  test('is newest first, or oldest first, over all kinds', async () => {
    expect((await list({})).slice(0, 8)).toEqual([refund, ...deposits.toReversed()]);
    expect((await list({ sort: 'createdAt' })).slice(-1)).toEqual([refund]);
    expect(await listRequests(db, { kinds: kindNames, client })).toMatchObject({ total: 10, page: 1, limit: 50 });
  });

  test('holds the kinds, platforms and states that were asked for, and nothing else', async () => {
    expect(await list({ kinds: ['deposit'], states: ['Pending'] })).toEqual(deposits.slice(2).toReversed());
    expect(await list({ kinds: ['deposit'], states: ['Approved', 'Rejected'] })).toEqual([deposits[1], deposits[0]]);
    expect(await list({ kinds: ['deposit', 'refund'], platforms: ['Bing'] })).toEqual([]);
    expect(await list({ kinds: ['topup'], platforms: ['Google'] })).toEqual([]);
    expect(await list({ kinds: [] })).toEqual([]);
    expect(await list({ client: stranger, kinds: ['deposit'] })).toEqual([]);
  });

  test('is the same walked by pages as walked by the last row seen', async () => {
    const pages: string[] = [];
    const steps: string[] = [];
    for (let page = 1; page <= 4; page++) pages.push(...(await list({ kinds: ['deposit', 'refund'], page, limit: 3 })));
    for (let after = ''; ;) {
      const rows = await list({ kinds: ['deposit', 'refund'], limit: 3, after });
      if (rows.length === 0) break;
      steps.push(...rows);
      after = rows.at(-1)!;
    }
    expect(pages).toEqual([refund, ...deposits.toReversed()]);
    expect(steps).toEqual(pages);
    expect(await list({ after: 'DP-0000-0000' })).toEqual([]);
    expect(await refused(listRequests(db, { kinds: ['deposit'], page: 201, limit: 50 }))).toBe('400 input.invalid');
  });

  test('finds by the beginning of an apply id, Ads ID or transaction id, however typed, and by parts of a name', async () => {
    const found = async (q: string, more: Partial<Listing> = {}) =>
      (await listRequests(db, { kinds: kindNames, q, ...more })).rows.map((row) => row.applyId);
    expect(await found(deposits[4]!.toLowerCase())).toEqual([deposits[4]]);
    expect(await found('0xfeed')).toEqual([deposits[0]]);
    expect(await found(adsId.toUpperCase(), { kinds: ['deposit'] })).toHaveLength(7);
    const [person] = await db.query<{ username: string }>(
      't.name',
      'select name as username from clients where id = $1',
      [stranger],
    );
    expect(await found(person!.username.slice(3, 12))).toHaveLength(2);
    expect(await found(`${person!.username}@EXAMPLE`)).toHaveLength(2);
    expect(await found('%')).toEqual([]);
    expect(await found('_')).toEqual([]);
    expect((await listRequests(db, { kinds: kindNames, q: adsId, states: ['Rejected'] })).total).toBe(1);
  });

  test('says whose a request is, who decided it, and what waits for a second admin', async () => {
    const admin = await at.admin();
    await decide(db, {
      kinds,
      applyId: deposits[2]!,
      verdict: 'approve',
      admin,
      approvals: 2,
      fill: { transactionId: 'x' },
    });
    const [row] = (await listRequests(db, { kinds: ['deposit'], client, q: deposits[2]! })).rows;
    expect(row).toMatchObject({
      client,
      state: 'Pending',
      person: { walletCents: await at.wallet(client) },
      waits: { verdict: 'approve', by: admin },
    });
    expect(await findRequest(db, { applyId: order, client })).toMatchObject({
      state: 'Approved',
      decidedByName: expect.any(String),
      waits: null,
    });
    expect(await findRequest(db, { applyId: order, client: stranger })).toBeUndefined();
    expect(await findRequest(db, { applyId: order, kinds: ['deposit'] })).toBeUndefined();
  });
});
