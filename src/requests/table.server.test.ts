/** The table finds the right rows whichever way it takes: by an index of its own, or by walking the lists. */
import { expect, test } from 'vitest';
import { kindNames } from '#kinds/kinds.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { listRequests, type ListedRequest } from './list.server.ts';
import { networksOfRequests } from './narrowing.server.ts';
import { everyRow, tableOfRequests, type Narrowing, type Order } from './table.server.ts';
import { letGo, take } from './taken.server.ts';
import { newAdmin, newClient } from './story.testing.server.ts';

const db = await testDatabase({ breaks: 'rows without their money, written by hand' });
const owner = db.owner.pool;
const [ana, ben] = [await newClient(db.owner), await newClient(db.owner)];
const [one, other] = [await newAdmin(db.owner), await newAdmin(db.owner)];
const noon = new Date('2026-03-10T12:00:00Z');
const hours = (n: number) => new Date(noon.getTime() + n * 3_600_000);

// One request an hour, of every kind and state. In every seventh another amount arrived than was announced.
await owner.query(
  `insert into requests (id, apply_id, client, kind, platform, state, attempt, n, content, asked_by, amount_cents,
     received_cents, fee_cents, opening_fee_cents, total_cents, details, created_at, decided_by, decided_at)
   select n, 'DP-0000-' || lpad(n::text, 4, '0'), case when n % 3 = 0 then $1::bigint else $2::bigint end,
     (array['topup', 'deposit', 'refund', 'withdrawal', 'penalty'])[1 + n % 5],
     case when n % 5 in (1, 2) then (array['Google', 'Bing'])[1 + n % 2] end,
     (array['Pending', 'Approved', 'Rejected', 'Approved'])[1 + n / 5 % 4]::request_state,
     gen_random_uuid(), 0, gen_random_uuid(), $3::bigint, n % 10 * 1000, case when n % 7 = 0 then 1 end, 5, 0, 1,
     case when n % 5 in (0, 3)
       then jsonb_build_object('networkName', (array['TRC20', 'USDT-TRC20', 'BEP20'])[1 + n % 3])
       else '{}' end,
     $4::timestamptz + n * interval '1 hour', case when n / 5 % 4 > 0 then case when n % 4 = 0 then $3 else $5 end end,
     case when n / 5 % 4 > 0 then $4::timestamptz + n * interval '1 hour' end
   from generate_series(1, 400) n`,
  [ana, ben, one, noon, other],
);
const all = (await listRequests(db, { kinds: kindNames, limit: 200 })).rows;
all.push(...(await listRequests(db, { kinds: kindNames, limit: 200, page: 2 })).rows);

const cents = (row: ListedRequest) => row.receivedCents ?? row.amountCents;
const network = (row: ListedRequest) => String(row.details['networkName'] ?? '').toLowerCase();
const narrowings: Record<string, [Partial<Narrowing>, (row: ListedRequest) => boolean]> = {
  everything: [{}, () => true],
  'one kind, two states': [
    { kinds: ['deposit'], states: ['Approved', 'Pending'] },
    (row) => row.kind === 'deposit' && row.state !== 'Rejected',
  ],
  days: [{ from: hours(100), to: hours(124) }, (row) => row.createdAt >= hours(100) && row.createdAt < hours(124)],
  'from a day on': [{ from: hours(390) }, (row) => row.createdAt >= hours(390)],
  amounts: [{ least: 2_000n, most: 3_000n }, (row) => cents(row) >= 2_000n && cents(row) <= 3_000n],
  'up to an amount': [{ most: 1n }, (row) => cents(row) <= 1n],
  'one network': [{ networks: ['trc20', 'usdt-trc20'] }, (row) => network(row).endsWith('trc20')],
  'no network': [{ networks: [] }, () => false],
  'one admin': [{ decidedBy: other }, (row) => row.decidedBy === other],
  'a network and an admin': [
    { networks: ['trc20', 'usdt-trc20'], decidedBy: other },
    (row) => network(row).endsWith('trc20') && row.decidedBy === other,
  ],
  'a network and amounts': [
    { networks: ['trc20', 'bep20'], least: 2_000n, most: 5_000n },
    (row) => ['trc20', 'bep20'].includes(network(row)) && cents(row) >= 2_000n && cents(row) <= 5_000n,
  ],
  'one client': [{ clients: [ana] }, (row) => row.client === ana],
  'one platform': [{ platforms: ['Bing'] }, (row) => row.platform === 'Bing'],
  'days and amounts': [
    { from: hours(50), to: hours(300), least: 2_000n, most: 5_000n },
    (row) => row.createdAt >= hours(50) && row.createdAt < hours(300) && cents(row) >= 2_000n && cents(row) <= 5_000n,
  ],
  'an admin, a network and days': [
    { decidedBy: other, networks: ['trc20', 'bep20'], from: hours(90) },
    (row) => row.decidedBy === other && ['trc20', 'bep20'].includes(network(row)) && row.createdAt >= hours(90),
  ],
  'all at once': [
    { clients: [ben], decidedBy: other, from: hours(10), to: hours(390), least: 1n, networks: ['bep20'] },
    (row) =>
      row.client === ben &&
      row.decidedBy === other &&
      network(row) === 'bep20' &&
      cents(row) >= 1n &&
      row.createdAt >= hours(10) &&
      row.createdAt < hours(390),
  ],
};
const orders: Order[] = ['createdAt', '-createdAt', 'amount', '-amount'];

function sorted(rows: readonly ListedRequest[], order: Order): string[] {
  const way = order.startsWith('-') ? -1 : 1;
  const by = (row: ListedRequest) => (order.endsWith('amount') ? cents(row) * 1_000_000n : 0n) + row.id;
  return rows.toSorted((a, b) => way * Number(by(a) - by(b))).map(({ applyId }) => applyId);
}

