/**
 * How much of one thing a client may have: what would drown the admins, cheat the fee, or sound out what others sent.
 */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openAccounts } from '#deposits/deposits.testing.server.ts';
import { specOf } from '#platforms/platforms.ts';
import { orderBody } from '#platforms/order.testing.ts';
import { testPortal, type Person } from './portal.testing.server.ts';

const portal = await testPortal();
const hash = () => randomBytes(32).toString('hex');

const set = async (limits: { mostPendingTopups?: number; leastDeposit?: string; depositOptions?: number[] }) =>
  (await portal.call('PUT', '/kimi/update-settings', { as: await portal.admin(), body: limits })).body.settings;
const tell = (as: Person, key?: string) =>
  portal.call('POST', '/add-money', {
    as,
    form: { chargeMoney: '1000000', transactionId: hash() },
    ...(key ? { key } : {}),
  });
const tellAtOnce = async (as: Person, many: number) =>
  (await Promise.all(Array.from({ length: many }, () => tell(as)))).map(({ status }) => status);

test('a client has at most a hundred top-ups waiting, also when all are told of at one moment', async () => {
  const client = await portal.client();
  const statuses = await tellAtOnce(client, 120);
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  expect(statuses.filter((status) => status === 409)).toHaveLength(20);
  const { status, body } = await tell(client);
  expect([status, body.code]).toEqual([409, 'topup.crowded']);
});

test('what was told of is answered again, a decision makes room, and nobody else is in the way', async () => {
  expect(await set({ mostPendingTopups: 2 })).toMatchObject({ mostPendingTopups: 2, leastDeposit: 0.01 });
  const [client, other] = [await portal.client(), await portal.client()];
  const key = hash();
  const form = { chargeMoney: '5', transactionId: hash() };
  const first = await portal.call('POST', '/add-money', { as: client, form, key });
  expect(await tellAtOnce(client, 3)).toEqual(expect.arrayContaining([200, 409, 409]));
  expect((await portal.call('POST', '/add-money', { as: client, form, key })).body).toEqual(first.body);
  expect((await tell(other)).status).toBe(200);
  const query = { id: first.body.transaction._id, action: 'approve' };
  await portal.call('PUT', '/approve-transaction', { as: await portal.admin(), query });
  expect((await tell(client)).status).toBe(200);
  expect((await tell(client)).status).toBe(409);
});

test('payers of the own links count among them', async () => {
  await set({ mostPendingTopups: 1 });
  const client = await portal.client();
  const payer = { firstName: 'Ana', lastName: 'Lima', emailId: 'ana@example.com', country: 'India', money: 25 };
  const made = await portal.call('POST', '/kimi/create-paylink-individual', { as: client, body: payer });
  await tell(client);
  const { status, body } = await portal.call('POST', `/kimi/pay/${made.body.newPaylink.code}`, {
    form: { transactionId: hash() },
  });
  expect([status, body.code]).toEqual([409, 'topup.crowded']);
  await set({ mostPendingTopups: 100 });
});

test('what stays is counted by the day: top-ups that are taken back, and links', async () => {
  const [client, other] = [await portal.client(), await portal.client()];
  const payer = { firstName: 'Ana', lastName: 'Lima', emailId: 'ana@example.com', country: 'India', money: 25 };
  const link = (as: Person, key: string) =>
    portal.call('POST', '/kimi/create-paylink-individual', { as, body: payer, key });
  const company = { ...payer, companyName: 'Lima', website: 'lima.example' };
  const companyLink = () => portal.call('POST', '/kimi/create-paylink-company', { as: client, body: company });
  const [made, told] = [await link(client, 'the-first-link'), await tell(client, 'the-first-topup')];
  await portal.db.owner.query(
    'test.spend',
    `update throttles set guesses = 500 where key in ('paylinks:' || $1, 'topups:' || $1)`,
    [`${client.id}`],
  );
  for (const refused of [await link(client, 'another-link'), await companyLink(), await tell(client)])
    expect([refused.status, refused.body.code]).toEqual([429, 'limit.reached']);
  // What is there is answered again, and everybody counts for themselves.
  expect((await link(client, 'the-first-link')).body).toEqual(made.body);
  expect((await tell(other)).status).toBe(200);
  expect((await link(other, 'the-first-link')).status).toBe(200);
  expect(told.status).toBe(200);
});

