/** Whoever pays a link sends an exact amount: it is the owner's, and no stranger takes more by asking again. */
import { afterAll, expect, test, vi } from 'vitest';
import { fakeChain, fakeNode } from '#chain/fakenodes.testing.server.ts';
import { tronAddressOf } from '#network/addresses.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { closedSentence } from './paylinks.ts';

const [chain, beside] = [fakeChain('TRC20'), fakeChain('ERC20')];
const nodes = [await fakeNode(chain), await fakeNode(beside)] as const;
const portal = await testPortal({
  TRON_NODE_URLS: nodes[0].url,
  ETHEREUM_NODE_URLS: nodes[1].url,
  TRUST_PROXY: 'on',
});
afterAll(() => Promise.all(nodes.map((node) => node.close())));

const us = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const tron = { networkName: 'TRC20', networkAddress: us };
const ether = { networkName: 'ERC20', networkAddress: `0x${'a'.repeat(40)}` };
const [admin, owner] = [await portal.admin(), await portal.client()];
const show = async (network: object) => {
  const body = { ...network, password: admin.password };
  const { status, text } = await portal.call('PUT', '/update-network-details', { as: admin, body });
  expect(status, text).toBe(200);
};
await show(tron);
await show({ ...ether, beside: true });
const automatic = (on: boolean) =>
  portal.set(admin, { autoCredit: { on, transfer: 5_000, clientDay: 50_000, agencyDay: 100_000 } });
await automatic(true);

const payer = { firstName: 'Ana', lastName: 'Lima', emailId: 'ana@example.com', country: 'Brazil' };
const make = async (as: Person, money: number): Promise<{ _id: string; code: string }> =>
  (await portal.call('POST', '/kimi/create-paylink-individual', { as, body: { ...payer, money } })).body.newPaylink;
const look = async (code: string) => (await portal.call('GET', `/kimi/pay/${code}`)).body.paylink;
let strangers = 0;
/** From an address of one's own, as every stranger has one. */
const ask = async (code: string, networkName = 'TRC20', from = `198.51.${(strangers += 1)}.7`) => {
  const headers = { 'x-forwarded-for': from };
  const { status, body } = await portal.call('POST', `/kimi/declare-payment/${code}`, {
    body: { networkName },
    headers,
  });
  return { status, code: body.code, declared: body.paylink?.declared };
};
const declaredBy = async (as: Person) => (await portal.call('GET', '/kimi/get-declarations', { as })).body.declarations;
/** From somebody else each time: who paid for another client before is left to an admin. */
const send = (amount: number) => {
  const from = tronAddressOf(String((strangers += 1)).padStart(40, 'b'));
  const units = BigInt(Math.round(amount * 100)) * 10_000n;
  return chain.send([{ from, to: us, units }], { at: new Date(Date.now() + 1_000) });
};
const topups = async (as: Person) =>
  (await portal.call('GET', '/get-transaction-details-of-user', { as })).body.transactions;
const open = () =>
  portal.db.owner.query<{ cents: bigint }>('t.open', 'select distinct cents from declarations where ended_at is null');
const forget = () => portal.db.owner.query('t.forget', 'delete from declarations where request is null');
const patient = { timeout: 40_000, interval: 200 };

