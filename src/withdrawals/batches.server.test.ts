/** An exchange's batch may hold a top-up and a withdrawal: what was credited before counts none of its lines twice. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fakeChain, fakeNode } from '#chain/fakenodes.testing.server.ts';
import { tronAddressOf } from '#network/addresses.ts';
import { payAtOnce } from '#settings/settings.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const chain = fakeChain('TRC20');
const node = await fakeNode(chain);
const portal = await testPortal({ TRON_NODE_URLS: node.url }, { pace: 10 });
await payAtOnce(portal.db.owner);
afterAll(() => node.close());

const [us, exchange, somebody] = ['a', 'b', 'c'].map((sign) => tronAddressOf(sign.repeat(40))) as [
  string,
  string,
  string,
];
let payee = '';
let made = 0;
let admin: Person;
let payer: Person;
let client: Person;
beforeAll(async () => {
  admin = await portal.admin();
  await show(us);
  [payer, client] = await Promise.all([portal.client(), portal.client({ dollars: 5_000, verified: true })]);
});

async function show(networkAddress: string) {
  const body = { networkName: 'TRC20', networkAddress, password: admin.password };
  expect((await portal.call('PUT', '/update-network-details', { as: admin, body })).status).toBe(200);
}

async function withdraw(to = tronAddressOf(`${(made += 1)}`.padStart(40, 'd'))): Promise<string> {
  payee = to;
  const body = { amount: 120, networkName: 'TRC20', networkAddress: payee, password: client.password };
  const { body: answer, text } = await portal.call('POST', '/kimi/apply-withdrawal', { as: client, body });
  expect(answer.withdrawal, text).toBeDefined();
  return answer.withdrawal.applyId;
}

const batch = (...paid: readonly [to: string, dollars: number][]) =>
  chain.send(paid.map(([to, dollars]) => ({ from: exchange, to, units: BigInt(dollars) * 1_000_000n })));

async function toldOf(hash: string, dollars: number): Promise<string> {
  const form = { chargeMoney: String(dollars), transactionId: hash };
  return (await portal.call('POST', '/add-money', { as: payer, form })).body.transaction.applyId;
}

/** What was told of, or what an admin says has arrived. */
async function credit(applyId: string, receivedMoney?: number): Promise<string> {
  const body = receivedMoney === undefined ? {} : { receivedMoney, remarks: 'As agreed.', acknowledged: true };
  const query = { id: applyId, action: 'approve' };
  const answer = await portal.call('PUT', '/approve-transaction', { as: admin, query, body });
  expect(answer.status, answer.text).toBe(200);
  return applyId;
}
const credited = async (hash: string, dollars: number, received?: number) =>
  credit(await toldOf(hash, dollars), received);

/** Once what the chain says of this top-up is final. */
async function final(applyId: string, verdict: string): Promise<void> {
  chain.mine(100);
  await portal.db.owner.query('test.hurry', 'update looks set next_at = now() where next_at is not null');
  const last = async () =>
    (await portal.call('GET', '/kimi/get-request', { as: admin, query: { applyId } })).body.looks[0];
  await vi.waitFor(async () => expect(await last()).toMatchObject({ verdict, final: true }), { timeout: 30_000 });
}

async function pay(applyId: string, transactionId: string) {
  const { status, body } = await portal.call('PUT', '/kimi/approve-withdrawal', {
    as: admin,
    query: { applyId, action: 'approve' },
    body: { transactionId, letPass: 'Known for years.', acknowledged: true },
  });
  return status === 200 ? 'paid' : `${body.code} ${body.message}`;
}
const counted = (topup: string) => `withdrawal.not_paid This transfer was credited as ${topup}`;

test('a line to the client pays them as soon as it is final that another one was credited', async () => {
  const applyId = await withdraw();
  const hash = batch([us, 120], [payee, 120]);
  const topup = await credited(hash, 120);
  expect(await pay(applyId, hash)).toContain(counted(topup));
  await final(topup, 'Verified');
  expect(await pay(applyId, hash)).toBe('paid');
  // It counts for nothing else: not for the same client's next one, nor as a top-up of theirs.
  expect(await pay(await withdraw(), hash)).toContain('withdrawal.not_paid');
  const form = { chargeMoney: '120', transactionId: hash };
  expect((await portal.call('POST', '/add-money', { as: client, form })).status).toBe(409);
}, 60_000);

