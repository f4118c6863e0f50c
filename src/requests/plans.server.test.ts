/**
 * PostgreSQL makes plans once a connection, without looking at values, perhaps before the tables were ever analysed or
 * long after. A client's list that is read through everybody's index is right but slow, and no other test would notice.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { countWaiting } from '#queue/waiting.server.ts';
import type { Database } from '#server/database.server.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { rulesDue } from '#runway/refill.store.server.ts';
import { readBy as allReadBy } from '#server/plans.testing.server.ts';
import { latestOf, listRequests, type Listing } from './list.server.ts';
import { networksOfRequests } from './narrowing.server.ts';
import { openRequestsOf } from './open.server.ts';
import { paceOfAdmins, sinceMoment } from './pace.server.ts';
import { kindNames } from '#kinds/kinds.ts';
import { countOfStatement, statementOf, walletAt } from './statement.server.ts';
import type { ClientId } from '#kernel/ids.ts';
import { tableOfRequests, type Narrowing, type Order } from './table.server.ts';
import { newClient } from './story.testing.server.ts';

const db = await testDatabase({ breaks: 'rows without their money, written by hand' });
const owner = db.owner.pool;
const first = await newClient(db.owner);
const clients = [first, await newClient(db.owner), await newClient(db.owner)];

/** What the statements of `work` read of requests and movements. */
async function readBy(work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const found = await allReadBy(owner, db, work);
  return [...found].filter((name) => /requests|movements/.test(name)).toSorted();
}

const nobody = { publicId: '', username: '', email: '', contact1: '', walletCents: 0n };
let written = 0;

/** So many deposits of one client, one in fifty Pending and the others approved, written directly as only tests may. */
async function deposits(client: ClientId, count: number): Promise<void> {
  await owner.query(
    `insert into requests (id, apply_id, client, kind, platform, state, attempt, n, content,
     asked_by, amount_cents, fee_cents, opening_fee_cents, total_cents, decided_by, decided_at)
     select $2::bigint + n, 'DP-' || ($2::bigint + n), $1::bigint, 'deposit', 'Google',
       (case when n % 50 = 0 then 'Pending' else 'Approved' end)::request_state,
       gen_random_uuid(), 0, gen_random_uuid(), $1::bigint, 1, 0, 0, 1, case when n % 50 <> 0 then n % 9 end,
       case when n % 50 <> 0 then now() - n * interval '1 minute' end from generate_series(1, $3::int) n`,
    [client, written, count],
  );
  await owner.query(
    `insert into movements (request, client, step, leg, src, dst, amount, fee, src_balance, dst_balance)
     select $2::bigint + n, $1::bigint, 0, 0, 'wallet:' || $1::bigint, 'held:' || $1::bigint, 1, 0, 0, 1
       from generate_series(1, $3::int) n`,
    [client, written, count],
  );
  written += count;
}

const everybody: Listing = { kinds: ['deposit'], platforms: ['Google'] };
const lists: Record<string, Partial<Listing>> = {
  'first page': {},
  'page oldest first': { sort: 'createdAt' },
  'page after a row': { after: 'DP-40' },
  'of what waits': { states: ['Pending'], sort: 'createdAt' },
  'of everything': { kinds: kindNames, platforms: undefined },
};

/**
 * What has to hold however the tables are filled and whatever is known of them. `well`: the statistics are of today.
 */