test('it is followed live until it is credited to the owner of the link, and nothing else of the owner is told', async () => {
  const client = await portal.client();
  const link = await make(client, 500);
  await vi.waitFor(async () => expect((await look(link.code)).declarable).toEqual(['TRC20', 'ERC20']), patient);
  expect((await look(link.code)).declared).toEqual([]);
  const first = await ask(link.code);
  const [{ amount }] = first.declared;
  expect(amount).toBeGreaterThan(500);
  expect(amount).toBeLessThan(501);
  const shown = { ...tron, amount, createdAt: expect.any(String), expiresAt: expect.any(String), arrived: false };
  expect(first).toEqual({ status: 200, code: undefined, declared: [shown] });
  const hash = send(amount);
  const seen = { state: 'Seen', confirmations: expect.any(Number), needed: 19 };
  await vi.waitFor(async () => expect((await look(link.code)).declared).toEqual([{ ...shown, seen }]), patient);
  // What was seen in its time is awaited after that, too: nobody is asked to pay once more.
  await portal.db.owner.query(
    't.expire',
    `update declarations set expires_at = now() + interval '1 second'
     where paylink = (select id from paylinks where public_id = $1)`,
    [link._id],
  );
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect((await look(link.code)).declared).toEqual([{ ...shown, seen }]);
  chain.mine(40);
  await vi.waitFor(async () => expect((await look(link.code)).state).toBe('Paid'), patient);
  expect((await look(link.code)).declared).toEqual([{ ...shown, arrived: true }]);
  expect(await topups(client)).toMatchObject([
    { paylink: link._id, transactionId: hash, chargeMoney: amount, state: 'Approved' },
  ]);
  expect(await portal.wallet(client)).toBe(amount);
  const { notices } = (await portal.call('GET', '/kimi/get-notices', { as: client })).body;
  expect(notices.map(({ text }: { text: string }) => text)).toContain(
    `A payment of $${amount.toFixed(2)} was submitted through your paylink ${link._id}.`,
  );
  expect(await ask(link.code)).toMatchObject({ status: 409, code: 'paylink.paid' });
}, 60_000);

test('whoever asks, and on whichever network, is told the same amount: strangers use up one', async () => {
  await forget();
  const { code } = await make(owner, 300);
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_each, n) => ask(code, n % 2 === 0 ? 'TRC20' : 'ERC20')),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { declared } = await look(code);
  expect(new Set(declared.map(({ networkName }: { networkName: string }) => networkName))).toEqual(
    new Set(['TRC20', 'ERC20']),
  );
  expect(declared).toHaveLength(2);
  expect(new Set(declared.map(({ amount }: { amount: number }) => amount)).size).toBe(1);
  expect(await open()).toHaveLength(1);
});

test("strangers neither take nor see the owner's own, and open no more than ten links of one client", async () => {
  await forget();
  const links = [];
  for (let n = 0; n < 11; n += 1) links.push(await make(owner, 100 + 20 * n));
  for (const { code } of links.slice(0, 10)) expect((await ask(code)).status).toBe(200);
  expect(await ask(links[10]!.code)).toMatchObject({ status: 409, code: 'declaration.none' });
  // One that is open already is answered on another network, too.
  expect((await ask(links[0]!.code, 'ERC20')).status).toBe(200);
  expect(await declaredBy(owner)).toEqual([]);
  for (const amount of [1_000, 2_000, 3_000]) {
    const body = { amount };
    expect((await portal.call('POST', '/kimi/declare-topup', { as: owner, body })).status).toBe(200);
  }
  expect(await declaredBy(owner)).toHaveLength(3);
  expect((await look(links[0]!.code)).declared).toHaveLength(2);
  const [ofLink] = await portal.db.owner.query<{ id: string }>(
    't.of_link',
    'select public_id as id from declarations where paylink is not null limit 1',
  );
  const cancelled = await portal.call('PUT', '/kimi/cancel-declaration', { as: owner, query: { id: ofLink!.id } });
  expect(cancelled.status).toBe(404);
});

test('the links of one newcomer leave other newcomers exact amounts', async () => {
  await forget();
  const [squatter, honest] = [await portal.client(), await portal.client()];
  const links = await Promise.all(Array.from({ length: 10 }, () => make(squatter, 700)));
  const asked = await Promise.all(links.map(({ code }) => ask(code)));
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(asked.find(({ status }) => status === 409)).toMatchObject({ code: 'declaration.none' });
  const declare = (as: Person) => portal.call('POST', '/kimi/declare-topup', { as, body: { amount: 700 } });
  expect((await declare(squatter)).body.code).toBe('declaration.full');
  expect((await declare(honest)).status).toBe(200);
  expect((await ask((await make(honest, 700)).code)).status).toBe(200);
});

