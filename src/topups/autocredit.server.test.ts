/** What is credited without an admin was declared, final, to the cent, within the limits, and carried no signal. */
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { fakeChain, fakeNode } from '#chain/fakenodes.testing.server.ts';
import { tronAddressOf } from '#network/addresses.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const chain = fakeChain('TRC20');
const nodes = [await fakeNode(chain), await fakeNode(chain)];
const portal = await testPortal({ TRON_NODE_URLS: nodes.map(({ url }) => url).join(',') }, { pace: 10 });
afterAll(() => Promise.all(nodes.map((node) => node.close())));

const us = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const admin = await portal.admin();
await portal.call('PUT', '/update-network-details', {
  as: admin,
  body: { networkName: 'TRC20', networkAddress: us, password: admin.password },
});
const limits = { on: true, transfer: 5_000, clientDay: 6_000, agencyDay: 100_000 };
const save = async (autoCredit: object, secondPair: object = {}) => {
  const body = { secondPair, autoCredit };
  return (await portal.call('PUT', '/kimi/update-settings', { as: admin, body })).status;
};
afterEach(() => {
  for (const node of nodes) node.mood = 'well';
});

const declare = async (as: Person, amount: number) =>
  (await portal.call('POST', '/kimi/declare-topup', { as, body: { amount } })).body.declaration.amount as number;
let senders = 0;
const send = (amount: number, from = tronAddressOf(String((senders += 1)).padStart(40, 'b'))) => {
  const units = BigInt(Math.round(amount * 100)) * 10_000n;
  return chain.send([{ from, to: us, units }], { at: new Date(Date.now() + 1_000) });
};
const pay = async (as: Person, dollars: number, from?: string) => {
  const amount = await declare(as, dollars);
  const hash = send(amount, from);
  chain.mine(40);
  return { amount, hash };
};
const states = async (as: Person): Promise<string[]> =>
  (await portal.call('GET', '/get-transaction-details-of-user', { as })).body.transactions.map(
    ({ state }: { state: string }) => state,
  );
test('pages offer to declare an amount only where it may be credited without an admin', async () => {
  const client = await portal.client();
  const offered = async () => (await portal.call('GET', '/kimi/get-declarations', { as: client })).body.automatic;
  await save({ ...limits, on: false });
  await vi.waitFor(async () => expect(await offered()).toBe(false), { timeout: 10_000 });
  await save(limits);
  await vi.waitFor(async () => expect(await offered()).toBe(true), { timeout: 10_000 });
  await save({ ...limits, on: false });
});

const credited = (as: Person) =>
  vi.waitFor(async () => expect((await states(as))[0]).toBe('Approved'), { timeout: 40_000, interval: 50 });
const looked = (as: Person) =>
  portal.db.owner.query(
    'test.looked',
    `select from evidence e join requests r on r.id = e.request
     where r.client = $1 and r.state = 'Pending' and e.final`,
    [as.id],
  );
/** Its state after it was looked at for good, if it is at all, and three turns that would have credited it. */
const left = async (as: Person, { job = 'automatic crediting', found = true } = {}) => {
  await vi.waitFor(async () => expect((await states(as))[0]).toBe('Pending'), { timeout: 40_000, interval: 50 });
  if (found) await vi.waitFor(async () => expect(await looked(as)).toHaveLength(1), { timeout: 40_000, interval: 50 });
  await portal.turns(job, 4);
  return (await states(as))[0];
};

test('it is off until somebody switches it on', async () => {
  const client = await portal.client();
  await pay(client, 50);
  expect(await left(client, { job: 'declared amounts that arrived' })).toBe('Pending');
  expect(await portal.wallet(client)).toBe(0);
  expect(await save(limits)).toBe(200);
  await credited(client);
}, 100_000);

test('then a declared amount is credited by the portal, who cannot sign in', async () => {
  const client = await portal.client();
  const { amount } = await pay(client, 120);
  await credited(client);
  expect(await portal.wallet(client)).toBeCloseTo(amount, 2);
  const [portalItself] = await portal.db.owner.query<{ role: string; password: string | null; name: string }>(
    'test.portal',
    `select p.admin_role as role, p.password_hash as password, d.person_name as name from decisions d
     join people p on p.id = d.person join requests r on r.id = d.request where r.client = $1`,
    [client.id],
  );
  expect(portalItself).toEqual({ role: 'Portal', password: null, name: 'The portal' });
}, 60_000);

