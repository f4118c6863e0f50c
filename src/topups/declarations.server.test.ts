/** A declared amount is one that nobody else is about to send. */
import { afterAll, describe, expect, test, vi } from 'vitest';
import { fakeChain, fakeNode } from '#chain/fakenodes.testing.server.ts';
import { tronAddressOf } from '#network/addresses.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const node = await fakeNode(fakeChain('TRC20'));
const portal = await testPortal({ TRON_NODE_URLS: node.url });
afterAll(() => node.close());

const us = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const admin = await portal.admin();
const show = (networkName: string, networkAddress: string) =>
  portal.call('PUT', '/update-network-details', {
    as: admin,
    body: { networkName, networkAddress, password: admin.password },
  });
await show('TRC20', us);

const declare = async (as: Person, amount: string | number, also: object = {}, key?: string) => {
  const { status, body } = await portal.call('POST', '/kimi/declare-topup', {
    as,
    body: { amount, ...also },
    ...(key ? { key } : {}),
  });
  return { status, code: body.code as string | undefined, declaration: body.declaration };
};
const open = async (as: Person) => (await portal.call('GET', '/kimi/get-declarations', { as })).body;
const cancel = async (as: Person, id: string) => {
  const { status, body } = await portal.call('PUT', '/kimi/cancel-declaration', { as, query: { id } });
  return { status, code: body.code as string | undefined, state: body.declaration?.state };
};
const forget = () => portal.db.owner.query('test.forget', 'delete from declarations');
const cents = (amount: number) => Math.round(amount * 100);

test('it is what was wanted and some cents, never a round sum, to the address that is shown', async () => {
  const client = await portal.client();
  const { status, declaration } = await declare(client, '500.00', { networkName: 'TRC20' });
  expect(status).toBe(200);
  expect(declaration).toMatchObject({ networkName: 'TRC20', networkAddress: us, state: 'Open', applyId: null });
  expect(declaration._id).toMatch(/^DA-/);
  expect(cents(declaration.amount) - 500_00).toBeGreaterThan(0);
  expect(cents(declaration.amount) - 500_00).toBeLessThan(100);
  expect(Date.parse(declaration.expiresAt) - Date.parse(declaration.createdAt)).toBe(24 * 3_600_000);
  const odd = await declare(client, '20.50');
  expect(cents(odd.declaration.amount) % 100).not.toBe(0);
});

test('it is there again after a reload, until it is taken back', async () => {
  const client = await portal.client();
  const { declaration } = await declare(client, 75);
  expect(await open(client)).toMatchObject({ declarations: [declaration], networks: ['TRC20'], automatic: false });
  expect(await cancel(client, declaration._id)).toMatchObject({ status: 200, state: 'Cancelled' });
  expect((await open(client)).declarations).toEqual([]);
  expect(await cancel(client, declaration._id)).toMatchObject({ status: 409, code: 'declaration.not_open' });
});

test('of one client three are open; what expired is not open', async () => {
  const client = await portal.client();
  for (const amount of [10, 200, 3_000]) expect((await declare(client, amount)).status).toBe(200);
  expect(await declare(client, 40_000)).toMatchObject({ status: 409, code: 'declaration.crowded' });
  await portal.db.owner.query(
    'test.expire',
    `update declarations set expires_at = now() where client = $1 and wanted_cents = 1000`,
    [client.id],
  );
  expect((await declare(client, 40_000)).status).toBe(200);
  // For a day it is said of it that it is over, so that nobody sends it late.
  const states = async () => (await open(client)).declarations.map(({ state }: { state: string }) => state);
  expect(await states()).toEqual(['Open', 'Open', 'Open', 'Expired']);
  // Whatever the clock of the node says that answers.
  for (const hours of [-30, 30]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
    expect(await states().finally(() => vi.useRealTimers())).toEqual(['Open', 'Open', 'Open', 'Expired']);
  }
  await portal.db.owner.query(
    'test.expired_long_ago',
    `update declarations set expires_at = now() - interval '25 hours' where client = $1 and wanted_cents = 1000`,
    [client.id],
  );
  expect(await states()).toEqual(['Open', 'Open', 'Open']);
});

test('the same attempt is the same amount; another under its key is refused', async () => {
  const client = await portal.client();
  const first = await declare(client, 30, {}, 'one');
  expect(await declare(client, 30, {}, 'one')).toEqual(first);
  expect(await declare(client, 31, {}, 'one')).toMatchObject({ status: 422, code: 'idempotency.key_reused' });
  expect((await open(client)).declarations).toHaveLength(1);
});

