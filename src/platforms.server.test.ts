/**
 * A platform that no client sees before an admin switches it on is complete from the first moment: all of it is walked.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { openAccounts, walletOf } from '#deposits/deposits.testing.server.ts';
import { platforms, registry } from '#platforms/platforms.ts';
import { orderBody } from '#platforms/order.testing.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
let client: Person;
let admin: Person;
const get = (path: string, as: Person, query = {}) => portal.call('GET', path, { as, query });
const asClient = (path: string, body: object) => portal.call('POST', path, { as: client, body });

beforeAll(async () => {
  [client, admin] = [await portal.client({ dollars: 2_000 }), await portal.admin()];
  await portal.set(admin, { platforms });
});

test.each(registry)('an order and an ad account of $name that are not there are not found', async ({ calls, name }) => {
  const order = { as: admin, query: { id: 'GA-0000-0000', action: 'approve' }, body: { adsId: 'none' } };
  expect((await portal.call('PUT', calls.judge, order)).body.code).toBe('not_found');
  const body = { adsId: 'of nobody', money: 40, adType: name };
  expect((await asClient(calls.createDeposit, body)).body.code).toBe('not_found');
});

describe.each(registry.filter(({ onByDefault }) => !onByDefault))('$name, switched on', (spec) => {
  const { name, calls, wire, prefix } = spec;
  const approve = (path: string, query: object, body: object) =>
    portal.call('PUT', path, { as: admin, query: { ...query, action: 'approve' }, body });

  test('orders lie in its own lists, are decided, and cost what an order costs', async () => {
    const before = await walletOf(portal, client);
    const { status, body, text } = await asClient(calls.create, orderBody(spec, [100]));
    expect(status, text).toBe(200);
    expect(body.applyId).toMatch(new RegExp(`^${prefix}-`));
    expect((await walletOf(portal, client)).wallet).toBe(before.wallet - 145);
    expect((await get(calls.pending, admin)).text).toContain(body.applyId);
    expect((await get('/kimi/get-queue', admin, { adType: name })).text).toContain(body.applyId);
    expect((await approve(calls.judge, { id: body.applyId }, { adsId: wire.adsId })).status).toBe(200);
    expect((await get(calls.list, client)).text).toContain(wire.adsId);
    expect((await get(calls.approved, admin)).text).toContain(wire.adsId);
    expect((await get('/get-google-ads', client)).text).not.toContain(body.applyId);
  });

  test('deposits are asked for, decided, listed and exported', async () => {
    const [adsId] = (await openAccounts(portal, client, admin, name, [50])) as [string];
    const asked = await asClient(calls.createDeposit, { adsId, money: 40, adType: name });
    expect(asked.status, asked.text).toBe(200);
    const { applyId } = asked.body.deposits[0];
    expect((await get(calls.pendingDeposits, admin)).text).toContain(applyId);
    expect(
      (await approve('/kimi/approve-deposit', { adsId, applyId, adType: name }, { transactionId: 'T-1' })).status,
    ).toBe(200);
    expect((await get(calls.completedDeposits, admin)).text).toContain(applyId);
    expect((await get(calls.deposits, client)).body.deposits[0]).toMatchObject({ adsId, state: wire.approvedDeposit });
    const file = await get(calls.exportDeposits, client);
    expect(file.headers.get('content-disposition')).toContain(wire.depositFile);
  });

  test('refunds come back with their share of the fee, and accounts are shared', async () => {
    const [adsId] = (await openAccounts(portal, client, admin, name, [50])) as [string];
    const before = await walletOf(portal, client);
    const { body, status, text } = await asClient('/kimi/apply-refund', { adsId, amount: 20, adType: name });
    expect(status, text).toBe(200);
    const { applyId } = body.refund;
    expect(
      (await approve('/kimi/approve-refund-by-admin', { adsId, applyId, adType: name }, { transactionId: 'T-2' }))
        .status,
    ).toBe(200);
    expect((await walletOf(portal, client)).wallet).toBe(before.wallet + 23);
    const [refund] = (await get('/kimi/refund-Details', client, { adType: name })).body.refundsDetails;
    expect(refund[wire.linked.name]).toMatchObject({ adsId });
    const share = { emailId: 'buyer@gmail.com', adsId, adType: name };
    expect((await asClient('/kimi/send-request-email', share)).status).toBe(200);
    expect((await get('/kimi/get-overview', client)).text).toContain(name);
  });
});
