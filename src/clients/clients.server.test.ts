/** Clients as admins see them. */
import { beforeAll, expect, test } from 'vitest';
import { openAccounts } from '#deposits/deposits.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';

const portal = await testPortal();
let admin: Person;

beforeAll(async () => {
  admin = await portal.admin();
});

test('the list of users has contact, address, wallet and the latest of everything, and finds by name, mail and phone', async () => {
  const client = await portal.client({ dollars: 300 });
  await portal.call('POST', '/create-bing-ads', {
    as: client,
    body: { adNum: 1, adsDetails: [{ domain: 'a.example', outlookMail: 'a@outlook.com', deposit: 15 }] },
  });
  const { body } = await portal.call('GET', '/get-user-for-admin', {
    as: admin,
    query: { q: client.email.slice(0, 12).toUpperCase() },
  });
  expect(body).toMatchObject({ message: 'Users fetched successfully', total: 1, page: 1, limit: 50 });
  expect(body.users[0]).toMatchObject({
    _id: client._id,
    username: client.username,
    contact: { emailId: client.email, contact1: '+49 170 123456' },
    address: { country: 'DE', pincode: '10115' },
    wallet: 252.75,
    held: 47.25,
    disabled: false,
    googleAds: [],
    facebookAds: [],
    adDeposit: [],
    refund: [],
  });
  expect(body.users[0].transactions).toMatchObject([{ chargeMoney: 300, state: 'Approved' }]);
  expect(body.users[0].bingAds).toMatchObject([{ totalCost: 47.25, adsDetails: [{ domain: 'a.example' }] }]);
});

test('of every platform the latest fifty are shown, however many another one has since', async () => {
  const client = await portal.client({ dollars: 6000 });
  const order = (path: string, row: object) =>
    portal.call('POST', path, { as: client, body: { adNum: 1, adsDetails: [row] } });
  const first = await order('/create-bing-ads', { domain: 'a.example', outlookMail: 'a@outlook.com', deposit: 0 });
  await Promise.all(
    Array.from({ length: 151 }, () => order('/create-google-ads', { gmail: 'a@gmail.com', deposit: 0 })),
  );
  const last = await order('/create-google-ads', { gmail: 'b@gmail.com', deposit: 0 });
  const { body } = await portal.call('GET', '/get-user-for-admin', { as: admin, query: { q: client.email } });
  const [{ googleAds, bingAds }] = body.users;
  expect(bingAds).toMatchObject([
    { _id: first.body.data._id, userId: { _id: client._id, username: client.username, wallet: 1410 } },
  ]);
  expect([googleAds.length, googleAds[0]._id]).toEqual([50, last.body.data._id]);
});

test('active users have something approved in the last 30 days; the others are not in the list', async () => {
  const [active, idle] = [await portal.client({ dollars: 10 }), await portal.client()];
  const { body } = await portal.call('GET', '/kimi/active-users', { as: admin, query: { limit: 200 } });
  const ids = body.activeUsers.map((user: { _id: string }) => user._id);
  expect([ids.includes(active._id), ids.includes(idle._id)]).toEqual([true, false]);
  expect(body.activeUsers.find((user: { _id: string }) => user._id === active._id)).toMatchObject({
    email: active.email,
    contactNumber: '+49 170 123456',
    walletBalance: 10,
    address: { country: 'DE' },
  });
});

test('pages go on after the last row, in both sorts', async () => {
  await portal.client();
  await portal.client();
  for (const sort of ['-createdAt', 'username', '-username', 'createdAt']) {
    const all = (
      await portal.call('GET', '/get-user-for-admin', { as: admin, query: { sort, limit: 200 } })
    ).body.users.map((user: { _id: string }) => user._id);
    const next = await portal.call('GET', '/get-user-for-admin', {
      as: admin,
      query: { sort, limit: 200, after: all[0] },
    });
    expect(next.body.users.map((user: { _id: string }) => user._id)).toEqual(all.slice(1));
  }
});

