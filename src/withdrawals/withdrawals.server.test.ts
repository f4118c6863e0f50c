import { beforeAll, describe, expect, test } from 'vitest';
import { walletOf } from '#deposits/deposits.testing.server.ts';
import { payAtOnce } from '#settings/settings.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
await payAtOnce(portal.db.owner);
const tron = { networkName: 'TRC20', networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
let client: Person;
let admin: Person;
let other: Person;

beforeAll(async () => {
  [client, admin, other] = await Promise.all([
    portal.client({ dollars: 1_000, verified: true }),
    portal.admin(),
    portal.admin(),
  ]);
});

const apply = (body: object, as: Person | undefined = client, key?: string) =>
  portal.call('POST', '/kimi/apply-withdrawal', { as, body: { password: as?.password, ...tron, ...body }, key });
const decide = (query: object, body: object, as: Person | undefined = admin) =>
  portal.call('PUT', '/kimi/approve-withdrawal', { as, query: { ...query }, body });
const own = (query = {}, as = client) => portal.call('GET', '/kimi/get-withdrawals', { as, query });

describe('a withdrawal', () => {
  test('is held when asked for, and has left when it is approved', async () => {
    const asked = await apply({ amount: 250.5, remarks: 'for rent' });
    expect(asked.status, asked.text).toBe(200);
    expect(asked.body).toMatchObject({
      message: 'Withdrawal applied successfully.',
      wallet: 749.5,
      withdrawal: { amount: 250.5, ...tron, state: 'Pending', remarks: 'for rent' },
    });
    const { applyId } = asked.body.withdrawal;
    expect(applyId).toMatch(/^WD-/);
    expect(await walletOf(portal, client)).toEqual({ wallet: 749.5, held: 250.5 });
    const { body } = await portal.call('GET', '/kimi/get-pending-withdrawals', { as: admin });
    expect(body.withdrawals).toMatchObject([
      { applyId, amount: 250.5, ...tron, userId: { _id: client._id, username: client.username } },
    ]);
    const approved = await decide({ applyId, action: 'approve' }, { transactionId: 'f00d' });
    expect(approved.body).toMatchObject({
      message: 'Withdrawal approved successfully!',
      withdrawal: { state: 'Approved', transactionId: 'f00d' },
    });
    expect(await walletOf(portal, client)).toEqual({ wallet: 749.5, held: 0 });
    expect((await portal.call('GET', '/kimi/get-approved-withdrawals', { as: admin })).body.withdrawals).toMatchObject([
      { applyId, state: 'Approved' },
    ]);
    expect((await own()).body).toMatchObject({
      message: 'Withdrawals fetched successfully',
      total: 1,
      withdrawals: [{ applyId, state: 'Approved', decidedBy: null }],
    });
  });

  test('comes back whole when it is rejected, with the reason', async () => {
    const { applyId } = (await apply({ amount: '100' })).body.withdrawal;
    const rejected = await decide({ applyId, action: 'reject' }, { remarks: 'The network is down.' });
    expect(rejected.body).toMatchObject({
      message: 'Withdrawal rejected successfully!',
      withdrawal: { state: 'Rejected', remarks: 'The network is down.' },
    });
    expect(await walletOf(portal, client)).toEqual({ wallet: 749.5, held: 0 });
  });

  test('warns its owner by notice and mail, in case somebody else knows the password', async () => {
    const { applyId } = (await apply({ amount: 1 })).body.withdrawal;
    const { notices } = (await portal.call('GET', '/kimi/get-notices', { as: client })).body;
    expect(notices[0]).toMatchObject({ topic: 'security', applyId, text: expect.stringContaining('$1.00') });
    const mails = await portal.db.owner.query<{ subject: string }>(
      'test.mails',
      'select subject from mails where recipient = $1 and request_apply_id = $2',
      [client.email, applyId],
    );
    expect(mails).toEqual([{ subject: 'A withdrawal was asked for' }]);
    const audit = await portal.db.owner.query<{ after: object }>(
      'test.audit',
      `select after from audit_log where action = 'withdrawal.asked' and request_apply_id = $1`,
      [applyId],
    );
    expect(JSON.stringify(audit)).not.toContain(client.password);
    // Named for its unit, so that the log shows a dollar and not a hundred of something.
    expect(audit[0]!.after).toMatchObject({ amountCents: '100' });
  });
});

describe('a withdrawal is refused', () => {
  test.each(['ERC20 (Polygon)', 'Arbitrum One (ERC20)', 'opBNB'])(
    'with 400 for the network %s',
    async (networkName) => {
      const body = { amount: 1, networkName, networkAddress: `0x${'ab'.repeat(20)}`, password: client.password };
      for (const path of ['/kimi/apply-withdrawal', '/kimi/add-withdrawal-address']) {
        const answer = await portal.call('POST', path, { as: client, body: { ...body, label: 'Mine' } });
        expect([answer.status, answer.body.field], path).toEqual([400, 'networkName']);
      }
    },
  );

  test.each([
    [{ amount: 0 }, 'amount', 'Please enter an amount from 0.01 to 1,000,000.00.'],
    [{ amount: 1, networkName: '' }, 'networkName', 'Please choose a network.'],
    [
      { amount: 1, networkName: 'Solana' },
      'networkName',
      'Please choose a network that we pay to: TRC20, ERC20, BEP20.',
    ],
    [{ amount: 1, networkAddress: '' }, 'networkAddress', 'Please enter the address to send to.'],
    [
      { amount: 1, networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9' },
      'networkAddress',
      'This is not a TRC20 address: it begins with T, has 34 characters, and its checksum has to fit.',
    ],
    [
      { amount: 1, networkAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
      'networkAddress',
      'This is the address of a token or a burner, not of a wallet. Money sent there is lost.',
    ],
    [{ amount: 1, password: '' }, 'password', 'Please enter your password.'],
    [{ amount: 1, password: 'not my password' }, 'password', 'This is not your current password.'],
  ])('with 400 for %j', async (body, field, message) => {
    const answer = await apply(body);
    expect([answer.status, answer.body.field, answer.body.message]).toEqual([400, field, message]);
  });

  test('while the e-mail address is not verified', async () => {
    const fresh = await portal.client({ dollars: 10, verified: false });
    const answer = await apply({ amount: 1 }, fresh);
    expect([answer.status, answer.body.code]).toEqual([403, 'withdrawal.email_unverified']);
  });

  test('when the wallet has less', async () => {
    const answer = await apply({ amount: 5_000 });
    expect([answer.status, answer.body.message, answer.body.field]).toEqual([
      402,
      'Insufficient wallet balance. Please recharge.',
      'amount',
    ]);
  });

  test('after ten wrong passwords, with how long to wait; its owner, in another sign-in, does not', async () => {
    const guessed = await portal.client({ dollars: 10, verified: true });
    for (let n = 0; n < 10; n++) await apply({ amount: 1, password: `guess ${n}` }, guessed);
    const answer = await apply({ amount: 1 }, guessed);
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const { email: emailId, password } = guessed;
    const { body } = await portal.call('POST', '/login-account', { body: { emailId, password } });
    expect((await apply({ amount: 1 }, { ...guessed, token: body.token })).status).toBe(200);
  });
});

test('the same attempt made twice is one withdrawal, and the password is no part of it', async () => {
  const key = `attempt-${Date.now()}`;
  const [first, again] = [await apply({ amount: 2 }, client, key), await apply({ amount: 2 }, client, key)];
  expect(again.body).toEqual(first.body);
  expect((await apply({ amount: 3 }, client, key)).status).toBe(422);
});

test('a verdict needs its words, an own row and comes once', async () => {
  const { applyId } = (await apply({ amount: 4 })).body.withdrawal;
  expect((await decide({ applyId, action: 'approve' }, {})).body).toMatchObject({
    field: 'transactionId',
    message: 'Please enter a transaction ID.',
  });
  expect((await decide({ applyId, action: 'reject' }, {})).body).toMatchObject({
    field: 'remarks',
    message: 'Please enter a reason for rejection.',
  });
  expect((await decide({ applyId: 'WD-0000-0000', action: 'approve' }, { transactionId: 'x' })).status).toBe(404);
  const verdicts = await Promise.all([
    decide({ applyId, action: 'approve' }, { transactionId: 'x' }),
    decide({ applyId, action: 'reject' }, { remarks: 'no' }, other),
  ]);
  expect(verdicts.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

describe('with a second pair of eyes', () => {
  beforeAll(async () => {
    // Nobody of these has got, or approved, anything today.
    [client, admin, other] = [await portal.client({ dollars: 1_000 }), await portal.admin(), await portal.admin()];
    await portal.set(admin, {
      secondPair: {
        on: true,
        network: false,
        corrections: false,
        refundsAbove: 100,
        withdrawalsAbove: 100,
        moneyInAbove: 1_000_000,
      },
    });
  });

  const confirm = (applyId: string, as: Person) =>
    portal.call('PUT', '/kimi/confirm-action', { as, query: { id: applyId } });
  const pay = (applyId: string, transactionId: string, as = admin) =>
    portal.call('PUT', '/kimi/pay-withdrawal', { as, query: { applyId }, body: { transactionId } });
  const shown = async (applyId: string) => (await own({ q: applyId })).body.withdrawals[0];
  /** One above the amount, on which two admins agreed. */
  const toPay = async (amount: number) => {
    const { applyId } = (await apply({ amount })).body.withdrawal as { applyId: string };
    expect((await decide({ applyId, action: 'approve' }, {})).status).toBe(202);
    expect((await confirm(applyId, other)).body).toMatchObject({ state: 'To pay' });
    return applyId;
  };

  test('one up to the amount, and every rejection, needs one admin', async () => {
    const small = (await apply({ amount: 100 })).body.withdrawal.applyId;
    expect((await decide({ applyId: small, action: 'approve' }, { transactionId: 'small one' })).status).toBe(200);
    const large = (await apply({ amount: 150 })).body.withdrawal.applyId;
    expect((await decide({ applyId: large, action: 'reject' }, { remarks: 'no' })).status).toBe(200);
  });

  test('one above the amount is to be paid once two admins agreed, and leaves when the transfer is named', async () => {
    const before = await walletOf(portal, client);
    const { applyId } = (await apply({ amount: 100.01 })).body.withdrawal;
    // The money must not have left before the second admin looks.
    const early = await decide({ applyId, action: 'approve' }, { transactionId: 'first' });
    expect([early.status, early.body.code]).toEqual([409, 'request.pays_later']);
    const proposed = await decide({ applyId, action: 'approve' }, {});
    expect(proposed.status).toBe(202);
    expect(proposed.body).toMatchObject({
      message: 'Another admin has to confirm this.',
      withdrawal: { state: 'Pending', waits: { verdict: 'approve', by: admin.username } },
    });
    expect(await shown(applyId)).toMatchObject({ state: 'Pending', waits: null });
    expect((await pay(applyId, 'f00d')).body.code).toBe('request.not_to_pay');
    expect((await confirm(applyId, admin)).status).toBe(409);
    expect((await confirm(applyId, other)).body).toMatchObject({ state: 'To pay' });
    expect(await shown(applyId)).toMatchObject({ state: 'To pay', transactionId: '' });
    expect((await walletOf(portal, client)).held).toBe(before.held + 100.01);
    const overview = (await portal.call('GET', '/kimi/get-overview', { as: client })).body;
    expect(overview.waiting).toMatchObject([{ applyId, kind: 'withdrawal', state: 'To pay', amount: 100.01 }]);
    const { body } = await portal.call('GET', '/kimi/get-withdrawals-to-pay', { as: admin });
    expect(body.withdrawals).toMatchObject([{ applyId, ...tron, amount: 100.01, destination: { own: false } }]);

    for (const nothing of ['', ' ', `${'ab'.repeat(32)}0`]) expect((await pay(applyId, nothing)).status).toBe(400);
    const paid = await Promise.all([pay(applyId, 'f00d'), pay(applyId, 'cafe', other)]);
    expect(paid.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(paid.find(({ status }) => status === 200)!.body.message).toBe('Withdrawal paid successfully!');
    expect(['f00d', 'cafe']).toContain((await shown(applyId)).transactionId);
    expect(await shown(applyId)).toMatchObject({ state: 'Approved' });
    expect((await walletOf(portal, client)).held).toBe(before.held);
    const { notices } = (await portal.call('GET', '/kimi/get-notices', { as: client })).body;
    const told = notices.filter((notice: { applyId: string }) => notice.applyId === applyId);
    expect(told.map(({ text }: { text: string }) => text).slice(0, 2)).toEqual([
      `Your withdrawal of $100.01 was approved (${applyId}).`,
      `Your withdrawal of $100.01 was approved and is being paid (${applyId}).`,
    ]);
  });

  test('what is to be paid can be taken back with a reason, not by its client, and all of it comes back', async () => {
    const before = await walletOf(portal, client);
    const applyId = await toPay(120);
    const cancelled = await portal.call('PUT', '/kimi/cancel-request', { as: client, query: { applyId } });
    expect([cancelled.status, cancelled.body.code]).toEqual([409, 'withdrawal.already_decided']);
    expect((await decide({ applyId, action: 'approve' }, {})).status).toBe(409);
    expect((await decide({ applyId, action: 'reject' }, {})).body.field).toBe('remarks');
    const ends = await Promise.all([
      decide({ applyId, action: 'reject' }, { remarks: 'The exchange is down.' }),
      decide({ applyId, action: 'reject' }, { remarks: 'No.' }, other),
    ]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await shown(applyId)).toMatchObject({ state: 'Rejected', remarks: expect.stringMatching(/down|No/) });
    expect(await walletOf(portal, client)).toEqual(before);
    expect((await pay(applyId, 'late')).body.code).toBe('withdrawal.already_decided');
  });

  test('nobody closes an account while it is about to be paid', async () => {
    const leaving = await portal.client({ dollars: 200 });
    const { applyId } = (await apply({ amount: 200 }, leaving)).body.withdrawal;
    await decide({ applyId, action: 'approve' }, {});
    await confirm(applyId, other);
    const { body } = await portal.call('GET', '/kimi/get-closing', { as: leaving });
    expect(body).toMatchObject({ openRequests: 1 });
  });
});