test('it ends with the link, and what was sent in its time is the owner’s though the link was withdrawn', async () => {
  await forget();
  const client = await portal.client();
  const link = await make(client, 60);
  await portal.db.owner.query(
    't.soon',
    `update paylinks set expires_at = now() + interval '1 hour' where public_id = $1`,
    [link._id],
  );
  const [{ amount, expiresAt }] = (await ask(link.code)).declared;
  expect(Date.parse(expiresAt)).toBe(Date.parse((await look(link.code)).expiresAt));
  expect((await portal.call('PUT', '/revoke-paylink', { as: client, query: { id: link._id } })).status).toBe(200);
  expect((await look(link.code)).declared).toEqual([]);
  send(amount);
  chain.mine(40);
  await vi.waitFor(async () => expect(await portal.wallet(client)).toBe(amount), patient);
}, 60_000);

test.each([
  ['expires', 'Expired', `update paylinks set expires_at = now() where public_id = $1`],
  ['is withdrawn', 'Revoked', `update paylinks set revoked_at = now() where public_id = $1`],
] as const)(
  'what is on its way when the link %s is followed, and nobody is asked to pay again',
  async (_, state, end) => {
    await forget();
    const client = await portal.client();
    const link = await make(client, 70);
    const [{ amount }] = (await ask(link.code)).declared;
    send(amount);
    const seen = { state: 'Seen', confirmations: expect.any(Number), needed: 19 };
    await vi.waitFor(async () => expect((await look(link.code)).declared).toMatchObject([{ seen }]), patient);
    await portal.db.owner.query(`t.end ${state}`, end, [link._id]);
    const page = await look(link.code);
    expect(page).toMatchObject({ state, declared: [{ amount, arrived: false, seen }] });
    expect(closedSentence(page.state, page.declared[0])).toMatch(/being checked\. Please do not pay again/);
    expect(closedSentence(page.state, undefined)).not.toMatch(/again/);
    chain.mine(40);
    await vi.waitFor(async () => expect(await portal.wallet(client)).toBe(amount), patient);
    expect(await look(link.code)).toMatchObject({ state: 'Paid', declared: [{ amount, arrived: true }] });
  },
  60_000,
);

test('nobody is shown an address that was replaced, and what was sent there is the owner’s still', async () => {
  await forget();
  const client = await portal.client();
  const { code } = await make(client, 80);
  const [{ amount }] = (await ask(code)).declared;
  const next = tronAddressOf('c'.repeat(40));
  await show({ ...tron, networkAddress: next });
  expect((await look(code)).declared).toEqual([]);
  expect((await ask(code)).declared).toMatchObject([{ amount, networkAddress: next }]);
  // Where nothing is credited by itself, no amount is given, and what was given before is the owner's still.
  await automatic(false);
  expect(await ask((await make(client, 90)).code)).toMatchObject({ status: 409, code: 'declaration.none' });
  send(amount);
  chain.mine(40);
  await vi.waitFor(async () => expect(await topups(client)).toMatchObject([{ chargeMoney: amount }]), patient);
  // While that is decided, no second payment is taken.
  const form = { transactionId: 'f'.repeat(64) };
  expect((await portal.call('POST', `/kimi/pay/${code}`, { form })).body.code).toBe('paylink.processing');
  expect(await ask(code)).toMatchObject({ status: 409, code: 'paylink.processing' });
  await show(tron);
}, 60_000);

test('is refused where nothing can be paid, where nobody watches, and to who asks too often', async () => {
  await forget();
  await automatic(true);
  const [revoked, late, free] = [await make(owner, 10), await make(owner, 10), await make(owner, 10)];
  await portal.call('PUT', '/revoke-paylink', { as: owner, query: { id: revoked._id } });
  await portal.db.owner.query('t.late', 'update paylinks set expires_at = now() where public_id = $1', [late._id]);
  expect(await ask(revoked.code)).toMatchObject({ status: 409, code: 'paylink.revoked' });
  expect(await ask(late.code)).toMatchObject({ status: 409, code: 'paylink.expired' });
  expect(await ask('x'.repeat(22))).toMatchObject({ status: 404, code: 'not_found' });
  expect(await ask(free.code, 'Solana')).toMatchObject({ status: 404, code: 'not_found' });
  await show({ networkName: 'Cash', networkAddress: 'MainStreet1', beside: true });
  expect(await ask(free.code, 'Cash')).toMatchObject({ status: 409, code: 'declaration.unwatched' });
  const often = [];
  for (let n = 0; n < 31; n += 1) often.push((await ask(free.code, 'TRC20', '203.0.113.9')).status);
  expect(often.filter((status) => status === 200)).toHaveLength(30);
  expect(often.at(-1)).toBe(429);
});