test.each(Object.entries(narrowings))('narrowed by %s, in every order, found either way', async (_, [asked, is]) => {
  const narrowing = { kinds: kindNames, ...asked };
  const found = all.filter(is);
  // The limits that make it take each of the ways: collected, in an index of the clients, in blocks, walked.
  const ways = [
    { few: 5_000, many: 5_000, blocks: 8 },
    { few: -1, many: 5_000, blocks: 8 },
    { few: -1, many: -1, blocks: 8 },
    { few: -1, many: -1, blocks: -1 },
  ];
  for (const limits of ways)
    for (const sort of orders) {
      const page = await tableOfRequests(db, narrowing, { sort, page: 1, limit: 200, after: '' }, limits);
      const wanted = sorted(found, sort);
      expect(page.rows.map(({ applyId }) => applyId)).toEqual(wanted.slice(0, 200));
      expect([page.total, page.more]).toEqual([wanted.length, undefined]);
      const summed = page.sums!.reduce((sum, each) => sum + each.cents, 0n);
      expect(summed).toBe(found.reduce((sum, row) => sum + cents(row), 0n));
      if (wanted.length < 3) continue;
      const second = { sort, page: 2, limit: 2, after: '' };
      expect((await tableOfRequests(db, narrowing, second, limits)).rows.map((row) => row.applyId)).toEqual(
        wanted.slice(2, 4),
      );
      const beyond = { sort, page: 1, limit: 2, after: wanted[0]! };
      expect((await tableOfRequests(db, narrowing, beyond, limits)).rows.map((row) => row.applyId)).toEqual(
        wanted.slice(1, 3),
      );
    }
});

test('an after that names nothing leads nowhere, and a search is narrowed like everything else', async () => {
  for (const sort of orders) {
    const nowhere = { sort, page: 1, limit: 5, after: 'DP-9999-9999' };
    expect((await tableOfRequests(db, { kinds: kindNames }, nowhere)).rows).toEqual([]);
    const asked = { kinds: kindNames, q: 'DP-0000-01', most: 3_000n, from: hours(120) };
    const { rows, total } = await tableOfRequests(db, asked, { sort, page: 1, limit: 200, after: '' });
    const wanted = all.filter((row) => row.applyId.startsWith('DP-0000-01') && cents(row) <= 3_000n && row.id >= 120n);
    expect(rows.map(({ applyId }) => applyId)).toEqual(sorted(wanted, sort));
    expect(total).toBe(wanted.length);
  }
});

test('a file has every row once, in the order of the screen', async () => {
  for (const sort of orders) {
    const rows: ListedRequest[] = [];
    for await (const row of everyRow(db, { kinds: kindNames, least: 1n }, sort, 50)) rows.push(row);
    expect(rows.map(({ applyId }) => applyId)).toEqual(
      sorted(
        all.filter((row) => cents(row) >= 1n),
        sort,
      ),
    );
  }
});

test('a file has every row once, although meanwhile another amount arrives for the last row of a batch', async () => {
  // Approved with 99.99 or with 0.01, this row stands further on, or before what the next batch begins with.
  for (const [sort, arrived] of Object.entries({ amount: [9_999, 1], '-amount': [1, 9_999] })) {
    const wanted = sorted(all, sort as Order);
    const border = wanted.findIndex((applyId, n) => n > 100 && waits(applyId));
    for (const amount of arrived) {
      const rows: string[] = [];
      for await (const { applyId } of everyRow(db, { kinds: kindNames }, sort as Order, border + 1)) {
        rows.push(applyId);
        if (rows.length === border + 1) await decided(applyId, 'Approved', amount);
      }
      expect(rows).toEqual(wanted);
      await decided(wanted[border]!, 'Pending', null);
    }
  }
});

const waits = (applyId: string) =>
  all.some((row) => row.applyId === applyId && row.state === 'Pending' && row.receivedCents === null);
const decided = (applyId: string, state: string, received: number | null) =>
  owner.query(`update requests set state = $2, received_cents = $3 where apply_id = $1`, [applyId, state, received]);

test('knows the networks as they were written', async () => {
  expect(await networksOfRequests(db)).toEqual(['bep20', 'trc20', 'usdt-trc20']);
});

test('what somebody has taken is theirs for an hour, and nobody else has it; what one asked for is not theirs to decide', async () => {
  const pending = { kinds: kindNames, states: ['Pending'] } as const;
  const ids = async (more: Partial<Narrowing>) =>
    (
      await tableOfRequests(db, { ...pending, ...more }, { sort: 'createdAt', page: 1, limit: 200, after: '' })
    ).rows.map(({ id }) => id);
  const every = await ids({});
  const [first, second] = every;
  await take(db, first!, one);
  await take(db, second!, other);
  expect(await ids({ taken: one })).toEqual([first]);
  expect(await ids({ taken: 'nobody' })).toEqual(every.slice(2));
  await take(db, first!, other);
  expect([await ids({ taken: one }), await ids({ taken: other })]).toEqual([[], [first, second]]);
  await letGo(db, first!, one);
  expect(await ids({ taken: other })).toEqual([first, second]);
  await owner.query(`update taken_requests set at = now() - interval '61 minutes' where request = $1`, [first]);
  expect([await ids({ taken: other }), await ids({ taken: 'nobody' })]).toEqual([
    [second],
    every.filter((id) => id !== second),
  ]);
  expect(await ids({ notOf: one })).toEqual([]);
  expect(await ids({ notOf: other })).toEqual(every);
});
