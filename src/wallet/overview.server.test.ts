/** The client's dashboard call, read field by field. */
import { expect, test } from 'vitest';
import { accountsOf } from '#accounts/accounts.testing.server.ts';
import { testPortal } from '#portal.testing.server.ts';

const portal = await testPortal();
const accounts = accountsOf(portal);

test('somebody new sees zeros and nothing that waits', async () => {
  const client = await portal.client();
  const { status, body } = await portal.call('GET', '/kimi/get-overview', { as: client });
  expect([status, body]).toEqual([
    200,
    {
      message: 'Overview fetched successfully',
      wallet: 0,
      held: 0,
      waiting: [],
      waitingTotal: 0,
      rejected: [],
      outlook: { running: 0, remaining: 0, next: null },
      accounts: ['Google', 'Bing', 'Facebook'].map((platform) => ({ platform, accounts: 0, balance: 0, left: null })),
      opened: false,
      movements: [],
    },
  ]);
});

test('what is asked waits with its age, what is approved runs, and the last movements carry the balance', async () => {
  const [client, admin] = [await portal.client({ dollars: 1_000 }), await portal.admin()];
  await portal.call('POST', '/create-google-ads', {
    as: client,
    body: { adNum: 2, adsDetails: [100, 50].map((deposit) => ({ gmail: 'buyer@gmail.com', deposit })) },
  });
  const before = (await portal.call('GET', '/kimi/get-overview', { as: client })).body;
  expect(before).toMatchObject({ wallet: 797.5, held: 202.5, waitingTotal: 1 });
  expect(before.waiting).toEqual([
    {
      applyId: expect.stringMatching(/^GA-/),
      kind: 'application',
      platform: 'Google',
      state: 'Pending',
      amount: 202.5,
      createdAt: expect.stringMatching(/Z$/),
      late: false,
      page: expect.stringMatching(/^\/google\/accountManage\/accountList\?q=GA-[\w-]+&open=true$/),
    },
  ]);
  const approved = await portal.call('PUT', '/approve-googleAd', {
    as: admin,
    query: { id: before.waiting[0].applyId, action: 'approve' },
    body: { adsId: '111-111-1111, 222-222-2222' },
  });
  expect(approved.status, approved.text).toBe(200);
  const after = (await portal.call('GET', '/kimi/get-overview', { as: client })).body;
  expect(after).toMatchObject({ wallet: 797.5, held: 0, waiting: [], waitingTotal: 0 });
  expect(after.accounts[0]).toEqual({ platform: 'Google', accounts: 2, balance: 150, left: null });
  expect(after.movements.map((line: { amount: number; balance: number }) => [line.amount, line.balance])).toEqual([
    [-202.5, 797.5],
    [1_000, 1_000],
  ]);
});

test('an account that was opened once is remembered when none is open any more, and no order that still waits', async () => {
  const [client, admin] = [await portal.client({ dollars: 100 }), await portal.admin()];
  const order = { adNum: 1, adsDetails: [{ gmail: 'buyer@gmail.com', deposit: 0 }] };
  const { applyId } = (await portal.call('POST', '/create-google-ads', { as: client, body: order })).body;
  const seen = async () => {
    const overview = (await portal.call('GET', '/kimi/get-overview', { as: client })).body;
    return { opened: overview.opened, google: overview.accounts[0] };
  };
  const none = { platform: 'Google', accounts: 0, balance: 0, left: null };
  expect(await seen()).toEqual({ opened: false, google: none });
  const approved = await portal.decide(admin, 'approve', { applyId, adsId: `${client.id} once` });
  expect(approved.body.results?.[0]?.done ?? approved.text).toBe(true);
  expect(await seen()).toEqual({ opened: true, google: { ...none, accounts: 1 } });
  const undo = { applyId, reason: 'Opened by mistake.' };
  expect((await portal.call('PUT', '/kimi/reverse-request', { as: admin, body: undo })).status).toBe(200);
  expect(await seen()).toEqual({ opened: true, google: none });
});

test('the oldest five that wait are shown, and how many there are', async () => {
  const client = await portal.client();
  for (let n = 0; n < 7; n++) {
    const asked = await portal.call('POST', '/add-money', {
      as: client,
      form: { chargeMoney: String(n + 1), transactionId: `wait-${client._id}-${n}`, payway: 'USDT' },
    });
    expect(asked.status, asked.text).toBe(200);
  }
  await portal.db.owner.query(
    'test.late',
    `update requests set created_at = now() - interval '25 hours' where client = $1 and amount_cents = 100`,
    [client.id],
  );
  const { body } = await portal.call('GET', '/kimi/get-overview', { as: client });
  expect([body.waiting.map((each: { amount: number }) => each.amount), body.waitingTotal]).toEqual([
    [1, 2, 3, 4, 5],
    7,
  ]);
  expect(body.waiting.map((each: { late: boolean }) => each.late)).toEqual([true, false, false, false, false]);
});

