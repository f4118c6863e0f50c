/** Money coming in, over the real portal: what is answered, what is refused, and that a transfer counts once. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { findings } from '#requests/story.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
const hash = () => randomBytes(32).toString('hex');
const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const otherAddress = 'TVj7RNVHy6thbM7BWdSe9G6gXwKhjhdNZS';

const addMoney = (as: Person, form: Record<string, string | Uint8Array>, key?: string) =>
  portal.call('POST', '/add-money', { as, form, ...(key ? { key } : {}) });
const decide = (as: Person, id: string, action: string, body: object = {}) =>
  portal.call('PUT', '/approve-transaction', { as, query: { id, action }, body });
const ownList = async (as: Person, query: Record<string, string | number> = {}) =>
  (await portal.call('GET', '/get-transaction-details-of-user', { as, query })).body;
const asked = async (as: Person, form: Record<string, string | Uint8Array> = {}) =>
  (await addMoney(as, { chargeMoney: '50', transactionId: hash(), ...form })).body.transaction;
const setNetwork = (admin: Person, networkAddress: string) =>
  portal.call('PUT', '/kimi/update-network-details', {
    as: admin,
    body: { networkName: 'TRC20', networkAddress, password: admin.password },
  });

describe('adding money', () => {
  test('answers the top-up field by field, believes nothing the client says of itself, and moves nothing', async () => {
    const client = await portal.client();
    const transactionId = hash();
    const { status, body } = await addMoney(client, {
      userId: 'US-0000-0000',
      chargeMoney: '250.50',
      transactionId: ` ${transactionId} `,
      state: 'Approved',
      payway: 'USDT',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'Money added successfully!',
      wallet: 0,
      transaction: {
        _id: expect.stringMatching(/^TU-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
        applyId: body.transaction._id,
        state: 'Pending',
        chargeMoney: 250.5,
        receivedMoney: null,
        transactionId,
        payway: 'USDT',
        image: null,
        networkName: '',
        networkAddress: '',
        paylink: null,
        declared: false,
        remarks: '',
        clientRemarks: '',
        reversalReason: '',
        adminRemarks: '',
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        updatedAt: body.transaction.createdAt,
        decidedAt: null,
        decidedBy: null,
        late: false,
        waits: null,
      },
    });
    expect(await portal.wallet(client)).toBe(0);
    expect((await ownList(client)).transactions).toEqual([body.transaction]);
  });

  test.each([
    ['chargeMoney', { chargeMoney: '' }],
    ['chargeMoney', { chargeMoney: '0' }],
    ['chargeMoney', { chargeMoney: '-5' }],
    ['chargeMoney', { chargeMoney: '1000000.01' }],
    ['chargeMoney', { chargeMoney: '1.001' }],
    ['chargeMoney', { chargeMoney: 'NaN' }],
    ['transactionId', { transactionId: '  ' }],
    ['transactionId', { transactionId: 'x'.repeat(129) }],
    ['transactionId', { transactionId: 'a\u0000b' }],
    ['payway', { payway: 'Wise' }],
    ['photo', { photo: Buffer.from('<svg/>') }],
  ])('refuses a wrong %s with 400 and writes nothing', async (field, wrong) => {
    const client = await portal.client();
    const { status, body } = await addMoney(client, { chargeMoney: '50', transactionId: hash(), ...wrong });
    expect([status, body.field]).toEqual([400, field]);
    expect((await ownList(client)).transactions).toEqual([]);
  });

  test('takes JSON too, and refuses more than 10 MB with 413', async () => {
    const client = await portal.client();
    const plain = await portal.call('POST', '/kimi/add-money', {
      as: client,
      body: { chargeMoney: 12.5, transactionId: hash() },
    });
    expect([plain.status, plain.body.transaction.chargeMoney]).toEqual([200, 12.5]);
    expect(
      (await addMoney(client, { chargeMoney: '50', transactionId: hash(), photo: Buffer.alloc(10 * 1024 * 1024 + 1) }))
        .status,
    ).toBe(413);
  });
});

describe('one attempt', () => {
  test('sent again gives the first answer again, by header or by applyId', async () => {
    const client = await portal.client();
    const form = { chargeMoney: '50', transactionId: hash() };
    const first = await addMoney(client, form, 'attempt-1');
    const again = await Promise.all(Array.from({ length: 5 }, () => addMoney(client, form, 'attempt-1')));
    for (const { status, body } of again) expect([status, body]).toEqual([200, first.body]);
    const own = { chargeMoney: '50', transactionId: hash(), applyId: 'my-own-id' };
    const second = await addMoney(client, own);
    expect((await addMoney(client, own)).body).toEqual(second.body);
    expect((await ownList(client)).total).toBe(2);
  });

  test('with other content is 422: another amount, hash or file', async () => {
    const client = await portal.client();
    const form = { chargeMoney: '50', transactionId: hash() };
    await addMoney(client, form, 'attempt-2');
    for (const other of [{ chargeMoney: '51' }, { transactionId: hash() }]) {
      const { status, body } = await addMoney(client, { ...form, ...other }, 'attempt-2');
      expect([status, body.code]).toEqual([422, 'idempotency.key_reused']);
    }
  });
});

describe('a transaction id', () => {
  test('counts once, however it is typed and whoever sends it; the refusal names nobody', async () => {
    const [client, other] = [await portal.client(), await portal.client()];
    const transactionId = hash();
    await asked(client, { transactionId });
    const { status, body } = await addMoney(other, {
      chargeMoney: '9',
      transactionId: `0x${transactionId.toUpperCase()} `,
    });
    expect([status, body]).toEqual([
      409,
      { code: 'topup.taken', message: 'This transaction ID has already been used.' },
    ]);
    const check = async (id: string) =>
      (await portal.call('GET', '/kimi/check-transaction-id', { as: other, query: { transactionId: id } })).body;
    expect(await check(transactionId)).toEqual({ message: 'This transaction ID has already been used.', used: true });
    expect((await check(hash())).used).toBe(false);
  });

  test('counts once even where something invisible or a letter of another alphabet is hidden in it', async () => {
    const client = await portal.client();
    const transactionId = `0xabc${hash().slice(3)}`;
    await asked(client, { transactionId });
    const hidden = ['\u200b', '\u00ad', '\u2060', '\ufe0f', '\u115f', '\u3000'].map((nothing) =>
      transactionId.replace('bc', `b${nothing}c`),
    );
    const drawn = ['\u0430b\u0441', '\u0391\u0392\u0421'].map((alike) => transactionId.replace('abc', alike));
    const status = async (twin: string) =>
      (await addMoney(client, { chargeMoney: '5', transactionId: twin })).status as number;
    for (const twin of [...hidden, transactionId.replace('abc', '\uff41bc')])
      expect(await status(twin), JSON.stringify(twin)).toBe(409);
    // What is only drawn like it is no id at all, and is said to be one that was copied wrongly.
    for (const twin of [...drawn, transactionId.replace('0x', '0\u0445')])
      expect(await status(twin), JSON.stringify(twin)).toBe(400);
  });

  test('that no hash has is kept as any other, and the book stays in order', async () => {
    const client = await portal.client();
    for (const transactionId of ['\u0130X1', '\u0391\u03a3', 'a\u3000b', '\u1e9e', '\u212a\u212b'])
      expect((await addMoney(client, { chargeMoney: '5', transactionId })).status).toBe(200);
    expect(await findings(portal.db.url)).toEqual([]);
  });

  test('contested by twelve clients at once is won by one', async () => {
    const clients = await Promise.all(Array.from({ length: 12 }, () => portal.client()));
    const transactionId = hash();
    const answers = await Promise.all(clients.map((client) => addMoney(client, { chargeMoney: '5', transactionId })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
  });

  test('is free again after a rejection, and stays taken after an approval', async () => {
    const [client, admin] = [await portal.client(), await portal.admin()];
    const transactionId = hash();
    const first = await asked(client, { transactionId });
    await decide(admin, first._id, 'reject', { remarks: 'Nothing arrived.' });
    const second = await asked(client, { transactionId });
    await decide(admin, second._id, 'approve');
    expect((await addMoney(client, { chargeMoney: '5', transactionId })).status).toBe(409);
  });
});

describe('the address shown to the payer', () => {
  test('is kept with the top-up; one that is no longer current is 409, but a lost answer is given again', async () => {
    const [client, admin] = [await portal.client(), await portal.admin()];
    expect((await setNetwork(admin, address)).status).toBe(200);
    const form = { chargeMoney: '50', transactionId: hash(), networkAddress: address };
    const first = await addMoney(client, form, 'before-the-change');
    expect(first.body.transaction).toMatchObject({ networkName: 'TRC20', networkAddress: address });
    expect((await setNetwork(admin, otherAddress)).status).toBe(200);
    const stale = await addMoney(client, { ...form, transactionId: hash() }, 'after-the-change');
    expect([stale.status, stale.body.code, stale.body.field]).toEqual([409, 'network.changed', 'networkAddress']);
    expect((await addMoney(client, form, 'before-the-change')).body).toEqual(first.body);
    expect((await ownList(client)).total).toBe(1);
  });

  test('stays the one of then where the same transfer is sent again, and is none where another one is named', async () => {
    const [client, admin] = [await portal.client(), await portal.admin()];
    expect((await setNetwork(admin, address)).status).toBe(200);
    const form = { chargeMoney: '50', transactionId: hash(), networkAddress: address };
    const { _id: proofOf } = (await addMoney(client, form)).body.transaction;
    await decide(admin, proofOf, 'reject', { remarks: 'Please send a picture.' });
    expect((await setNetwork(admin, otherAddress)).status).toBe(200);
    const again = async (more: Record<string, string>) => {
      const { body, status, text } = await addMoney(client, { chargeMoney: '50', proofOf, ...more });
      expect(status, text).toBe(200);
      return body.transaction;
    };
    const same = await again({ transactionId: form.transactionId.toUpperCase(), networkName: 'TRC20' });
    expect(same).toMatchObject({ networkName: 'TRC20', networkAddress: address });
    expect(await again({ transactionId: hash() })).toMatchObject({ networkName: 'TRC20', networkAddress: '' });
    // Who has looked at an address since was shown that one.
    const looked = await again({ transactionId: hash(), networkAddress: otherAddress });
    expect(looked.networkAddress).toBe(otherAddress);
  });
});

describe('deciding', () => {
  test('approves into the wallet once: the second decision is 409 with who and when', async () => {
    const [client, admin, colleague] = [await portal.client(), await portal.admin(), await portal.admin()];
    const { _id } = await asked(client, { chargeMoney: '75.25' });
    const { status, body } = await decide(admin, _id, 'approve');
    expect([status, body.message, body.transaction.state, body.transaction.userId.wallet]).toEqual([
      200,
      'Transaction approved successfully!',
      'Approved',
      75.25,
    ]);
    for (const action of ['approve', 'reject']) {
      const again = await decide(colleague, _id, action, { remarks: 'late' });
      expect(again.status).toBe(409);
      expect(again.body).toEqual({
        code: 'topup.already_decided',
        message: 'Transaction is already completed.',
        state: 'Approved',
        decidedBy: admin.username,
        decidedAt: body.transaction.decidedAt,
      });
    }
    expect(await portal.wallet(client)).toBe(75.25);
  });

  test('by many admins at once credits once', async () => {
    const [client, ...admins] = [
      await portal.client(),
      await portal.admin(),
      await portal.admin(),
      await portal.admin(),
    ];
    const { _id } = await asked(client, { chargeMoney: '40' });
    const answers = await Promise.all(
      admins.flatMap((admin) => ['approve', 'reject'].map((action) => decide(admin, _id, action, { remarks: 'race' }))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    expect([0, 40]).toContain(await portal.wallet(client));
  });

  test('rejecting needs remarks, which the client reads word for word', async () => {
    const [client, admin] = [await portal.client(), await portal.admin()];
    const { _id } = await asked(client, { remarks: 'From my cold wallet.' });
    const blank = await decide(admin, _id, 'reject', { remarks: '  ' });
    expect([blank.status, blank.body.message, blank.body.field]).toEqual([
      400,
      'Please enter remarks before rejecting.',
      'remarks',
    ]);
    const rejected = await decide(admin, _id, 'reject', { remarks: 'Nothing arrived.' });
    expect([rejected.status, rejected.body.message]).toEqual([200, 'Transaction rejected successfully!']);
    const [shown] = (await ownList(client)).transactions;
    expect(shown).toMatchObject({
      state: 'Rejected',
      remarks: 'Nothing arrived.',
      clientRemarks: 'From my cold wallet.',
      decidedBy: null,
    });
    expect(await portal.wallet(client)).toBe(0);
  });

  test('with another amount needs remarks, credits what arrived, and shows both', async () => {
    const [client, admin] = [await portal.client(), await portal.admin()];
    const { _id } = await asked(client, { chargeMoney: '100' });
    expect((await decide(admin, _id, 'approve', { receivedMoney: '99.5' })).status).toBe(400);
    expect((await decide(admin, _id, 'approve', { receivedMoney: '0', remarks: 'x' })).body.field).toBe(
      'receivedMoney',
    );
    expect(
      (await decide(admin, _id, 'approve', { receivedMoney: 99.5, remarks: 'A fee was taken on the way.' })).status,
    ).toBe(200);
    expect((await ownList(client)).transactions[0]).toMatchObject({
      chargeMoney: 100,
      receivedMoney: 99.5,
      adminRemarks: 'A fee was taken on the way.',
    });
    expect(await portal.wallet(client)).toBe(99.5);
  });

  test('of what is not there is 404, of no known action 400', async () => {
    const admin = await portal.admin();
    expect((await decide(admin, 'TU-0000-0000', 'approve')).status).toBe(404);
    const { _id } = await asked(await portal.client());
    expect((await decide(admin, _id, 'pay')).body.field).toBe('action');
    expect((await decide(admin, _id, '')).status).toBe(400);
  });
});

describe('the lists', () => {
  test('show a client eight own top-ups a page, newest first', async () => {
    const [client, other] = [await portal.client(), await portal.client()];
    await asked(other);
    const ids: string[] = [];
    for (let n = 0; n < 9; n++) ids.push((await asked(client))._id);
    const first = await ownList(client);
    expect(first).toMatchObject({ message: 'Transaction details fetched successfully', total: 9, page: 1, limit: 8 });
    expect(first.transactions.map((row: { _id: string }) => row._id)).toEqual(ids.toReversed().slice(0, 8));
    expect((await ownList(client, { page: 2 })).transactions.map((row: { _id: string }) => row._id)).toEqual([ids[0]]);
    expect((await ownList(client, { state: 'approved' })).transactions).toEqual([]);
  });

  test('show admins what is pending, oldest first, with its client; and what is approved', async () => {
    const [client, admin] = [await portal.client(), await portal.admin()];
    const [one, two] = [await asked(client), await asked(client)];
    const pending = await portal.call('GET', '/get-transaction-details', { as: admin, query: { q: client.email } });
    expect(pending.body).toMatchObject({ message: 'Transaction details fetched successfully', total: 2 });
    expect(pending.body.transactions.map((row: { _id: string }) => row._id)).toEqual([one._id, two._id]);
    expect(pending.body.transactions[0]).toMatchObject({
      userId: {
        _id: client._id,
        username: client.username,
        wallet: 0,
        contact: { emailId: client.email, contact1: '+49 170 123456' },
      },
      duplicates: [],
    });
    await decide(admin, one._id, 'approve');
    await decide(admin, two._id, 'reject', { remarks: 'No.' });
    const complete = await portal.call('GET', '/kimi/get-complete-transaction-details', {
      as: admin,
      query: { q: client.email },
    });
    expect(complete.body.transactions).toHaveLength(1);
    expect(complete.body.transactions[0]).toMatchObject({ _id: one._id, state: 'Approved', decidedBy: admin.username });
    const all = await portal.call('GET', '/get-transaction-details', {
      as: admin,
      query: { q: client.email, state: 'all' },
    });
    expect(all.body.total).toBe(2);
  });
});