test('each of several lines that were credited is another one', async () => {
  const applyId = await withdraw();
  const hash = batch([us, 40], [payee, 120], [us, 50]);
  const one = await credited(hash, 40);
  expect(await pay(applyId, hash)).toContain(counted(one));
  await final(one, 'Verified');
  await final(await credited(hash, 50), 'Verified');
  expect(await pay(applyId, hash)).toBe('paid');
}, 60_000);

test.each<[string, string, () => Promise<[hash: string, topup: string]>]>([
  [
    'more than any line that came in',
    'Verified',
    async () => {
      const hash = batch([us, 1], [payee, 120]);
      return [hash, await credited(hash, 1, 121)];
    },
  ],
  [
    'more than its own line of several',
    'Verified',
    async () => {
      const hash = batch([us, 1], [payee, 120], [us, 2]);
      const topup = await toldOf(hash, 1);
      await final(topup, 'Verified');
      return [hash, await credit(topup, 121)];
    },
  ],
  [
    'though nothing came in',
    'WrongRecipient',
    async () => {
      const hash = batch([somebody, 120], [payee, 120]);
      return [hash, await credited(hash, 120)];
    },
  ],
])(
  'what was credited %s pays nobody',
  async (_, verdict, prepared) => {
    const applyId = await withdraw();
    const [hash, topup] = await prepared();
    await final(topup, verdict);
    expect(await pay(applyId, hash)).toContain(counted(topup));
  },
  60_000,
);

test('nor does what no node could tell of: the one that was credited, or the one that is to be paid', async () => {
  const applyId = await withdraw();
  const hash = batch([us, 120], [payee, 120]);
  node.mood = '500';
  const topup = await credited(hash, 120);
  await vi.waitFor(async () => expect(await pay(applyId, hash)).toContain(counted(topup)));
  node.mood = 'well';
  await final(topup, 'Verified');
  node.mood = '500';
  expect(await pay(applyId, hash)).toContain(counted(topup));
  node.mood = 'well';
  await vi.waitFor(async () => expect(await pay(applyId, hash)).toBe('paid'), { timeout: 30_000, interval: 1_000 });
}, 60_000);

test('a payout named before the chain has it takes its own line alone: what else left with it is told', async () => {
  const [one, two] = [await withdraw(), await withdraw()];
  const [first, second] = [tronAddressOf(`${made - 1}`.padStart(40, 'd')), payee];
  const sent = [first, second, somebody].map((to) => ({ from: us, to, units: 120_000_000n }));
  const hash = randomBytes(32).toString('hex');
  expect(await pay(one, hash)).toBe('paid');
  // No look comes before the watcher names what it sees.
  await portal.db.owner.query('test.later', "update looks set next_at = now() + interval '1 hour'");
  chain.send(sent, { hash });
  const lines = async () => {
    const { body } = await portal.call('GET', '/kimi/get-transfers', { as: admin, query: { q: hash } });
    return (body.transfers as { recipient: string; applyId: string | null }[]).map((t) => [t.recipient, t.applyId]);
  };
  await vi.waitFor(async () => expect(await lines()).toContainEqual([first, one]), { timeout: 60_000 });
  expect(await lines()).toContainEqual([somebody, null]);
  const told = () =>
    portal.db.owner.query('test.told', `select from mails where content::text like '%' || $1 || '%' || $2 || '%'`, [
      somebody,
      hash,
    ]);
  await vi.waitFor(async () => expect((await told()).length).toBeGreaterThan(0), { timeout: 30_000 });
  expect(await pay(two, hash)).toBe('paid');
  await vi.waitFor(async () => expect(await lines()).toContainEqual([second, two]), { timeout: 30_000 });
  expect(await lines()).toContainEqual([somebody, null]);
}, 120_000);

test('what was credited pays nobody where the address is ours by now, so that it is the same line', async () => {
  const second = await portal.admin();
  await portal.set(admin, { secondPair: { on: true, withdrawalsAbove: 0, network: false } });
  const applyId = await withdraw();
  const query = { applyId, action: 'approve' };
  expect((await portal.call('PUT', '/kimi/approve-withdrawal', { as: admin, query, body: {} })).status).toBe(202);
  await portal.call('PUT', '/kimi/confirm-action', { as: second, query: { id: applyId } });
  await show(payee);
  const hash = batch([somebody, 120], [payee, 120]);
  const topup = await credited(hash, 120);
  await final(topup, 'Verified');
  const body = { transactionId: hash, acknowledged: true };
  const paid = await portal.call('PUT', '/kimi/pay-withdrawal', { as: admin, query: { applyId }, body });
  expect(`${paid.body.code} ${paid.body.message}`).toContain(counted(topup));
}, 60_000);
