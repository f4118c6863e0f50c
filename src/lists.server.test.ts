/**
 * Every list of the table keeps the same promises: how many rows a page has, in which order they stand and may be put,
 * that pages and `after` go through all of them without a gap, and that a search for nothing finds nothing.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { audienceOf } from '#kernel/access.ts';
import type { Endpoint } from '#kernel/endpoint.ts';
import { shapeOf } from '#server/openapi.server.ts';
import { payAtOnce } from '#settings/settings.testing.server.ts';
import { testPortal, type Person } from './portal.testing.server.ts';
import { harmless, inputOf, oneOfEach, send, those, type Ids } from './walk.testing.server.ts';

const portal = await testPortal();
await payAtOnce(portal.db.owner);
let admin: Person;
/** Whose requests were approved, and whose wait. */
let [ana, ben]: { person: Person; ids: Ids }[] = [];

const lists = those(
  (endpoint) => endpoint.method === 'GET' && endpoint.output !== undefined && 'page' in shapeOf(endpoint.query),
);

beforeAll(async () => {
  admin = await portal.admin();
  ana = await oneOfEach(portal, admin);
  ben = await oneOfEach(portal, admin);
  for (const client of [ana, ben]) await moreOfEverything(client);
  await agreeToWithdrawals(ana);
  const pending = await portal.call('GET', '/kimi/get-queue', {
    as: admin,
    query: { userId: ana.person._id, limit: 200 },
  });
  const items = pending.body.requests.map(({ applyId }: { applyId: string }) => ({
    applyId,
    adsId: `of ${applyId}`,
    transactionId: `x ${applyId}`,
  }));
  await portal.decide(admin, 'approve', ...items);
  await twoTransfers();
  await twoImports();
  for (const networkAddress of [
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
  ])
    await portal.call('PUT', '/kimi/update-network-details', {
      as: admin,
      body: { networkName: 'TRC20', networkAddress, password: admin.password },
    });
});

/** No node is set here, so that none is watched: two that were seen before. */
async function twoTransfers(): Promise<void> {
  await portal.db.owner.query(
    'lists.transfers',
    `insert into transfers (public_id, network, hash, line, amount, sender, recipient, direction, block, at,
       confirmations, state)
     select 'TR-0000-000' || n, 'TRC20', repeat(n::text, 64), 0, 10 * n, repeat('a', 40), repeat('b', 40), 'In', n,
       now() - n * interval '1 minute', 20, 'Final' from generate_series(1, 2) n`,
    [],
  );
}

/** Files that say the same; each is an import of its own. */
async function twoImports(): Promise<void> {
  const [importing] = those(({ path }) => path === '/kimi/import-spend');
  const { text } = importing!.endpoint.example as { text: string };
  for (const body of [1, 2].map(() => ({ platform: 'Google', text, dry: false })))
    expect((await portal.call('POST', '/kimi/import-spend', { as: admin, body })).status).toBe(200);
}

/** What a client can ask for, three times; and what an admin can do to one. */
async function moreOfEverything({ person, ids }: { person: Person; ids: Ids }): Promise<void> {
  const asking = those(
    (endpoint) => endpoint.method === 'POST' && harmless(endpoint) && audienceOf(endpoint.access) === 'client',
  );
  const correcting = those(({ path }) => path === '/kimi/apply-correction');
  for (const round of ['a', 'b', 'c']) {
    for (const { endpoint } of [...asking, ...correcting]) {
      const input = inputOf(endpoint, ids);
      if ('transactionId' in input.body)
        Object.assign(input.body, { transactionId: `${round} ${person._id}`, networkAddress: '' });
      if ('amount' in input.body) input.body['amount'] = 2;
      if ('password' in input.body) input.body['password'] = person.password;
      await send(portal, endpoint, input, audienceOf(endpoint.access) === 'admin' ? admin : person);
    }
  }
}

/** Two admins agree to what waits to be sent to this client, so that it waits to be paid. */
async function agreeToWithdrawals({ person }: { person: Person }): Promise<void> {
  const second = await portal.admin();
  const pair = async (withdrawalsAbove: number) => {
    const body = { secondPair: { on: withdrawalsAbove < 10, withdrawalsAbove } };
    const answer = await portal.call('PUT', '/kimi/update-settings', { as: admin, body });
    if (answer.status !== 202) return;
    const { waiting } = (await portal.call('GET', '/kimi/get-settings', { as: admin })).body;
    await portal.call('PUT', '/kimi/confirm-action', { as: second, query: { id: waiting._id } });
  };
  await pair(1);
  const waiting = await portal.call('GET', '/kimi/get-withdrawals', { as: person, query: { limit: 2 } });
  for (const { applyId } of waiting.body.withdrawals as { applyId: string }[]) {
    await portal.call('PUT', '/kimi/approve-withdrawal', {
      as: admin,
      query: { applyId, action: 'approve' },
      body: {},
    });
    await portal.call('PUT', '/kimi/confirm-action', { as: second, query: { id: applyId } });
  }
  await pair(1_000);
}