test('a disabled client is out at once on every session and in again after being enabled; the money stays, but for a penalty', async () => {
  const client = await portal.client({ dollars: 25 });
  const disabled = await portal.call('PUT', '/kimi/disable-user', {
    as: admin,
    body: { userId: client._id, reason: 'asked for it' },
  });
  expect(disabled.status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect((await portal.call('GET', '/kimi/me', { as: client })).status).toBe(401);
  const signIn = () =>
    portal.call('POST', '/login-account', { body: { emailId: client.email, password: client.password } });
  expect((await signIn()).status).toBe(401);
  expect(
    (await portal.call('PUT', '/kimi/disable-user', { as: admin, body: { userId: client._id, reason: 'again' } }))
      .status,
  ).toBe(409);
  // What was paid out, and no request names any more after a restore: docs/operations.md, Before anybody decides.
  const penalty = { userId: client._id, kind: 'penalty', amount: 5, reason: 'Paid out with 0xab on 1 May.' };
  expect((await portal.call('POST', '/kimi/apply-correction', { as: admin, body: penalty })).status).toBe(200);
  expect((await portal.call('PUT', '/kimi/enable-user', { as: admin, body: { userId: client._id } })).status).toBe(200);
  const back = await signIn();
  expect(back.status).toBe(200);
  expect(await portal.wallet(back.body)).toBe(20);
});

test('a client who is disabled or enabled again is told by mail, without the reason, at a proved address alone', async () => {
  for (const verified of [true, false]) {
    const client = await portal.client({ verified });
    const body = { userId: client._id, reason: 'Looks like a thief' };
    for (const path of ['/kimi/disable-user', '/kimi/disable-user', '/kimi/enable-user'])
      await portal.call('PUT', path, { as: admin, body });
    const mails = (await mailsTo(portal.db.owner, client.email)).filter(({ subject }) => subject.startsWith('Your a'));
    const told = ['Your account was enabled', 'Your account was disabled'];
    expect(mails.map(({ subject }) => subject)).toEqual(verified ? told : []);
    expect(mails.map(({ text }) => text).join()).not.toContain('thief');
  }
});

test("a client's own prices hold for orders from now on and show beside what everybody pays", async () => {
  const client = await portal.client({ dollars: 500 });
  const body = { adNum: 1, adsDetails: [{ gmail: 'a@gmail.com', deposit: 100 }] };
  expect((await portal.call('POST', '/create-google-ads', { as: client, body })).body.data.totalCost).toBe(145);
  await portal.call('PUT', '/kimi/set-client-prices', {
    as: admin,
    body: { userId: client._id, openingFee: 20, topUpBasisPoints: 1000, reason: 'An old friend.' },
  });
  expect((await portal.call('POST', '/create-google-ads', { as: client, body })).body.data).toMatchObject({
    accountOpeningFee: 20,
    topUpFee: 10,
    totalCost: 130,
  });
  const { body: page } = await portal.call('GET', '/kimi/get-user', { as: admin, query: { userId: client._id } });
  expect(page.user).toMatchObject({
    openingFee: 30,
    topUpBasisPoints: 1500,
    ownOpeningFee: 20,
    ownTopUpBasisPoints: 1000,
    wallet: 225,
    held: 275,
    pending: 2,
  });
  const first = await portal.call('GET', '/get-google-ads', { as: client, query: { sort: 'createdAt' } });
  expect(first.body.ads[0].totalCost).toBe(145);
});

test('an admin sees what a client brought, took and paid, who its people are, and its prices so far', async () => {
  const [client, admin] = [await portal.client({ dollars: 500 }), await portal.admin()];
  const [adsId] = await openAccounts(portal, client, admin, 'Google', [100]);
  const figures = async () =>
    (await portal.call('GET', '/kimi/get-user-figures', { as: admin, query: { userId: client._id } })).body;
  expect(await figures()).toMatchObject({
    lifetime: { in: 500, out: 0, fees: 45, spent: null },
    people: [{ emailId: client.email, role: 'Owner', code: false, passkeys: 0 }],
    prices: [],
    lastMonth: { orders: 1, deposits: 100, fees: 45 },
    signals: [],
  });
  const refund = { adsId, amount: 20, adType: 'Google' };
  const { body } = await portal.call('POST', '/kimi/apply-refund', { as: client, body: refund });
  await portal.decide(admin, 'approve', { applyId: body.refund.applyId, transactionId: 'x' });
  await portal.call('PUT', '/kimi/set-client-prices', {
    as: admin,
    body: { userId: client._id, openingFee: 20, topUpBasisPoints: null, reason: 'An old friend.' },
  });
  const after = await figures();
  expect(after.lifetime).toEqual({ in: 500, out: 0, fees: 42, spent: null });
  const why = { by: admin.username, confirmedBy: null, reason: 'An old friend.' };
  expect(after.prices).toMatchObject([{ ...why, openingFee: 20, topUpBasisPoints: null }]);
});

test('what was undone counts as neither paid in nor paid out', async () => {
  const [client, admin] = [await portal.client({ dollars: 70 }), await portal.admin()];
  const { transactions } = (await portal.call('GET', '/get-transaction-details-of-user', { as: client })).body;
  const body = { applyId: transactions[0].applyId, reason: 'A mistake' };
  expect((await portal.call('PUT', '/kimi/reverse-request', { as: admin, body })).status).toBe(200);
  const query = { userId: client._id };
  const { lifetime } = (await portal.call('GET', '/kimi/get-user-figures', { as: admin, query })).body;
  expect(lifetime).toMatchObject({ in: 0, out: 0, fees: 0 });
});

test('the export is a real spreadsheet, and as CSV no name can become a formula', async () => {
  const client = await portal.client();
  await portal.db.owner.query(
    'test.name',
    `update clients set name = '=HYPERLINK("http://evil")' where public_id = $1`,
    [client._id],
  );
  const sheet = await portal.call('GET', '/kimi/export-users', { as: admin });
  expect([sheet.status, sheet.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  const csv = await portal.call('GET', '/kimi/export-users', { as: admin, query: { format: 'csv' } });
  expect(csv.text).toContain(`"'=HYPERLINK(""http://evil"")"`);
  for (const sign of ['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠']) {
    await portal.db.owner.query('test.sign', 'update clients set name = $2 where public_id = $1', [
      client._id,
      `${sign}1+1`,
    ]);
    const { text } = await portal.call('GET', '/kimi/export-users', { as: admin, query: { format: 'csv' } });
    expect(text).toContain(`"'${sign}1+1"`);
  }
  // A spreadsheet whose list separator is another one begins its cells elsewhere.
  for (const [name, written] of [
    ['Ana;=1+1', `"Ana;'=1+1"`],
    ['Ana;"=1+1', `"Ana;""'=1+1"`],
    ['Ana\t @SUM(1)', `"Ana\t '@SUM(1)"`],
    ['Ana|=1+1;-2', `"Ana|'=1+1;'-2"`],
    ['Ana-Maria = Lima', `"Ana-Maria = Lima"`],
  ] as const) {
    await portal.db.owner.query('test.sign', 'update clients set name = $2 where public_id = $1', [client._id, name]);
    const { text } = await portal.call('GET', '/kimi/export-users', { as: admin, query: { format: 'csv' } });
    expect(text).toContain(written);
    for (const separator of [',', ';', '\t', '|'])
      for (const cell of text.split(separator)) expect(cell).not.toMatch(/^["\s]*[=+@-](?![\d .]*"?$)/);
  }
});

test('an admin removes another, never themselves', async () => {
  const other = await portal.admin();
  expect((await portal.call('PUT', '/kimi/remove-admin', { as: admin, body: { userId: admin._id } })).status).toBe(409);
  expect((await portal.call('PUT', '/kimi/remove-admin', { as: admin, body: { userId: other._id } })).status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect((await portal.call('GET', '/kimi/me', { as: other })).status).toBe(401);
  const { body } = await portal.call('GET', '/kimi/get-admins', { as: admin });
  expect(body.admins.map((each: { _id: string }) => each._id)).not.toContain(other._id);
});

test('the audit log tells who changed what, is filtered by person and action, and can be exported', async () => {
  const client = await portal.client();
  const prices = { userId: client._id, openingFee: 1, reason: 'An old friend.' };
  await portal.call('PUT', '/kimi/set-client-prices', { as: admin, body: prices });
  const { body } = await portal.call('GET', '/kimi/get-audit-log', {
    as: admin,
    query: { userId: client._id, action: 'settings.' },
  });
  expect(body.entries).toMatchObject([
    {
      actor: admin.username,
      action: 'settings.client_prices_changed',
      subject: client.username,
      after: { openingFeeCents: '100' },
    },
  ]);
  expect(body.total).toBe(1);
  const sheet = await portal.call('GET', '/kimi/export-audit-log', { as: admin, query: { q: client.email } });
  expect(sheet.bytes.subarray(0, 2).toString()).toBe('PK');
  await expect(portal.db.owner.query('test.forge', `update audit_log set action = 'nothing'`)).rejects.toThrow(
    'append-only',
  );
});