test("an applyId of the client's own choice leaves the payer of a link their turn", async () => {
  const client = await portal.client();
  const payer = { firstName: 'Ana', lastName: 'Lima', emailId: 'ana@example.com', country: 'India', money: 25 };
  const made = await portal.call('POST', '/kimi/create-paylink-individual', { as: client, body: payer });
  const { _id, code } = made.body.newPaylink;
  for (const applyId of [`paylink ${_id} 0`, `payer of ${client.id} paylink ${_id} 0`])
    await portal.call('POST', '/add-money', {
      as: client,
      form: { chargeMoney: '25', transactionId: hash(), applyId },
    });
  const paid = await portal.call('POST', `/kimi/pay/${code}`, { form: { transactionId: hash() } });
  expect([paid.status, paid.body.paylink?.state]).toEqual([200, 'Processing']);
});

test('a deposit below the least one is refused by its row; an order may open an account with nothing', async () => {
  const [client, admin] = [await portal.client({ dollars: 500 }), await portal.admin()];
  const [adsId] = await openAccounts(portal, client, admin, 'Google', [50]);
  const deposit = (body: object, key?: string) =>
    portal.call('POST', '/kimi/create-google-adDeposit', {
      as: client,
      body: { adType: 'Google', ...body },
      ...(key ? { key } : {}),
    });
  const [key, dust] = [hash(), { adsId, money: '0.03' }];
  const before = await deposit(dust, key);
  expect(before.status).toBe(200);
  await set({ leastDeposit: '5.00' });
  const { status, body } = await deposit(dust);
  expect([status, body]).toEqual([
    400,
    { code: 'input.invalid', field: 'money', message: 'The minimum deposit is $5.00.' },
  ]);
  const rows = [
    { adsId, money: '5.00' },
    { adsId, money: '4.99' },
  ];
  expect((await deposit({ deposits: rows })).body.field).toBe('deposits.1.money');
  expect((await deposit({ adsId, money: 5 })).status).toBe(200);
  // An answer that was lost is given again.
  expect((await deposit(dust, key)).body).toEqual(before.body);
  // So is what an order opens an account with, whether its deposits are offered or typed.
  await set({ leastDeposit: '60.00', depositOptions: [0, 50] });
  const opens = async (platform: 'Google' | 'Facebook', ...deposits: number[]) => {
    const spec = specOf(platform);
    const { status, body } = await portal.call('POST', spec.calls.create, {
      as: client,
      body: orderBody(spec, deposits),
    });
    return [status, body.field, body.message];
  };
  expect(await opens('Google', 0, 50)).toEqual([400, 'adsDetails.1.deposit', 'The minimum deposit is $60.00.']);
  expect(await opens('Facebook', 0, 59.99)).toEqual([400, 'ads.1.deposit', 'The minimum deposit is $60.00.']);
  expect((await opens('Facebook', 0, 60))[0]).toBe(200);
  const order = { adNum: 1, adsDetails: [{ gmail: 'ana@gmail.com', deposit: 0 }] };
  expect((await portal.call('POST', '/create-google-ads', { as: client, body: order })).status).toBe(200);
  const prices = (await portal.call('GET', '/kimi/get-prices', { as: client })).body.prices;
  expect(prices).toMatchObject({ leastDeposit: 60, depositOptions: [0] });
  await set({ leastDeposit: '0.01' });
});

test('whether a transaction id was used is told thirty times in a quarter of an hour', async () => {
  const [client, other] = [await portal.client(), await portal.client()];
  const check = (as: Person) =>
    portal.call('GET', '/kimi/check-transaction-id', { as, query: { transactionId: hash() } });
  for (let n = 0; n < 30; n++) expect((await check(client)).status).toBe(200);
  const { status, headers } = await check(client);
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await check(other)).status).toBe(200);
});

test('what the portal keeps of somebody is handed out thirty times an hour, as each time stays in the log', async () => {
  const [client, other] = [await portal.client(), await portal.client()];
  const path = '/kimi/export-my-data';
  for (let n = 0; n < 30; n++) expect((await portal.call('GET', path, { as: client })).status).toBe(200);
  const headers = { authorization: `Bearer ${client.token}` };
  expect((await fetch(portal.url + path, { method: 'HEAD', headers })).status).toBe(429);
  expect((await portal.call('GET', path, { as: client })).body.code).toBe('limit.reached');
  expect((await portal.call('GET', path, { as: other })).status).toBe(200);
});
