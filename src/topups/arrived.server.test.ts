/** What was announced is credited against what the chain says only by an admin who says so, whichever call it is. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fakeChain, fakeNode } from '#chain/fakenodes.testing.server.ts';
import { tronAddressOf } from '#network/addresses.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const chain = fakeChain('TRC20');
const node = await fakeNode(chain);
const portal = await testPortal({ TRON_NODE_URLS: node.url }, { pace: 10 });
afterAll(() => node.close());

const us = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const [them, others] = [tronAddressOf('b'.repeat(40)), tronAddressOf('c'.repeat(40))];
let [client, admin, second]: Person[] = [];

beforeAll(async () => {
  [client, admin, second] = [await portal.client(), await portal.admin(), await portal.admin()];
  const network = { networkName: 'TRC20', networkAddress: us, password: admin.password };
  await portal.call('PUT', '/update-network-details', { as: admin, body: network });
  await portal.db.owner.query('test.older', `update clients set created_at = now() - interval '1 day'`);
});

const send = (units: bigint, to = us, also: Parameters<typeof chain.send>[1] = {}) =>
  chain.send([{ from: them, to, units }], also);

/** Announced with this hash. */
async function topUp(chargeMoney: string, transactionId: string): Promise<string> {
  const form = { chargeMoney, transactionId };
  const { body, text } = await portal.call('POST', '/add-money', { as: client!, form });
  expect(body.transaction, text).toBeDefined();
  return body.transaction.applyId;
}

/** Looked at until the chain says this. */
const says = (applyId: string, verdict: string) =>
  vi.waitFor(
    async () => {
      await portal.db.owner.query('test.hurry', 'update looks set next_at = now() where next_at is not null');
      const { request } = (await portal.call('GET', '/kimi/get-request', { as: admin!, query: { applyId } })).body;
      expect(request.evidence?.verdict).toBe(verdict);
    },
    { timeout: 20_000, interval: 100 },
  );

async function approve(id: string, body: object = {}) {
  const query = { id, action: 'approve' };
  const { status, body: answer } = await portal.call('PUT', '/approve-transaction', { as: admin!, query, body });
  return { status, code: answer.code as string | undefined, message: answer.message as string };
}
const inQueue = async (applyId: string, more: object = {}) =>
  (await portal.decide(admin!, 'approve', { applyId, ...more })).body.results[0];

test('another amount that arrived, final or on its way, is not credited as announced until it is named or said to be right', async () => {
  const [young, old] = [await topUp('60', send(58_700_000n)), await topUp('1000', send(950_000_000n, us, { age: 40 }))];
  for (const [applyId, less] of [
    [young, '$1.30 less: 58.70 from T'],
    [old, '$50.00 less: 950.00 from T'],
  ] as const) {
    await says(applyId, 'Different');
    const message = expect.stringContaining(less);
    expect(await approve(applyId)).toEqual({ status: 409, code: 'topup.unproven', message });
    expect(await inQueue(applyId)).toMatchObject({ done: false, code: 'topup.unproven', message });
    // An amount that is named has to be the one that arrived.
    const other = { receivedMoney: 940, remarks: 'As it came.' };
    expect(await inQueue(applyId, other)).toMatchObject({ done: false, code: 'topup.unproven' });
  }
  expect(await portal.wallet(client!)).toBe(0);
  expect((await approve(young, { acknowledged: true })).status).toBe(200);
  expect(await inQueue(old, { receivedMoney: 950, remarks: 'As it came.' })).toMatchObject({ done: true });
  expect(await portal.wallet(client!)).toBe(1_010);
});

test.each(['Verified', 'Confirming'])(
  'another amount than the one that matches (%s) is asked about',
  async (verdict) => {
    const applyId = await topUp('100', send(100_000_000n, us, verdict === 'Verified' ? { age: 40 } : {}));
    await says(applyId, verdict);
    const slip = { receivedMoney: 1_000, remarks: 'As it came.' };
    const message = expect.stringContaining('$900.00 less: 100.00 from T');
    expect(await approve(applyId, slip)).toEqual({ status: 409, code: 'topup.unproven', message });
    expect(await inQueue(applyId, slip)).toMatchObject({ done: false, code: 'topup.unproven', message });
    expect(await inQueue(applyId, { ...slip, receivedMoney: 100 })).toMatchObject({ done: true });
  },
);

