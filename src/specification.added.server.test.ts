/** The calls that the rules add to the specifications, read field by field at both of their paths. */
import { beforeAll, expect, test } from 'vitest';
import { testPortal, type Person } from './portal.testing.server.ts';
import { oneOfEach, type Ids } from './walk.testing.server.ts';

const portal = await testPortal();
let admin: Person;
let ana: { person: Person; ids: Ids };

beforeAll(async () => {
  admin = await portal.admin();
  ana = await oneOfEach(portal, admin);
});

const text = expect.any(String);
const number = expect.any(Number);
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const both = (path: string) => [`/kimi/${path}`, `/${path}`];
const first = (fields: object) => expect.arrayContaining([expect.objectContaining(fields)]);

type Looking = [path: string, who: 'client' | 'admin', answer: object];

const reads: Looking[] = [
  ['me', 'client', { username: text, emailId: text, contact1: text, typeOfUser: 'User', emailVerified: true }],
  ['me', 'admin', { username: text, emailId: text, contact1: text, typeOfUser: 'Admin', emailVerified: true }],
  [
    'get-prices',
    'client',
    { prices: { accountOpeningFee: 30, topUpRate: 15, depositOptions: [0, 15, 30, 50, 100, 200, 500] } },
  ],
  [
    'get-statement',
    'client',
    { lines: first({ at: iso, applyId: text, kind: text, text, amount: number, balance: number }) },
  ],
  ['get-share-log', 'client', { shares: first({ emailId: text, adsId: text, adType: 'Google', createdAt: iso }) }],
  ['get-notices', 'client', { notices: first({ _id: text, at: iso, text }) }],
  [
    'get-withdrawals',
    'client',
    { withdrawals: first({ applyId: text, amount: 3, networkName: 'TRC20', networkAddress: text, state: 'Pending' }) },
  ],
  ['get-sessions', 'client', { sessions: first({ _id: text, current: true, address: text, agent: text }) }],
  ['get-queue', 'admin', { requests: first({ applyId: text, kind: 'refund', state: 'Pending' }), total: 7 }],
  [
    'get-audit-log',
    'admin',
    {
      entries: first({
        at: iso,
        actor: text,
        address: text,
        action: text,
        before: { state: 'Pending' },
        after: expect.anything(),
      }),
    },
  ],
];

test.each(reads)('GET %s, for a %s', async (path, who, answer) => {
  for (const address of both(path)) {
    const { status, body } = await portal.call('GET', address, { as: who === 'admin' ? admin : ana.person });
    expect(status).toBe(200);
    expect(body).toMatchObject({ message: text, ...answer });
  }
});

test('GET get-statement and export-statement, for an admin who says whose', async () => {
  for (const address of both('get-statement')) {
    expect((await portal.call('GET', address, { as: admin })).body).toMatchObject({
      code: 'input.invalid',
      field: 'userId',
    });
    const { body } = await portal.call('GET', address, {
      as: admin,
      query: { userId: ana.person._id, kind: 'topup', limit: 1 },
    });
    expect(body).toMatchObject({
      lines: [{ kind: 'topup', amount: 5000, balance: 5000 }],
      total: 1,
      page: 1,
      limit: 1,
    });
  }
  for (const [format, begins] of [['xlsx', 'PK'] as const, ['pdf', '%P'] as const])
    for (const address of both('export-statement')) {
      const { bytes } = await portal.call('GET', address, { as: admin, query: { userId: ana.person._id, format } });
      expect(bytes.subarray(0, 2).toString()).toBe(begins);
    }
});

test('PUT decide-requests answers for each, and PUT reverse-request undoes what was approved', async () => {
  const topup = ana.ids.request.find((id) => id.startsWith('TU'))!;
  const decided = await portal.decide(admin, 'approve', { applyId: topup }, { applyId: 'TU-0000-0000' });
  expect(decided.body.results).toMatchObject([
    { applyId: topup, done: true, state: 'Approved' },
    { applyId: 'TU-0000-0000', done: false, code: 'not_found' },
  ]);
  const reversed = await portal.call('PUT', '/reverse-request', {
    as: admin,
    body: { applyId: topup, reason: 'The transfer was recalled.' },
  });
  expect(reversed.body).toMatchObject({ message: text, applyId: topup, state: 'Reversed' });
  const open = ana.ids.request.findLast((id) => id.startsWith('GA'))!;
  const confirmed = await portal.call('PUT', '/kimi/confirm-action', { as: admin, query: { id: open } });
  expect([confirmed.status, confirmed.body.code]).toEqual([409, 'request.not_waiting']);
});

test('PUT cancel-request takes an own request of any kind back', async () => {
  for (const kind of ['WD', 'RF', 'DP']) {
    const applyId = ana.ids.request.find((id) => id.startsWith(kind))!;
    const { body } = await portal.call('PUT', '/kimi/cancel-request', { as: ana.person, query: { applyId } });
    expect(body).toEqual({ message: text, applyId, state: 'Cancelled' });
  }
});

test('POST login-as-user opens a look at a client, and POST stop-login-as goes back', async () => {
  for (const address of both('login-as-user')) {
    const visit = await portal.call('POST', address, {
      as: admin,
      body: { userId: ana.person._id, reason: 'A question about a refund.' },
    });
    expect(visit.body).toMatchObject({ message: text, token: text, username: ana.person.username, until: iso });
    const { body } = await portal.call('GET', '/kimi/me', { as: visit.body });
    expect(body).toMatchObject({
      typeOfUser: 'User',
      username: ana.person.username,
      actingAdmin: admin.username,
      until: iso,
    });
    expect(
      (await portal.call('POST', address.replace('login-as-user', 'stop-login-as'), { as: visit.body })).status,
    ).toBe(200);
  }
});

test('GET and POST pay/<code>, and PUT revoke-paylink', async () => {
  const { paylinks } = (await portal.call('GET', '/kimi/get-paylinks', { as: ana.person })).body;
  const { code, _id } = paylinks[0];
  const page = await portal.call('GET', `/kimi/pay/${code}`);
  expect(page.body.paylink).toMatchObject({
    money: 25,
    state: 'Open',
    requestedBy: ana.person.username,
    expiresAt: iso,
  });
  const paid = await portal.call('POST', `/kimi/pay/${code}`, { form: { transactionId: 'paid by a friend' } });
  expect(paid.body.paylink).toMatchObject({ state: 'Processing' });
  const late = await portal.call('PUT', '/revoke-paylink', { as: ana.person, query: { id: _id } });
  expect([late.status, late.body.state]).toEqual([409, 'Processing']);
});

test('POST forgot-password answers the same for everybody, POST logout ends this session', async () => {
  const person = await portal.client();
  const answers = [];
  for (const emailId of [person.email, 'nobody@example.com'])
    for (const address of both('forgot-password'))
      answers.push((await portal.call('POST', address, { body: { emailId } })).text);
  expect(new Set(answers).size).toBe(1);
  const spent = await portal.call('POST', '/reset-password', {
    body: { token: 'x'.repeat(43), password: 'a new secret', confirmPassword: 'a new secret' },
  });
  expect(spent.status).toBe(400);
  expect((await portal.call('POST', '/logout', { as: person })).status).toBe(200);
  expect((await portal.call('GET', '/me', { as: person })).status).toBe(401);
});
