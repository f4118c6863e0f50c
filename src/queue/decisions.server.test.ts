/** What admins confirm with a passkey, over the real portal and with a device in software. */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { handlers } from '#endpoints.server.ts';
import type { Endpoint } from '#kernel/endpoint.ts';
import { confirmedWith, withPasskey, type Device } from '#passkeys/device.testing.server.ts';
import { story } from '#requests/story.testing.server.ts';
import { payAtOnce } from '#settings/settings.testing.server.ts';
import { monthAgo, spending } from '#spend/spend.testing.server.ts';
import { testPortal, type Answered, type Asked, type Person } from '#portal.testing.server.ts';
import { codeAt, readKey, type TotpKey } from '#totp/totp.ts';
import { sentenceOf } from './sentences.server.ts';

const portal = await testPortal();
await payAtOnce(portal.db.owner);
const owner = portal.db.owner;
let admin: Person;
let key: Device;

beforeAll(async () => {
  admin = await portal.admin();
  key = await withPasskey(portal, admin);
});

type Call = { path: string; query?: Asked['query']; body?: object; method?: 'PUT' | 'POST' };

const send = ({ path, query, body = {}, method = 'PUT' }: Call, as: Person, signature?: object) =>
  portal.call(method, path, {
    as,
    query,
    body,
    ...(signature ? { headers: { passkey: Buffer.from(JSON.stringify(signature)).toString('base64') } } : {}),
  });
const ask = (call: Call, as = admin) => send(call, as);
const asks = ({ status, body }: Answered) => status === 401 && body.code === 'auth.passkey_asked';
const refuses = ({ status, body }: Answered) => status === 401 && body.code === 'passkey.refused';

const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

async function withdrawal(amount = 40): Promise<string> {
  const client = await portal.client({ dollars: 100 });
  const destination = { networkName: 'TRC20', networkAddress: address };
  const body = { amount, ...destination, password: client.password };
  const { status, body: answer, text } = await portal.call('POST', '/kimi/apply-withdrawal', { as: client, body });
  expect(status, text).toBe(200);
  return answer.withdrawal.applyId;
}

const payOut = (applyId: string, transactionId = randomBytes(32).toString('hex')): Call => ({
  path: '/kimi/approve-withdrawal',
  query: { applyId, action: 'approve' },
  body: { transactionId },
});

async function topup(dollars: number): Promise<string> {
  const client = await portal.client();
  const body = { chargeMoney: dollars, transactionId: randomBytes(32).toString('hex') };
  return (await portal.call('POST', '/add-money', { as: client, body })).body.transaction.applyId;
}

const stateOf = async (applyId: string) =>
  (await owner.query<{ state: string }>('test.state', 'select state from requests where apply_id = $1', [applyId]))[0]!
    .state;

