/** Nobody closes an account for which money may be on its way: it could never be booked. */
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { fakeChain, fakeNode } from '#chain/fakenodes.testing.server.ts';
import { tronAddressOf } from '#network/addresses.ts';
import { testPortal, type Answered, type Person } from '#portal.testing.server.ts';

const chain = fakeChain('TRC20');
const node = await fakeNode(chain);
const portal = await testPortal({ TRON_NODE_URLS: node.url });
afterAll(() => node.close());

const us = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const admin = await portal.admin();
const shown = { networkName: 'TRC20', networkAddress: us, password: admin.password };
await portal.call('PUT', '/update-network-details', { as: admin, body: shown });
await portal.set(admin, { autoCredit: { on: true, transfer: 1, clientDay: 1, agencyDay: 1 } });
const own = (sql: string, ...values: unknown[]) => portal.db.owner.query('', sql, values);

let client: Person;
beforeEach(async () => void (client = await portal.client()));

/** What is said to whoever wants to close, once on the page and once by the call; undefined where it is closed. */
async function refusal(): Promise<string | undefined> {
  const read = (await portal.call('GET', '/kimi/get-closing', { as: client })).body.refusal as string;
  const body = { password: client.password };
  const { status, body: said } = await portal.call('PUT', '/kimi/close-account', { as: client, body });
  expect(said.message).toBe(read || 'Your account is closed.');
  return status === 200 ? undefined : read.replace('Your account cannot be closed yet: there is still ', '');
}
const declare = () => portal.call('POST', '/kimi/declare-topup', { as: client, body: { amount: 300 } });
const giveUp = (id: string) => portal.call('PUT', '/kimi/cancel-declaration', { as: client, query: { id } });
const expire = () => own('update declarations set expires_at = now() where client = $1', client.id);
const payer = { firstName: 'Ana', lastName: 'Lima', emailId: 'ana@example.com', country: 'Brazil' };
const makeLink = async (): Promise<{ _id: string; code: string }> => {
  const body = { ...payer, money: 80 };
  return (await portal.call('POST', '/kimi/create-paylink-individual', { as: client, body })).body.newPaylink;
};
const payExactly = (code: string) =>
  portal.call('POST', `/kimi/declare-payment/${code}`, { body: { networkName: 'TRC20' } });

test('an amount that may have been sent is named, and what to do about it', async () => {
  const { declaration } = (await declare()).body;
  expect(await refusal()).toBe(
    'one exact amount that you may have sent. Under Add Money, give up what you have not sent.',
  );
  expect((await giveUp(declaration._id)).status).toBe(200);
  expect(await refusal()).toBeUndefined();
});

test('one that was not sent within its day keeps nobody', async () => {
  await declare();
  await expire();
  expect(await refusal()).toBeUndefined();
});

test('what was sent keeps it open until it is credited and taken out, also if the amount was given up since', async () => {
  const { declaration } = (await declare()).body;
  const units = BigInt(Math.round(declaration.amount * 100)) * 10_000n;
  chain.send([{ from: tronAddressOf('b'.repeat(40)), to: us, units }], { at: new Date(Date.now() + 500) });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect((await giveUp(declaration._id)).status).toBe(200);
  const patient = { timeout: 40_000, interval: 200 };
  const seen = () => own(`select from transfers where amount = $1::bigint / 100.0`, units / 10_000n);
  await vi.waitFor(async () => expect(await seen()).toHaveLength(1), patient);
  expect(await refusal()).toBe('one transfer that is not credited yet.');
  chain.mine(40);
  await vi.waitFor(async () => expect(await refusal()).toBe('one request that is not finished yet.'), patient);
  const [{ applyId, declared }] = (await portal.call('GET', '/get-transaction-details-of-user', { as: client })).body
    .transactions;
  expect(declared).toBe(true);
  const back = await portal.call('PUT', '/kimi/cancel-request', { as: client, query: { applyId } });
  expect([back.status, back.body.code]).toEqual([409, 'request.arrived']);
  expect(await refusal()).toBe('one request that is not finished yet.');
});

test('the payer of a paylink may have sent one: revoked, it gives no other, and a day later nothing is left', async () => {
  const link = await makeLink();
  expect((await payExactly(link.code)).status).toBe(200);
  const said = 'one paylink whose payer may have sent an exact amount. Revoke the paylink, and wait for a day.';
  expect(await refusal()).toBe(said);
  await portal.call('PUT', '/revoke-paylink', { as: client, query: { id: link._id } });
  expect(await refusal()).toBe(said);
  await expire();
  expect(await refusal()).toBeUndefined();
});

/** Makes this call while the account is being closed: it waits for the lock that closing holds. */
async function whileClosing(call: () => Promise<Answered>): Promise<[number, string]> {
  const { under } = await portal.db.owner.transaction(async (tx) => {
    await tx.query('test.lock', 'select lock_wallet($1)', [client.id]);
    const under = call();
    await portal.db.lockWaits(1, 'declare_topup');
    await tx.query('test.close', 'update clients set closed_at = now() where id = $1', [client.id]);
    return { under };
  });
  const { status, body } = await under;
  return [status, body.code];
}

test('nobody declares an amount for an account while it is being closed', async () => {
  expect(await whileClosing(declare)).toEqual([401, 'auth.required']);
  client = await portal.client();
  const { code } = await makeLink();
  expect(await whileClosing(() => payExactly(code))).toEqual([404, 'not_found']);
});
