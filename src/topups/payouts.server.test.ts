/**
 * What the agency sent out to a client is no top-up, though an explorer shows a confirmed transfer with the agency's
 * address.
 */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { walletOf } from '#deposits/deposits.testing.server.ts';
import { payAtOnce } from '#settings/settings.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
await payAtOnce(portal.db.owner);
const hash = () => randomBytes(32).toString('hex');
const topUp = (as: Person, transactionId: string, key?: string) =>
  portal.call('POST', '/add-money', { as, form: { chargeMoney: '50', transactionId }, ...(key ? { key } : {}) });

/** A withdrawal that waits, and the admin who decides. */
async function waiting() {
  const [client, admin] = [await portal.client({ dollars: 100, verified: true }), await portal.admin()];
  const body = {
    amount: 50,
    networkName: 'TRC20',
    networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    password: client.password,
  };
  const { applyId } = (await portal.call('POST', '/kimi/apply-withdrawal', { as: client, body })).body.withdrawal;
  const decided = (action: string, said: object) =>
    portal.call('PUT', '/kimi/approve-withdrawal', { as: admin, query: { applyId, action }, body: said });
  const paidOut = (transactionId: string) => decided('approve', { transactionId });
  return { client, admin, applyId, decided, paidOut };
}

test.each(['', 'https://tronscan.org/#/transaction/', '0x'])(
  'told of after it was paid out, written down as %s<hash>',
  async (before) => {
    const { client, paidOut } = await waiting();
    const sent = hash();
    expect((await paidOut(before + sent.toUpperCase())).status).toBe(200);
    const asked = await topUp(client, sent);
    expect([asked.status, asked.body.code]).toEqual([409, 'topup.taken']);
    const check = await portal.call('GET', '/kimi/check-transaction-id', {
      as: client,
      query: { transactionId: `0x${sent}` },
    });
    expect(check.body.used).toBe(true);
    const link = await portal.call('POST', '/kimi/create-paylink-individual', {
      as: client,
      body: { firstName: 'A', lastName: 'B', emailId: 'a@example.com', country: 'India', money: 50 },
    });
    const paid = await portal.call('POST', `/kimi/pay/${link.body.newPaylink.code}`, { form: { transactionId: sent } });
    expect([paid.status, paid.body.code]).toEqual([409, 'topup.taken']);
    expect((await topUp(client, hash())).status).toBe(200);
  },
);

test('told of by an id that is no hash, before and after it was paid out and reversed', async () => {
  const { client, admin, applyId, paidOut } = await waiting();
  const sent = 'Off-chain transfer 201958372215';
  const { _id } = (await topUp(client, sent)).body.transaction;
  expect((await paidOut(sent)).status).toBe(200);
  expect((await portal.decide(admin, 'approve', { applyId: _id })).body.results[0].code).toBe('topup.sent_out');
  const gone = { as: client, query: { applyId: _id } };
  expect((await portal.call('PUT', '/kimi/cancel-request', gone)).status).toBe(200);
  const named = 'OFF-CHAIN transfer 201 958 372 215.';
  const isRefused = async () => {
    expect((await topUp(client, named)).body.code).toBe('topup.taken');
    const { body } = await portal.call('GET', '/kimi/check-transaction-id', {
      as: client,
      query: { transactionId: named },
    });
    expect(body.used).toBe(true);
  };
  await isRefused();
  const body = { applyId, reason: 'It came back.' };
  expect((await portal.call('PUT', '/kimi/reverse-request', { as: admin, body })).status).toBe(200);
  await isRefused();
});

test('told of while the admin who sent it had not written it down yet', async () => {
  const { client, admin, paidOut } = await waiting();
  const sent = hash();
  const { _id } = (await topUp(client, sent, 'a-lost-answer')).body.transaction;
  expect((await paidOut(sent)).status).toBe(200);
  // The answer was lost, and is given again.
  expect((await topUp(client, sent, 'a-lost-answer')).body.transaction._id).toBe(_id);
  const approved = await portal.call('PUT', '/approve-transaction', {
    as: admin,
    query: { id: _id, action: 'approve' },
    body: {},
  });
  expect([approved.status, approved.body.code]).toEqual([409, 'topup.sent_out']);
  expect((await portal.decide(admin, 'approve', { applyId: _id })).body.results[0].code).toBe('topup.sent_out');
  expect(await walletOf(portal, client)).toEqual({ wallet: 50, held: 0 });
});

test('a transfer that is named with a rejection has paid nothing out, and stays a top-up', async () => {
  const { client, decided, applyId } = await waiting();
  const sent = hash();
  expect((await decided('reject', { transactionId: sent, remarks: 'Not yet.' })).status).toBe(200);
  const [kept] = await portal.db.query<{ id: string | null }>(
    't.kept',
    'select transaction_id as id from requests where apply_id = $1',
    [applyId],
  );
  expect(kept).toEqual({ id: null });
  // As rejections before this were kept.
  await portal.db.owner.query('t.keep', 'update requests set transaction_id = $1 where apply_id = $2', [sent, applyId]);
  expect((await topUp(client, sent)).status).toBe(200);
});

test('one that was paid out and is reversed was sent all the same', async () => {
  const { client, admin, applyId, paidOut } = await waiting();
  const sent = hash();
  expect((await paidOut(sent)).status).toBe(200);
  const body = { applyId, reason: 'It came back.' };
  expect((await portal.call('PUT', '/kimi/reverse-request', { as: admin, body })).status).toBe(200);
  expect((await topUp(client, sent)).body.code).toBe('topup.taken');
});