describe('a withdrawal', () => {
  test('is paid out only with the signature of the very decision, and says so in the log', async () => {
    const applyId = await withdrawal();
    const call = payOut(applyId);
    const asked = await ask(call);
    expect(asks(asked), asked.text).toBe(true);
    expect(asked.body.options).toMatchObject({ userVerification: 'required', allowCredentials: [{ id: key.id }] });
    expect(asked.body.about).toMatch(new RegExp(`^Approve Withdrawal ${applyId} of \\$40\\.00 for .+@.+\\.$`));
    expect(await stateOf(applyId)).toBe('Pending');
    const done = await send(call, admin, key.sign(asked.body.options));
    expect(done.status, done.text).toBe(200);
    expect(await stateOf(applyId)).toBe('Approved');
    const [entry] = await owner.query<{ after: { decision: { requests: object[] } } }>(
      'test.log',
      `select after from audit_log where action = 'auth.passkey_confirmed' and actor = $1 order by id desc limit 1`,
      [admin.person],
    );
    expect(entry!.after.decision.requests).toMatchObject([
      { applyId, amountCents: '4000', details: { networkAddress: address } },
    ]);
  });

  test('is refused with a signature for another amount, destination, request or transaction', async () => {
    const [one, other] = [await withdrawal(), await withdrawal()];
    const call = payOut(one);
    const signed = async (of: Call) => key.sign((await ask(of)).body.options);
    expect(refuses(await send(call, admin, await signed(payOut(other))))).toBe(true);
    expect(refuses(await send(payOut(one, 'another transfer'), admin, await signed(call)))).toBe(true);
    const tamper = (change: string) =>
      owner.pool.query(`set session_replication_role = replica;
        update requests set ${change} where apply_id = '${one}'; set session_replication_role = origin`);
    const sentTo = (to: string) => `details = jsonb_set(details, '{networkAddress}', '"${to}"')`;
    for (const [change, back] of [
      ['amount_cents = amount_cents - 1', 'amount_cents = amount_cents + 1'],
      [sentTo('TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'), sentTo(address)],
    ] as const) {
      const signature = await signed(call);
      await tamper(change);
      expect(refuses(await send(call, admin, signature)), change).toBe(true);
      await tamper(back);
    }
    expect(await stateOf(one)).toBe('Pending');
  });

  test('is refused with what was signed elsewhere, without proof of the owner, twice, too late or by a copy', async () => {
    const applyId = await withdrawal();
    const call = payOut(applyId);
    for (const how of [
      { origin: 'https://portal.example' },
      { rpId: 'portal.example' },
      { verified: false },
      { counter: 1 },
      { type: 'webauthn.create' },
    ]) {
      const signature = key.sign((await ask(call)).body.options, how);
      expect(refuses(await send(call, admin, signature)), JSON.stringify(how)).toBe(true);
    }
    const late = key.sign((await ask(call)).body.options);
    await owner.query('test.late', `update passkey_challenges set expires_at = now() - interval '1 second'`);
    expect(refuses(await send(call, admin, late))).toBe(true);
    const once = key.sign((await ask(call)).body.options);
    expect((await send(call, admin, once)).status).toBe(200);
    expect(refuses(await send(call, admin, once))).toBe(true);
    for (const nonsense of ['', 'AAAA', Buffer.from('{}').toString('base64')]) {
      const headers = { passkey: nonsense };
      const { path, query, body } = payOut(await withdrawal());
      expect(refuses(await portal.call('PUT', path, { as: admin, query, body, headers }))).toBe(true);
    }
  });

  test('takes no other person’s key, no other session’s challenge and no signature of a sign-in', async () => {
    const applyId = await withdrawal();
    const call = payOut(applyId);
    const second = await portal.admin();
    const theirs = await withPasskey(portal, second);
    expect(refuses(await send(call, admin, theirs.sign((await ask(call)).body.options)))).toBe(true);
    expect(refuses(await send(call, second, theirs.sign((await ask(call)).body.options)))).toBe(true);
    const started = await portal.call('POST', '/kimi/start-passkey-sign-in');
    expect(refuses(await send(call, admin, key.sign(started.body.options)))).toBe(true);
    expect(await stateOf(applyId)).toBe('Pending');
  });

  test('is rejected without it, and approved without it by an admin who has none', async () => {
    const [one, other] = [await withdrawal(), await withdrawal()];
    const no = { ...payOut(one), query: { applyId: one, action: 'reject' }, body: { remarks: 'Not verified.' } };
    expect((await ask(no)).status).toBe(200);
    expect((await ask(payOut(other), await portal.admin())).status).toBe(200);
  });
});

describe('an approval', () => {
  const approve = (applyId: string, receivedMoney?: number): Call => ({
    path: '/approve-transaction',
    query: { id: applyId, action: 'approve' },
    body: receivedMoney === undefined ? {} : { receivedMoney, remarks: 'Another amount arrived.' },
  });
  const bulk = (action: string, ...items: object[]): Call => ({
    path: '/kimi/decide-requests',
    body: { action, items },
  });

  test('asks above the amount of the settings, whatever was announced', async () => {
    expect((await ask(approve(await topup(1_000)))).status).toBe(200);
    expect(asks(await ask(approve(await topup(1_000.01))))).toBe(true);
    expect(asks(await ask(approve(await topup(10), 1_000.01)))).toBe(true);
    expect(asks(await ask(approve('TU-0000-0000')))).toBe(true);
  });

  test('of many counts them together, and always asks where money leaves', async () => {
    const small = async () => ({ applyId: await topup(400) });
    expect(asks(await ask(bulk('approve', await small(), await small(), await small())))).toBe(true);
    expect((await ask(bulk('approve', await small(), await small()))).status).toBe(200);
    const payout = { applyId: await withdrawal(), transactionId: 'one transfer' };
    expect(asks(await ask(bulk('approve', payout)))).toBe(true);
    expect(asks(await ask(bulk('approve', { ...payout, applyId: payout.applyId.toLowerCase() })))).toBe(true);
    expect((await ask(bulk('reject', { ...payout, remarks: 'Not verified.' }))).status).toBe(200);
  });

  test('of another amount than was signed is refused', async () => {
    const applyId = await topup(10);
    const asked = await ask(approve(applyId, 2_000));
    expect(refuses(await send(approve(applyId, 20_000), admin, key.sign(asked.body.options)))).toBe(true);
  });
});