test("nobody sees anybody else's", async () => {
  const [one, other] = [await portal.client({ dollars: 10 }), await portal.client()];
  expect((await portal.call('GET', '/kimi/get-overview', { as: one })).body.wallet).toBe(10);
  expect((await portal.call('GET', '/kimi/get-overview', { as: other })).body).toMatchObject({
    wallet: 0,
    movements: [],
  });
});

test('what was rejected within a week waits for its client, with the reason and the way to it', async () => {
  const [client, admin] = [await portal.client({ dollars: 100 }), await portal.admin()];
  const asked = await portal.call('POST', '/add-money', {
    as: client,
    form: { chargeMoney: '12', transactionId: `rejected-${client._id}`, payway: 'USDT' },
  });
  const { applyId } = asked.body.transaction;
  const rejected = await portal.decide(admin, 'reject', { applyId, remarks: 'Nothing arrived.' });
  expect(rejected.status, rejected.text).toBe(200);
  const seen = async () => (await portal.call('GET', '/kimi/get-overview', { as: client })).body.rejected;
  expect(await seen()).toEqual([
    {
      applyId,
      kind: 'topup',
      platform: null,
      amount: 12,
      remarks: 'Nothing arrived.',
      page: `/kimi/wallet/addmoney-table?q=${applyId}&open=true`,
    },
  ]);
  const later = (days: number) =>
    portal.db.owner.query(
      'test.later',
      'update requests set decided_at = decided_at - make_interval(days => $2::int) where apply_id = $1',
      [applyId, days],
    );
  await later(8);
  expect(await seen()).toEqual([]);
  await later(-8);
});

test('what was sent again waits for its client no longer', async () => {
  const [client, other, admin] = [await portal.client(), await portal.client(), await portal.admin()];
  const send = async (chargeMoney: string, transactionId: string, as = client): Promise<string> => {
    const form = { chargeMoney, transactionId: `${transactionId} of ${client._id}`, payway: 'USDT' };
    const { status, body, text } = await portal.call('POST', '/add-money', { as, form });
    expect(status, text).toBe(200);
    return body.transaction.applyId;
  };
  const items = [
    { applyId: await send('12', 'first'), remarks: 'Nothing arrived.' },
    { applyId: await send('33', 'second'), remarks: 'Thirty arrived.' },
  ];
  // What was asked for before the rejection is no answer to it.
  await send('12', 'beside it');
  await portal.decide(admin, 'reject', ...items);
  const seen = async (): Promise<number[]> =>
    (await portal.call('GET', '/kimi/get-overview', { as: client })).body.rejected.map(
      (row: { amount: number }) => row.amount,
    );
  // Another amount of another transfer is another wish, and another client's is not this one's.
  await send('13', 'third');
  await send('12', 'fourth', other);
  expect(await seen()).toEqual([33, 12]);
  await send('12', 'the right one');
  expect(await seen()).toEqual([33]);
  await send('30', 'second');
  expect(await seen()).toEqual([]);
});

test('what its client cannot send again does not wait for them, and hides nothing that does', async () => {
  const [client, admin] = [await portal.client({ dollars: 200 }), await portal.admin()];
  const account = await accounts.opened(admin, client, `${client.id} again`);
  expect((await accounts.step(admin, account, 'Suspended')).status).toBe(200);
  const reject = async (applyId: string) => {
    const rejected = await portal.decide(admin, 'reject', { applyId, remarks: 'Not this one.' });
    expect(rejected.status, rejected.text).toBe(200);
  };
  const form = { chargeMoney: '12', transactionId: `own-${client._id}`, payway: 'USDT' };
  const own = (await portal.call('POST', '/add-money', { as: client, form })).body.transaction.applyId;
  await reject(own);
  const asked = await portal.call('POST', '/kimi/apply-replacement', {
    as: client,
    body: { id: account, reason: 'Suspended.' },
  });
  expect(asked.status, asked.text).toBe(200);
  await reject(asked.body.replacement.applyId);
  const payer = { firstName: 'A', lastName: 'B', emailId: 'a@example.com', country: 'India', money: 50 };
  const link = await portal.call('POST', '/kimi/create-paylink-individual', { as: client, body: payer });
  // As many as are shown: the newest of all must not push out what the client can do something about.
  for (const n of [1, 2, 3]) {
    const transactionId = `payer ${n} of ${client._id}`;
    await portal.call('POST', `/kimi/pay/${link.body.newPaylink.code}`, { form: { transactionId } });
    const { waiting } = (await portal.call('GET', '/kimi/get-overview', { as: client })).body;
    await reject(waiting[0].applyId);
  }
  const { rejected } = (await portal.call('GET', '/kimi/get-overview', { as: client })).body;
  expect(rejected.map((row: { applyId: string }) => row.applyId)).toEqual([own]);
});