type Row = Record<string, unknown> & { _id: string };

/** Lists of a span of days: these days. */
function daysFor(endpoint: Endpoint): Record<string, string> {
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);
  return 'from' in ((endpoint.example as object) ?? {}) ? { from: day(-1), to: day(1) } : {};
}

async function rowsOf(
  endpoint: Endpoint,
  query: Record<string, unknown>,
): Promise<{ rows: Row[]; body: Record<string, unknown> }> {
  const own = inputOf(endpoint, ana!.ids);
  const as = audienceOf(endpoint.access) === 'admin' ? admin : ana!.person;
  const { status, body, text } = await send(
    portal,
    endpoint,
    { query: { ...own.query, ...daysFor(endpoint), ...query }, body: {} },
    as,
  );
  expect(status, text).toBe(200);
  const rows = Array.isArray(body) ? body : Object.values(body).find((value) => Array.isArray(value));
  return { rows: rows as Row[], body: body as Record<string, unknown> };
}

const idsOf = async (endpoint: Endpoint, query: Record<string, unknown>) =>
  (await rowsOf(endpoint, query)).rows.map(({ _id }) => _id);

/** The names that a list may be sorted by. */
async function sortsOf(endpoint: Endpoint): Promise<string[]> {
  if (!('sort' in shapeOf(endpoint.query))) return [];
  const own = inputOf(endpoint, ana!.ids);
  const as = audienceOf(endpoint.access) === 'admin' ? admin : ana!.person;
  const { body } = await send(portal, endpoint, { query: { ...own.query, sort: 'nothing' }, body: {} }, as);
  expect(body).toMatchObject({ code: 'input.invalid', field: 'sort' });
  return /sorted by (.+)\.$/.exec(body.message)![1]!.split(', ');
}

const ofEight = new Set([
  '/get-google-ads',
  '/get-bing-ads',
  '/kimi/get-facebook-ads',
  '/get-transaction-details-of-user',
]);
const oldestFirst = /get-pending-|to-pay$|^\/get-transaction-details$|^\/kimi\/refund-Details-for-admin$|get-queue$/;

describe.each(lists)('$name', ({ endpoint }) => {
  test('has 8 rows on a page where a client looks at ads and top-ups, else 50', async () => {
    const { body } = await rowsOf(endpoint, {});
    if (!Array.isArray(body))
      expect(body).toMatchObject({ page: 1, limit: ofEight.has(endpoint.path) ? 8 : 50, message: expect.any(String) });
    const one = await rowsOf(endpoint, { limit: 1 });
    expect(one.rows).toHaveLength(1);
  });

  test('goes through all rows by pages and by `after`, each once', async () => {
    const all = await idsOf(endpoint, { limit: 200 });
    expect(all.length).toBeGreaterThan(1);
    expect(new Set(all).size).toBe(all.length);
    expect([...(await idsOf(endpoint, { limit: 1 })), ...(await idsOf(endpoint, { limit: 1, page: 2 }))]).toEqual(
      all.slice(0, 2),
    );
    expect(await idsOf(endpoint, { limit: 200, after: all[0] })).toEqual(all.slice(1));
    expect(await idsOf(endpoint, { limit: 200, after: all.at(-1) })).toEqual([]);
  });

  test('stands newest first, or oldest first where it waits, and turns around when asked to', async () => {
    const when = ({ createdAt, at }: Row) => String(createdAt ?? at);
    const { rows } = await rowsOf(endpoint, { limit: 200 });
    const times = rows.map(when);
    expect(times).toEqual(oldestFirst.test(endpoint.path) ? times.toSorted() : times.toSorted().toReversed());
    for (const name of await sortsOf(endpoint)) {
      const up = await idsOf(endpoint, { limit: 200, sort: name });
      expect((await idsOf(endpoint, { limit: 200, sort: `-${name}` })).toReversed()).toEqual(up);
      expect(await idsOf(endpoint, { limit: 200, sort: name, after: up[0] })).toEqual(up.slice(1));
    }
  });

  test('finds nothing where there is nothing, and says so with 200', async () => {
    if (!('q' in shapeOf(endpoint.query))) return;
    const { rows, body } = await rowsOf(endpoint, { q: 'nobody would write this' });
    expect(rows).toEqual([]);
    if (!Array.isArray(body)) expect(body['total']).toBe(0);
  });
});