describe('of many that are open within ten dollars', () => {
  test('no two end with the same cents, however many ask at once, and the hundredth is told to take another', async () => {
    await forget();
    const clients: Person[] = [];
    for (let n = 0; n < 36; n += 1) clients.push(await portal.client({ dollars: 704 }));
    const ends = await Promise.all(
      clients.flatMap((client, place) => [0, 1, 2].map((n) => declare(client, 700 + ((place + n) % 5)))),
    );
    const amounts = ends.flatMap(({ declaration }) => (declaration ? [cents(declaration.amount)] : []));
    expect(amounts).toHaveLength(99);
    expect(new Set(amounts.map((each) => each % 100)).size).toBe(99);
    expect(new Set(ends.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
      new Set(['declaration.full']),
    );
  }, 60_000);

  test('clients who were never credited as much hold ten of them between them, and keep nobody else from declaring', async () => {
    await forget();
    const ends = [];
    for (let n = 0; n < 4; n += 1) {
      const client = await portal.client();
      for (let more = 0; more < 3; more += 1) ends.push(await declare(client, 800 + n));
    }
    expect(ends.filter(({ declaration }) => declaration)).toHaveLength(10);
    expect(ends.at(-1)).toMatchObject({ code: 'declaration.full' });
    // A dollar makes nobody known for eight hundred.
    expect(await declare(await portal.client({ dollars: 1 }), 801)).toMatchObject({ code: 'declaration.full' });
    expect((await declare(await portal.client({ dollars: 801 }), 801)).declaration).toBeDefined();
  });

  test('as long as there are few, none differs from another by what exchanges keep', async () => {
    await forget();
    const clients = await Promise.all(Array.from({ length: 9 }, () => portal.client()));
    const amounts: number[] = [];
    for (const client of clients) amounts.push(cents((await declare(client, 900)).declaration.amount));
    expect(new Set(amounts.map((each) => each % 10)).size).toBe(amounts.length);
  });

  test('nobody gets the cents that somebody else has just let go of, while there are others', async () => {
    await forget();
    const [one, two] = [await portal.client(), await portal.client()];
    const gone = (await declare(one, 60)).declaration;
    await cancel(one, gone._id);
    for (let round = 0; round < 12; round += 1) {
      const { declaration } = await declare(two, 60);
      expect(declaration.amount).not.toBe(gone.amount);
      await cancel(two, declaration._id);
    }
  });
});

test('is refused where nobody watches, or where the network is not shown', async () => {
  const client = await portal.client();
  expect(await declare(client, 50, { networkName: 'BEP20' })).toMatchObject({ status: 404 });
  for (const [name, address] of [
    ['Cash', 'MainStreet1'],
    ['Tron Nile (TRC20)', us],
  ] as const) {
    await show(name, address);
    expect(await declare(client, 50), name).toMatchObject({ status: 409, code: 'declaration.unwatched' });
  }
  expect((await open(client)).networks).toEqual([]);
  await show('TRC20', us);
});

test('nobody is asked to send to an address that was withdrawn; the amount stays open, and another is given for the new one', async () => {
  const client = await portal.client();
  const before = (await declare(client, 500, {}, 'lost')).declaration;
  const next = tronAddressOf('c'.repeat(40));
  await show('TRC20', next);
  const [left] = (await open(client)).declarations;
  expect(left).toEqual({ ...before, networkAddress: null });
  // Nor is who repeats a call whose answer was lost.
  expect((await declare(client, 500, {}, 'lost')).declaration).toEqual(left);
  const { declaration } = await declare(client, 500);
  expect(declaration).toMatchObject({ networkAddress: next, state: 'Open' });
  expect((await open(client)).declarations).toEqual([declaration, left]);
  // Shown again, under a name that means the same.
  await show('Tron (TRC20)', us);
  expect((await open(client)).declarations).toEqual([{ ...declaration, networkAddress: null }, before]);
  await show('TRC20', us);
});

test("another client's is not there, and the portal's role can't make one by itself", async () => {
  const [one, two] = [await portal.client(), await portal.client()];
  const { declaration } = await declare(one, 50);
  expect(await cancel(two, declaration._id)).toMatchObject({ status: 404 });
  for (const sql of [
    `insert into declarations (public_id, client, person, network_name, network_address,
     wanted_cents, cents, expires_at)
     values ('DA-1', ${one.id}, ${one.person}, 'TRC20', '${us}', 1, 1, now())`,
    `update declarations set cents = 1`,
    `select * from declare_topup('{"client": 1}', '\\x00')`,
  ])
    await expect(portal.db.pool.query(sql)).rejects.toMatchObject({ code: '42501' });
});

test('so many in an hour and no more', async () => {
  const client = await portal.client();
  let last = await declare(client, 50);
  for (let n = 0; n < 31 && last.status !== 429; n += 1) {
    if (last.declaration) await cancel(client, last.declaration._id);
    last = await declare(client, 50);
  }
  expect(last).toMatchObject({ status: 429, code: 'limit.reached' });
});