test('a hash that was only claimed is left to an admin, also where it is to the cent', async () => {
  const client = await portal.client();
  const hash = send(77.77);
  await portal.call('POST', '/add-money', { as: client, form: { chargeMoney: '77.77', transactionId: hash } });
  chain.mine(40);
  expect(await left(client)).toBe('Pending');
}, 60_000);

test('so is what another one claims, too', async () => {
  const [client, thief] = [await portal.client(), await portal.client()];
  const amount = await declare(client, 90);
  const hash = send(amount);
  await portal.call('POST', '/add-money', { as: thief, form: { chargeMoney: String(amount), transactionId: hash } });
  chain.mine(40);
  expect(await left(client)).toBe('Pending');
  expect(await states(thief)).toEqual(['Pending']);
}, 60_000);

test('and what no look has found yet, as signals are read from looks', async () => {
  const client = await portal.client();
  const { promise: asked, resolve: release } = Promise.withResolvers<void>();
  const held = portal.db.owner.transaction(async (tx) => {
    await tx.query('test.no_looks', 'lock table evidence in share mode');
    await asked;
  });
  await pay(client, 95);
  expect(await left(client, { found: false })).toBe('Pending');
  release();
  await held;
  await credited(client);
}, 100_000);

test('and what is above a limit: of a transfer, and of a client in a day', async () => {
  const [one, two] = [await portal.client(), await portal.client()];
  await pay(one, 5_100);
  await pay(two, 4_000);
  await credited(two);
  await pay(two, 2_500);
  expect(await left(two)).toBe('Pending');
  expect(await left(one)).toBe('Pending');
}, 120_000);

test('above $1,000 two nodes have to agree', async () => {
  const client = await portal.client();
  nodes[1]!.mood = 'hangs';
  await pay(client, 1_500);
  expect(await left(client)).toBe('Pending');
  nodes[1]!.mood = 'well';
  await credited(client);
}, 120_000);

test('of two nodes that are set, one that is silent leaves nothing to the word of the other', async () => {
  const client = await portal.client({ dollars: 500 });
  nodes[1]!.mood = '500';
  await pay(client, 400);
  expect(await left(client)).toBe('Pending');
  nodes[1]!.mood = 'well';
  await credited(client);
}, 150_000);

test('and of a client who was never credited as much, what was sent more than an hour after it was declared', async () => {
  const [stranger, known] = [await portal.client(), await portal.client({ dollars: 300 })];
  const amounts = [await declare(stranger, 300), await declare(known, 300)];
  await portal.db.owner.query(
    'test.earlier',
    `update declarations set created_at = created_at - interval '61 minutes' where client = any ($1)`,
    [[stranger.id, known.id]],
  );
  for (const amount of amounts) send(amount);
  chain.mine(40);
  await vi.waitFor(async () => expect(await portal.wallet(known)).toBeCloseTo(300 + amounts[1]!, 2), {
    timeout: 40_000,
  });
  expect(await left(stranger)).toBe('Pending');
}, 60_000);

test('and what carries any signal', async () => {
  const client = await portal.client();
  await portal.db.owner.query(
    'test.changed',
    "update people set password_changed_at = now() + interval '1 second' where id = $1",
    [client.person],
  );
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await pay(client, 60);
  expect(await left(client)).toBe('Pending');
}, 60_000);

test('switching it on or widening it waits for a second admin where that is on', async () => {
  await portal.admin();
  expect(await save({ ...limits, on: false })).toBe(200);
  expect(await save({ ...limits, on: false }, { on: true })).toBe(200);
  expect(await save(limits)).toBe(202);
  expect(await save({ ...limits, on: false, transfer: 6_000 })).toBe(202);
  expect(await save({ ...limits, on: false, transfer: 4_000 })).toBe(200);
}, 60_000);
