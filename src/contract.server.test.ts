/**
 * Details of the contract that no single call owns: the order of refusals, numbers as they are written, how far pages
 * reach, and that what was ended is over.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { testPortal, type Person } from './portal.testing.server.ts';

const portal = await testPortal();
let admin: Person;
let client: Person;

beforeAll(async () => {
  admin = await portal.admin();
  client = await portal.client({ dollars: 1000 });
});

const nobody = { adsId: 'none', adType: 'Google', applyId: 'DP-0000-0000' };

describe('a verdict that lacks something is told so before it hears whether the request exists', () => {
  const verdicts: [string, string, Record<string, string>][] = [
    ['/approve-transaction', 'reject', { id: 'TU-0000-0000' }],
    ['/approve-googleAd', 'approve', { id: 'GA-0000-0000' }],
    ['/approve-facebookAd', 'reject', { id: 'FA-0000-0000' }],
    ['/kimi/approve-deposit', 'approve', nobody],
    ['/kimi/approve-refund-by-admin', 'reject', nobody],
    ['/kimi/approve-withdrawal', 'approve', { applyId: 'WD-0000-0000' }],
    ['/kimi/approve-withdrawal', 'reject', { applyId: 'WD-0000-0000' }],
    ['/kimi/approve-correction', 'reject', { applyId: 'PN-0000-0000' }],
  ];
  test.each(verdicts)('%s %s', async (path, action, query) => {
    const missing = await portal.call('PUT', path, { as: admin, query: { ...query, action } });
    expect([missing.status, missing.body.code]).toEqual([400, 'input.invalid']);
    const body = { adsId: 'X-1', transactionId: 'x', remarks: 'no' };
    const unknown = await portal.call('PUT', path, { as: admin, query: { ...query, action }, body });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
  });

  test('many at once', async () => {
    const { body } = await portal.decide(admin, 'reject', { applyId: 'TU-0000-0000' });
    expect(body.results[0]).toMatchObject({ done: false, message: 'Please enter remarks before rejecting.' });
  });
});

test.each([' 5', '5 ', '5.', '.5', '5.005', '+5', '-5', '1,000', '5e1', '0x5', '٥', '12345678', ''])(
  'an amount written as %j is refused',
  async (chargeMoney) => {
    const { status, body } = await portal.call('POST', '/add-money', {
      as: client,
      body: { chargeMoney, transactionId: 'T-1' },
    });
    expect([status, body.field]).toEqual([400, 'chargeMoney']);
  },
);

test.each(['', null, 0, '0'])('an order for unlimited domains may send %j as their number', async (domainNum) => {
  const order = {
    licenseMode: 'old license',
    licenseName: 'Ana',
    pageNum: '1',
    pageUrls: ['facebook.com/ana'],
    paymentMode: 'monthly',
  };
  const { status, text } = await portal.call('POST', '/kimi/create-facebook-ads', {
    as: client,
    body: { ...order, domainOption: 'unlimited', domainNum, domains: [] },
  });
  expect(status, text).toBe(200);
});

test.each([
  '/get-google-ads',
  '/kimi/get-notices',
  '/kimi/get-security-log',
  '/kimi/get-paylinks',
  '/kimi/get-statement',
])('pages of %s reach 10,000 rows, and say what reaches further', async (path) => {
  const reached = await portal.call('GET', path, { as: client, query: { page: 50, limit: 200 } });
  expect([reached.status, reached.body.page]).toEqual([200, 50]);
  const beyond = await portal.call('GET', path, { as: client, query: { page: 51, limit: 200 } });
  expect([beyond.status, beyond.body.field]).toEqual([400, 'page']);
});

test('what an order holds is told to admins in dollars', async () => {
  const adsDetails = [
    { gmail: 'one@gmail.com', deposit: 15 },
    { gmail: 'two@gmail.com', deposit: 200 },
  ];
  const { body } = await portal.call('POST', '/create-google-ads', { as: client, body: { adNum: 2, adsDetails } });
  const story = await portal.call('GET', '/kimi/get-request', { as: admin, query: { applyId: body.applyId } });
  expect(story.body.request.details.deposits).toEqual([15, 200]);
});

describe('a session that was ended is over at once', () => {
  const statusOf = async (as: { token: string }) => (await portal.call('GET', '/kimi/me', { as })).status;
  const again = async (person: Person) =>
    (await portal.call('POST', '/login-account', { body: { emailId: person.email, password: person.password } }))
      .body as Person;

  test('by signing out, and the others go on', async () => {
    const person = await portal.client();
    const other = await again(person);
    expect(await statusOf(person)).toBe(200);
    await portal.call('POST', '/kimi/logout', { as: person });
    expect([await statusOf(person), await statusOf(other)]).toEqual([401, 200]);
  });

  test('by a new password, every one of them', async () => {
    const person = await portal.client();
    const other = await again(person);
    expect([await statusOf(person), await statusOf(other)]).toEqual([200, 200]);
    const changed = { password: 'another long secret', confirmPassword: 'another long secret' };
    expect((await portal.call('PUT', '/kimi/update-password', { as: person, body: changed })).status).toBe(200);
    expect([await statusOf(person), await statusOf(other)]).toEqual([401, 401]);
  });

  test('by ending it elsewhere', async () => {
    const person = await portal.client();
    const other = await again(person);
    expect(await statusOf(other)).toBe(200);
    expect((await portal.call('PUT', '/kimi/end-session', { as: person })).body).toMatchObject({
      field: 'id',
      code: 'input.invalid',
    });
    await portal.call('PUT', '/kimi/end-session', { as: person, query: { all: true } });
    expect([await statusOf(person), await statusOf(other)]).toEqual([200, 401]);
  });

  test('by stopping a visit', async () => {
    const visit = await portal.call('POST', '/kimi/login-as-user', {
      as: admin,
      body: { userId: client._id, reason: 'a test' },
    });
    expect(await statusOf(visit.body)).toBe(200);
    await portal.call('POST', '/kimi/stop-login-as', { as: visit.body });
    expect(await statusOf(visit.body)).toBe(401);
  });
});