describe('what else asks', () => {
  const decides = ({ access, refusals = [], path }: Endpoint) =>
    typeof access === 'object' &&
    access.client === undefined &&
    !path.startsWith('/kimi/drop-') &&
    refusals.some((code) => code.endsWith('.already_decided'));

  test('is said here a second time; every call that decides a request does', () => {
    const listed = (how: string) =>
      handlers.flatMap(({ endpoint }) => (endpoint.confirmedBy === how ? [endpoint.path] : [])).toSorted();
    expect(listed('passkey')).toEqual([
      '/kimi/approve-correction',
      '/kimi/approve-withdrawal',
      '/kimi/change-admin-role',
      '/kimi/confirm-action',
      '/kimi/create-admin',
      '/kimi/disable-two-factor',
      '/kimi/hide-network',
      '/kimi/pay-withdrawal',
      '/kimi/remove-passkey',
      '/kimi/renew-recovery-codes',
      '/kimi/reset-two-factor',
      '/kimi/reverse-request',
      '/kimi/set-client-prices',
      '/kimi/start-passkey',
      '/kimi/start-two-factor',
      '/kimi/update-network-details',
      '/kimi/update-settings',
    ]);
    const deciding = handlers.filter(({ endpoint }) => decides(endpoint));
    expect(deciding.length).toBeGreaterThan(6);
    expect(deciding.filter(({ endpoint }) => !endpoint.confirmedBy).map(({ endpoint }) => endpoint.path)).toEqual([]);
  });

  test('is said in a sentence of its own, unless it is about a request or a proposal', () => {
    const nothing = { body: {}, whom: '', requests: [], proposals: [], typed: [] };
    const isPlain = (endpoint: Endpoint) => sentenceOf({ ...nothing, endpoint }) === endpoint.summary;
    const plain = handlers.filter(({ endpoint }) => endpoint.confirmedBy && !decides(endpoint) && isPlain(endpoint));
    // Each of the many answers for itself, so that the call as a whole refuses none.
    expect(plain.map(({ endpoint }) => endpoint.path)).toEqual(['/kimi/decide-requests']);
  });

  test('network, settings, reversals, admins, factors and the passkeys themselves', async () => {
    const network = { networkName: 'TRC20', networkAddress: address, password: admin.password };
    const reversed = await topup(10);
    await ask({ path: '/approve-transaction', query: { id: reversed, action: 'approve' } });
    const [{ _id: id }] = (await portal.call('GET', '/kimi/get-passkeys', { as: admin })).body.passkeys;
    const started = await confirmedWith(key, portal, 'POST', '/kimi/start-two-factor', { as: admin });
    const app = readKey(started.body.secret) as { key: TotpKey };
    const enabling = { as: admin, body: { otp: codeAt(app.key, Date.now()) } };
    const [recovery] = (await portal.call('POST', '/kimi/enable-two-factor', enabling)).body.recoveryCodes;
    const beside = { networkName: 'ERC20', networkAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', beside: true };
    const [colleague, client] = [await portal.admin('Support'), await portal.client()];
    const prices = { userId: client._id, openingFee: 20, topUpBasisPoints: null, reason: 'A large client.' };
    const calls: (Call & { about: RegExp })[] = [
      {
        path: '/kimi/update-network-details',
        body: network,
        about: new RegExp(`^Let clients pay to ${address} on TRC20 from now on\\.$`),
      },
      {
        path: '/kimi/update-network-details',
        body: { ...network, ...beside },
        about: /^Let clients pay to 0x5aAe\w+ on ERC20 from now on\.$/,
      },
      {
        path: '/kimi/hide-network',
        body: { networkName: 'ERC20', password: admin.password },
        about: /^No longer offer ERC20 to clients\.$/,
      },
      {
        method: 'POST',
        path: '/kimi/renew-recovery-codes',
        body: { otp: recovery },
        about: /^Replace the recovery codes of your account\.$/,
      },
      {
        method: 'POST',
        path: '/kimi/disable-two-factor',
        body: { password: admin.password, otp: codeAt(app.key, Date.now() + 30_000) },
        about: /^Take the authenticator app off your account\.$/,
      },
      {
        path: '/kimi/change-admin-role',
        body: { userId: colleague._id, role: 'Finance' },
        about: new RegExp(`^Give ${colleague.username} the role Finance\\.$`),
      },
      {
        path: '/kimi/set-client-prices',
        body: prices,
        about: new RegExp(`^Change the prices of ${client.username}\\.$`),
      },
      {
        path: '/kimi/update-settings',
        body: { openingFee: 31 },
        about: /^Change the settings of the portal\.$/,
      },
      {
        path: '/kimi/reverse-request',
        body: { applyId: reversed, reason: 'A slip.' },
        about: /^Reverse Top-up TU-\S+ of \$10\.00 for \S+@\S+\.$/,
      },
      {
        method: 'POST',
        path: '/kimi/create-admin',
        body: { username: 'Eve', emailId: 'eve@admin.test' },
        about: /^Invite eve@admin\.test as an admin with the role Admin\.$/,
      },
      {
        method: 'POST',
        path: '/kimi/start-passkey',
        body: { currentPassword: admin.password },
        about: /^Add a passkey/,
      },
      { path: '/kimi/remove-passkey', query: { id }, about: /^Remove a passkey/ },
    ];
    for (const { about, ...call } of calls) {
      const asked = await ask(call);
      expect(asked.body.about).toMatch(about);
      expect(asks(asked), `${call.path} ${asked.text}`).toBe(true);
      const done = await send(call, admin, key.sign(asked.body.options));
      expect(done.status, `${call.path} ${done.text}`).toBe(200);
    }
    const log = await owner.query<{ after: object }>(
      'test.secrets',
      `select after from audit_log where action = 'auth.passkey_confirmed'`,
      [],
    );
    expect(JSON.stringify(log)).not.toContain(admin.password);
  });
});

test('a month is settled with a passkey above the amount, over what it settles, and a dry run asks nothing', async () => {
  const finance = await portal.admin('Finance');
  const theirs = await withPasskey(portal, finance);
  const at = story(portal.db, portal.app.db);
  const spent = spending(portal.db, admin.person, portal.app.db);
  const [small, large] = [monthAgo(2), monthAgo(3)];
  const { adsId } = await at.account(1_500_00n);
  await spent.opened(150);
  await spent.month(adsId, small, 100_000_000n);
  await spent.month(adsId, large, 1_200_000_000n);
  const settle = (month: string, dry = false): Call => ({
    method: 'POST',
    path: '/kimi/settle-month',
    body: { month, dry },
  });
  expect((await ask(settle(large, true), finance)).body).toMatchObject({ count: 1, amount: 1_200 });
  expect((await ask(settle(small), finance)).body).toMatchObject({ count: 1, amount: 100 });
  const asked = await ask(settle(large), finance);
  expect(asks(asked), asked.text).toBe(true);
  expect(asked.body.about).toBe(`Settle $1,200.00 that ad accounts spent in ${large}.`);
  // What was signed is this amount, and no other that a report says since.
  await spent.keep({ adsId, day: `${large}-02`, micros: 50_000_000n, final: true });
  expect(refuses(await send(settle(large), finance, theirs.sign(asked.body.options)))).toBe(true);
  const again = await ask(settle(large), finance);
  const done = await send(settle(large), finance, theirs.sign(again.body.options));
  expect([done.status, done.body.amount]).toEqual([200, 1_250]);
});

test("a second admin's yes to a correction asks whatever the amount, wherever it is given", async () => {
  const [first, second, client] = [await portal.admin(), await portal.admin(), await portal.client()];
  const theirs = await withPasskey(portal, second);
  const changes = { secondPair: { on: true, corrections: true } };
  expect((await ask({ path: '/kimi/update-settings', body: changes }, first)).status).toBe(200);
  const body = { userId: client._id, kind: 'goodwill', amount: 5, reason: 'For the delay.' };
  const correct = async () =>
    (await portal.call('POST', '/kimi/apply-correction', { as: first, body })).body.correction.applyId as string;
  for (const yes of [
    (applyId: string): Call => ({ path: '/kimi/approve-correction', query: { applyId, action: 'approve' } }),
    (applyId: string): Call => ({
      path: '/kimi/decide-requests',
      body: { action: 'approve', items: [{ applyId }] },
    }),
  ]) {
    const applyId = await correct();
    const asked = await ask(yes(applyId), second);
    expect(asks(asked), asked.text).toBe(true);
    expect(asked.body.about).toBe(`Approve Goodwill credit ${applyId} of $5.00 for ${client.email}.`);
    expect((await send(yes(applyId), second, theirs.sign(asked.body.options))).status).toBe(200);
    expect(await stateOf(applyId)).toBe('Approved');
  }
  const no = { path: '/kimi/approve-correction', query: { applyId: await correct(), action: 'reject' } };
  expect((await ask({ ...no, body: { remarks: 'Not agreed.' } }, second)).status).toBe(200);

  // What waits about our address is found by a plain word as well, and then too it is what was signed.
  const propose = async (networkAddress: string) => {
    const wish = { networkName: 'TRC20', networkAddress, password: first.password };
    expect((await ask({ path: '/kimi/update-network-details', body: wish }, first)).status).toBe(202);
  };
  const yes = { path: '/kimi/confirm-action', query: { id: 'network' } };
  await propose('TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7');
  const asked = await ask(yes, second);
  expect(asks(asked), asked.text).toBe(true);
  await propose('TY2vSS32yNiWm21bQgTWp5mVryNQoVRGqk');
  expect(refuses(await send(yes, second, theirs.sign(asked.body.options)))).toBe(true);
});
