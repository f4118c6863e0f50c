/** A call that came past the session check while its client closed the account leaves nothing behind on it. */
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { accountsOf } from '#accounts/accounts.testing.server.ts';
import { kinds } from '#kinds/kinds.ts';
import { reverse } from '#requests/deciding.server.ts';
import { payAtOnce } from '#settings/settings.testing.server.ts';
import { testPortal, type Answered, type Person } from '#portal.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';

const portal = await testPortal();
const owner = portal.db.owner;
await payAtOnce(owner);
const hash = () => randomBytes(32).toString('hex');
let client: Person;
beforeEach(async () => void (client = await portal.client()));

/**
 * Makes this call while the account is being closed: it waits for the lock that closing holds, and comes to itself
 * after it.
 */
async function whileClosing(call: () => Promise<Answered>): Promise<[number, string]> {
  const answer = await owner.transaction(async (tx) => {
    await tx.query('test.lock', `select lock_wallet($1)`, [client.id]);
    const under = call();
    await portal.db.lockWaits(1, 'from change');
    await tx.query('test.close', 'update clients set closed_at = now() where id = $1', [client.id]);
    return { under };
  });
  const { status, body } = await answer.under;
  return [status, body.code ?? body.message];
}

const topUp = (transactionId: string, key?: string) =>
  portal.call('POST', '/add-money', {
    as: client,
    form: { chargeMoney: '50', transactionId },
    ...(key ? { key } : {}),
  });
const left = () => owner.query('test.left', `select state from requests where client = $1`, [client.id]);

test('a top-up is refused as from nobody who is signed in', async () => {
  expect(await whileClosing(() => topUp(hash()))).toEqual([401, 'auth.required']);
  expect(await left()).toEqual([]);
});

test('a top-up that was made before is told its answer again', async () => {
  const [transactionId, key] = [hash(), hash()];
  const { applyId } = (await topUp(transactionId, key)).body.transaction;
  await portal.call('PUT', '/kimi/cancel-request', { as: client, query: { applyId } });
  expect(await whileClosing(() => topUp(transactionId, key))).toEqual([200, 'Money added successfully!']);
  expect(await left()).toEqual([{ state: 'Cancelled' }]);
});

test('nothing is mailed to whoever has left, or written for them, who could switch nothing off', async () => {
  const admin = await portal.admin();
  client = await portal.client({ dollars: 100 });
  const account = await accountsOf(portal).opened(admin, client, 'LEFT-1', 15);
  const told = async () => [
    (await mailsTo(owner, client.email)).length,
    (await owner.query('test.notices', 'select from notices where person = $1', [client.person])).length,
  ];
  const before = await told();
  await owner.query('test.close', 'update clients set closed_at = now() where id = $1', [client.id]);
  expect((await accountsOf(portal).step(admin, account, 'Suspended')).status).toBe(200);
  expect(await told()).toEqual(before);
  await owner.query('test.open', 'update clients set closed_at = null where id = $1', [client.id]);
  expect((await accountsOf(portal).step(admin, account, 'Appealed')).status).toBe(200);
  expect(await told()).toEqual(before.map((count) => count + 1));
});

test('neither can a payer of a pay link pay it, nor an admin give something to it', async () => {
  const body = { firstName: 'Pat', lastName: 'Payer', emailId: 'pat@example.com', country: 'Germany', money: '30' };
  const { newPaylink } = (await portal.call('POST', '/kimi/create-paylink-individual', { as: client, body })).body;
  const pay = () => portal.call('POST', `/kimi/pay/${newPaylink.code}`, { form: { transactionId: hash() } });
  expect(await whileClosing(pay)).toEqual([404, 'not_found']);
  expect(await left()).toEqual([]);

  client = await portal.client();
  const admin = await portal.admin();
  const wish = { userId: client._id, kind: 'goodwill', amount: '5', reason: 'For the delay.' };
  expect(await whileClosing(() => portal.call('POST', '/kimi/apply-correction', { as: admin, body: wish }))).toEqual([
    404,
    'not_found',
  ]);
  expect(await left()).toEqual([]);
});

/** Somebody who has taken all their money out. */
async function paidOut(): Promise<{ applyId: string; admin: Person }> {
  client = await portal.client({ dollars: 60, verified: true });
  const admin = await portal.admin();
  const to = { networkName: 'TRC20', networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
  const wish = { amount: 60, ...to, password: client.password };
  const { body } = await portal.call('POST', '/kimi/apply-withdrawal', { as: client, body: wish });
  const { applyId } = body.withdrawal;
  const query = { applyId, action: 'approve' };
  const transfer = { transactionId: hash() };
  const paid = await portal.call('PUT', '/kimi/approve-withdrawal', { as: admin, query, body: transfer });
  expect(paid.status, paid.text).toBe(200);
  return { applyId, admin };
}

describe('a payout that did not arrive gives nothing back to a wallet that nobody can open any more', () => {
  const undo = (as: Person, applyId: string) =>
    portal.call('PUT', '/kimi/reverse-request', { as, body: { applyId, reason: 'A fork took it back.' } });
  const close = async () => {
    const body = { password: client.password };
    expect((await portal.call('PUT', '/kimi/close-account', { as: client, body })).status).toBe(200);
  };
  const kept = async (applyId: string) =>
    expect(
      await owner.query(
        'test.kept',
        `select state, (select balance from balances where account = 'wallet:' || r.client) as wallet from requests r
         where apply_id = $1`,
        [applyId],
      ),
    ).toEqual([{ state: 'Approved', wallet: 0n }]);

  test('by one admin, who is told what to do', async () => {
    const { applyId, admin } = await paidOut();
    await close();
    const { status, body } = await undo(admin, applyId);
    expect([status, body.code, body.message]).toEqual([
      409,
      'client.closed',
      'This client has closed their account, so nobody could withdraw what comes back. If a payout did not arrive, send the money once more, and leave the request approved.',
    ]);
    await kept(applyId);
  });

  test('at the moment at which it is closed', async () => {
    const { applyId, admin } = await paidOut();
    expect(await whileClosing(() => undo(admin, applyId))).toEqual([409, 'client.closed']);
    await kept(applyId);
  });

  test('by two admins, who propose it after it was closed, or before', async () => {
    const { applyId, admin } = await paidOut();
    const propose = () =>
      reverse(portal.app.db, { kinds, applyId, admin: admin.person, reason: 'A fork took it back.', approvals: 2 });
    expect((await propose()).waits).toBe(true);
    await close();
    const second = { as: await portal.admin(), query: { id: applyId } };
    expect((await portal.call('PUT', '/kimi/confirm-action', second)).body.code).toBe('client.closed');
    await expect(propose()).rejects.toMatchObject({ refusal: { code: 'client.closed' } });
    await kept(applyId);
  });
});