test('what was sent before its client registered says how much arrived as well, is proposed as it came, and lights a signal', async () => {
  const hash = send(9_400_000n, us, { age: 40 });
  const newcomer = await portal.client();
  const form = { chargeMoney: '940', transactionId: hash };
  const { body } = await portal.call('POST', '/add-money', { as: newcomer, form });
  const { applyId } = body.transaction;
  await says(applyId, 'TooOld');
  const { request } = (await portal.call('GET', '/kimi/get-request', { as: admin!, query: { applyId } })).body;
  expect(request.evidence.receivedMoney).toBe(9.4);
  expect(request.signals.map(({ code }: { code: string }) => code)).toContain('amount');
  const [whole, slip] = ['Too old: $930.60 less: 9.40 from T', 'Too old: $93,990.60 less: 9.40 from T'];
  expect(await approve(applyId)).toMatchObject({ status: 409, message: expect.stringContaining(whole) });
  const named = { receivedMoney: 94_000, remarks: 'As it came.' };
  expect(await approve(applyId, named)).toMatchObject({ message: expect.stringContaining(slip) });
  const arrived = { ...named, receivedMoney: 9.4 };
  expect(await approve(applyId, arrived)).toMatchObject({ message: expect.stringContaining('Too old: 9.40 from T') });
  expect((await approve(applyId, { ...arrived, acknowledged: true })).status).toBe(200);
  expect(await portal.wallet(newcomer)).toBe(9.4);
});

test('a speck of dust with a large amount beside it credits nothing, and what is rejected asks nothing', async () => {
  const before = await portal.wallet(client!);
  const applyId = await topUp('9000', send(1n, us, { age: 40 }));
  await says(applyId, 'Different');
  for (const body of [{}, { receivedMoney: 9_000 }])
    expect(await approve(applyId, body)).toMatchObject({ status: 409, code: 'topup.unproven' });
  const rejected = await portal.decide(admin!, 'reject', { applyId, remarks: 'Nothing arrived.' });
  expect(rejected.body.results[0]).toMatchObject({ done: true });
  expect(await portal.wallet(client!)).toBe(before);
});

test.each([
  ['that went to somebody else', () => send(50_000_000n, others), 'WrongRecipient'],
  ['that failed', () => send(50_000_000n, us, { failed: 'REVERT' }), 'Failed'],
] as const)('one %s is credited only where an admin says that it was paid all the same', async (_, sent, verdict) => {
  const applyId = await topUp('50', sent());
  await says(applyId, verdict);
  // Another amount is no answer to it.
  const named = { receivedMoney: 49, remarks: 'As it came.' };
  for (const body of [{}, named]) expect(await approve(applyId, body)).toMatchObject({ code: 'topup.unproven' });
  expect(await inQueue(applyId, { acknowledged: true })).toMatchObject({ done: true });
});

test.each([
  ['what matches and is on its way', () => send(50_000_000n), 'Confirming'],
  ['what was just sent and no node has yet', () => randomBytes(32).toString('hex'), 'NotFound'],
] as const)('%s is credited as ever, without a question', async (_, sent, verdict) => {
  const applyId = await topUp('50', sent());
  await says(applyId, verdict);
  expect((await approve(applyId)).status).toBe(200);
});

test('the second admin is asked of what the chain has said since the first one proposed it', async () => {
  const { settings } = (await portal.call('GET', '/kimi/get-settings', { as: admin! })).body;
  const body = { ...settings, secondPair: { ...settings.secondPair, on: true } };
  await portal.call('PUT', '/kimi/update-settings', { as: admin!, body });
  await new Promise((resolve) => setTimeout(resolve, 600));
  const hash = randomBytes(32).toString('hex');
  const applyId = await topUp('900000', hash);
  await says(applyId, 'NotFound');
  expect((await approve(applyId)).status).toBe(202);
  send(1_000_000n, us, { hash });
  await says(applyId, 'Different');
  const confirm = (more: object = {}) =>
    portal.call('PUT', '/kimi/confirm-action', { as: second!, query: { id: applyId, ...more } });
  expect((await confirm()).body).toMatchObject({ code: 'topup.unproven' });
  expect((await confirm({ acknowledged: true })).body.state).toBe('Approved');
});