function insistOnPlans({ well }: { well: boolean }): void {
  test.each(Object.entries(lists))("a client's list, %s, is read by the client's index alone", async (_, more) => {
    const read = await readBy((on) => listRequests(on, { ...everybody, client: first, ...more }));
    expect(read.filter((name) => !/_pkey|apply_id|decisions/.test(name))).toEqual(['requests_of_client']);
  });

  test.each(Object.entries(lists))("everybody's list, %s, is read by the admins' index", async (_, more) => {
    const read = await readBy((on) => listRequests(on, { ...everybody, ...more }));
    expect(read).toContain('requests_of_admin');
    expect(read).not.toContain('all of requests');
    // A count may be read in either of two indexes that both hold what is counted.
    if (well) expect(read).not.toContain('requests_of_client');
  });

  test('the latest requests of clients, what waits, and statements have their own indexes too', async () => {
    const latest = await readBy((on) =>
      latestOf(on, new Map(clients.map((id) => [id, nobody])), [{ kinds: ['topup'] }, { kinds: ['deposit'] }], 150),
    );
    expect(latest.filter((name) => !/_pkey|decisions/.test(name))).toEqual(['requests_of_client']);
    expect(await readBy(countWaiting)).toContain('requests_of_admin');
    const [from, to] = [new Date(Date.now() - 9 * 86_400_000), new Date(Date.now() - 8 * 86_400_000)];
    for (const more of [{}, { from, to }, { oldestFirst: true }])
      expect(await readBy((on) => statementOf(on, { client: first, limit: 8, ...more }))).toEqual([
        'movements_of_wallet',
        'requests_pkey',
      ]);
    expect(await readBy((on) => countOfStatement(on, { client: first, from, to }, 100))).toEqual([
      'movements_of_wallet',
    ]);
    expect(await readBy((on) => walletAt(on, first, to))).toEqual(['movements_of_wallet']);
    const rare = await readBy((on) => statementOf(on, { client: first, limit: 8, kinds: ['goodwill'] }));
    expect(rare).toEqual(['movements_of_wallet', 'movements_once', 'requests_of_client', 'requests_pkey']);
    expect(await readBy((on) => openRequestsOf(on, first))).toEqual(['requests_of_client']);
    expect(await readBy((on) => rulesDue(on, '2026-11-01'))).toEqual(['requests_of_client']);
  });

  test.each([
    ['collected', { few: 5_000, many: 50_000, blocks: 8 }],
    ['walked', { few: 0, many: 0, blocks: -1 }],
  ])('what one admin decided and what went over one network, %s, are in lists of their own', async (_, limits) => {
    const table =
      (more: Partial<Narrowing>, sort: Order = '-createdAt') =>
      (on: Database) =>
        tableOfRequests(on, { kinds: ['topup'], ...more }, { sort, page: 1, limit: 50, after: '' }, limits);
    const [from, to] = [new Date(Date.now() - 86_400_000), new Date()];
    expect(await readBy(table({ decidedBy: 7n }))).toContain('requests_decided');
    // Read by amount from one end. Where no statistics are known, a plan may sort instead.
    if (well && limits.few === 0)
      expect(await readBy(table({ decidedBy: 7n }, '-amount'))).toContain('requests_decided_by_amount');
    expect(await readBy(table({ networks: ['trc20'] }))).toContain('requests_of_network');
    expect(await readBy(networksOfRequests)).toEqual([expect.stringMatching(/^requests_of_network/)]);
    expect(await readBy((on) => paceOfAdmins(on, from, to))).toEqual(['requests_of_decider']);
    expect(await readBy((on) => sinceMoment(on, from))).toContain('requests_of_decider');
  });

  test('amounts by age and days by amount are read in blocks, a common client in its own index', async () => {
    const limits = { few: -1, many: 1_000_000, blocks: 8 };
    const table = (more: Partial<Narrowing>, sort: Order) => (on: Database) =>
      tableOfRequests(on, { kinds: ['topup'], ...more }, { sort, page: 1, limit: 50, after: '' }, limits);
    const [amounts, days] = [{ least: 5n, most: 9n }, { from: new Date(Date.now() - 86_400_000) }];
    expect(await readBy(table(amounts, '-createdAt'))).toContain('requests_of_block');
    expect(await readBy(table(amounts, 'createdAt'))).toContain('requests_of_block');
    expect(await readBy(table(days, 'amount'))).toContain('requests_of_block');
    expect(await readBy(table(days, '-amount'))).toContain('requests_of_block');
    expect(await readBy(table({ clients: [first] }, '-amount'))).toContain('requests_of_client');
    // A list by age is never read as a whole for its amounts.
    expect(await readBy(table(amounts, 'amount'))).not.toContain('requests_of_admin');
  });
}

/** How many pages of 8 KB the statements of `work` look at. */
async function pagesOf(work: (db: Database) => Promise<unknown>): Promise<number> {
  let pages = 0;
  await work({
    ...db,
    async query(name, text, values) {
      const explained = `explain (analyze, buffers, timing off, format json) ${text}`;
      const [row] = await db.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>('', explained, values);
      const { Plan: plan } = row!['QUERY PLAN'][0];
      pages += plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
      return db.query(name, text, values);
    },
  });
  return pages;
}

describe('tables that nobody has analysed', () => {
  beforeAll(async () => {
    await owner.query(
      'alter table requests set (autovacuum_enabled = false); alter table movements set (autovacuum_enabled = false)',
    );
    for (const client of clients) await deposits(client, 2_000);
  });
  insistOnPlans({ well: false });
});

describe('tables that were analysed when they were one client’s', () => {
  beforeAll(async () => {
    await owner.query(
      `alter table requests disable trigger all; delete from requests
       where client <> ${first}; alter table requests enable trigger all`,
    );
    await owner.query(
      `alter table movements disable trigger all; delete from movements
       where client <> ${first}; alter table movements enable trigger all`,
    );
    await owner.query('analyze requests, movements');
    for (const client of clients.slice(1)) await deposits(client, 10_000);
  });
  insistOnPlans({ well: false });
});

describe('tables that are known well', () => {
  beforeAll(async () => {
    await deposits(first, 20_000);
    await owner.query('vacuum analyze requests, movements');
  });
  insistOnPlans({ well: true });

  test('a page far down a list begins where it is asked for, in both directions', async () => {
    const page = (sort: Order, after: string) => (on: Database) =>
      tableOfRequests(on, { kinds: ['deposit'] }, { sort, page: 1, limit: 50, after });
    const [first, far] = [await pagesOf(page('-createdAt', '')), await pagesOf(page('-createdAt', 'DP-120'))];
    expect(far).toBeLessThan(first + 60);
    expect(await pagesOf(page('createdAt', `DP-${written - 120}`))).toBeLessThan(first + 60);
  });
});