test('a link that was paid stays paid where a second payment of it is rejected', async () => {
  const twice = await portal.client();
  const { code } = await make(twice, 6_300);
  await ask(code);
  const [{ amount }] = (await ask(code, 'ERC20')).declared;
  send(amount);
  chain.mine(40);
  await vi.waitFor(async () => expect(await topups(twice)).toHaveLength(1), { timeout: 60_000 });
  const units = BigInt(Math.round(amount * 100)) * 10_000n;
  const from = `0x${'d'.repeat(40)}`;
  beside.send([{ from, to: ether.networkAddress, units }], { at: new Date(Date.now() + 1_000) });
  beside.mine(100);
  await vi.waitFor(async () => expect(await topups(twice)).toHaveLength(2), { timeout: 60_000 });
  const [second, first] = await topups(twice);
  const decide = ({ applyId }: { applyId: string }, action: string) =>
    portal.call('PUT', '/approve-transaction', {
      as: admin,
      query: { id: applyId, action },
      body: { remarks: 'Twice.' },
    });
  expect((await decide(first, 'approve')).status).toBe(200);
  expect((await decide(second, 'reject')).status).toBe(200);
  expect((await look(code)).state).toBe('Paid');
});

test('a link takes one payment at a time, also where an exact amount arrives beside it and is rejected', async () => {
  await automatic(true);
  const client = await portal.client();
  const { code } = await make(client, 7_100);
  const [{ amount }] = (await ask(code)).declared;
  await automatic(false);
  const pay = async (sign: string) =>
    (await portal.call('POST', `/kimi/pay/${code}`, { form: { transactionId: sign.repeat(64) } })).body;
  const decide = ({ applyId }: { applyId: string }, action: string) =>
    portal.call('PUT', '/approve-transaction', {
      as: admin,
      query: { id: applyId, action },
      body: { remarks: 'It came back.' },
    });
  expect(await pay('1')).toMatchObject({ paylink: { state: 'Processing' } });
  send(amount);
  chain.mine(40);
  await vi.waitFor(async () => expect(await topups(client)).toHaveLength(2), patient);
  // Who sends the same again gets the same answer, whatever has arrived beside it.
  expect(await pay('1')).toMatchObject({ paylink: { state: 'Processing' } });
  expect(await pay('2')).toMatchObject({ code: 'paylink.processing' });
  const [arrived, submitted] = await topups(client);
  expect((await decide(arrived, 'reject')).status).toBe(200);
  for (const sign of ['2', '3']) expect(await pay(sign)).toMatchObject({ code: 'paylink.processing' });
  expect(await pay('1')).toMatchObject({ paylink: { state: 'Processing' } });
  expect(await topups(client)).toHaveLength(2);
  expect((await decide(submitted, 'reject')).status).toBe(200);

  // What arrives while a payment waits for its turn is there before it.
  const { pool } = portal.db.owner;
  const turn = await pool.connect();
  const set = (state: string) =>
    turn.query(`update requests set state = '${state}' where apply_id = '${arrived.applyId}'`);
  await turn.query('begin; set local session_replication_role = replica');
  await turn.query('select lock_wallet($1)', [client.id]);
  const paid = pay('4');
  await portal.db.lockWaits(1);
  await set('Pending');
  await turn.query('commit');
  expect(await paid).toMatchObject({ code: 'paylink.processing' });
  await turn.query('begin; set local session_replication_role = replica');
  await set('Rejected');
  await turn.query('commit');
  turn.release();
  expect(await pay('4')).toMatchObject({ paylink: { state: 'Processing' } });
  expect(await topups(client)).toHaveLength(3);
}, 60_000);
