/** The queue and the verdicts that are the same for every kind. */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
let admin: Person;
let second: Person;

beforeAll(async () => {
  admin = await portal.admin();
  second = await portal.admin();
});

const wallet = async (as: Person) => (await portal.call('GET', '/kimi/get-wallet-of-user', { as })).body.users;
const order = async (as: Person, deposit = 50) =>
  (
    await portal.call('POST', '/create-google-ads', {
      as,
      body: { adNum: 1, adsDetails: [{ gmail: 'a@gmail.com', deposit }] },
    })
  ).body.applyId as string;
const topUp = async (as: Person, dollars = 20) => {
  const transactionId = randomBytes(32).toString('hex');
  await portal.call('POST', '/add-money', {
    as,
    form: { chargeMoney: String(dollars), transactionId, payway: 'USDT' },
  });
  const { body } = await portal.call('GET', '/get-transaction-details-of-user', { as });
  return body.transactions[0].applyId as string;
};
const newAdsId = () => randomBytes(6).toString('hex');

test('everything that waits stands in one list, oldest first, with what an admin has to see', async () => {
  const client = await portal.client({ dollars: 500 });
  const first = await order(client);
  const then = await topUp(client, 33.33);
  const { body } = await portal.call('GET', '/kimi/get-queue', { as: admin, query: { userId: client._id } });
  expect(body.requests.map((row: { applyId: string }) => row.applyId)).toEqual([first, then]);
  expect(body).toMatchObject({ message: 'Requests fetched successfully', total: 2, page: 1, limit: 50 });
  expect(body.requests[0]).toMatchObject({
    kind: 'application',
    adType: 'Google',
    state: 'Pending',
    amount: 50,
    fee: 7.5,
    openingFee: 30,
    totalCost: 87.5,
    image: null,
    duplicates: [],
    late: false,
    waits: null,
    decidedBy: null,
    userId: { _id: client._id, username: client.username, wallet: 412.5, contact: { emailId: client.email } },
  });
  expect(body.requests[1]).toMatchObject({ kind: 'topup', adType: null, amount: 33.33, totalCost: 33.33 });
  const onlyTopups = await portal.call('GET', '/kimi/get-queue', {
    as: admin,
    query: { userId: client._id, kind: 'topup' },
  });
  expect(onlyTopups.body.requests).toHaveLength(1);
});

test('what was decided is found however much was asked for since', async () => {
  const client = await portal.client({ dollars: 20 });
  for (let waiting = 0; waiting < 9; waiting += 1) await topUp(client);
  // What was taken back pushes no decision out of sight.
  for (let taken = 0; taken < 6; taken += 1) {
    await portal.call('PUT', '/kimi/cancel-request', { as: client, query: { applyId: await topUp(client) } });
  }
  const find = async (query: object) =>
    (await portal.call('GET', '/kimi/get-queue', { as: admin, query: { userId: client._id, ...query } })).body.requests;
  const decided = await find({ state: 'decided', sort: '-createdAt', limit: '6' });
  expect(decided.map((row: { kind: string; state: string }) => [row.kind, row.state])).toEqual([['topup', 'Approved']]);
  expect(await find({ state: 'all' })).toHaveLength(16);
});

test('of requests that were picked, those that still wait are told as they are now', async () => {
  const client = await portal.client();
  const [first, gone, last] = [await topUp(client, 11), await topUp(client, 12), await topUp(client, 13)];
  await portal.decide(admin, 'reject', { applyId: gone, remarks: 'It never arrived.' });
  const applyIds = [last, gone, 'TU-0000-0000', first].join();
  const { body } = await portal.call('GET', '/kimi/get-queue', { as: admin, query: { applyIds, limit: '1' } });
  expect(body.requests.map((row: { applyId: string }) => row.applyId)).toEqual([first, last]);
  expect(body).toMatchObject({ reversals: [], total: 2, page: 1 });
});

test('the counts name every kind that waits, and how much is late', async () => {
  const client = await portal.client({ dollars: 100 });
  const late = await topUp(client);
  await portal.db.owner.query(
    'test.age',
    `update requests set created_at = now() - interval '25 hours' where apply_id = $1`,
    [late],
  );
  const { body } = await portal.call('GET', '/kimi/get-queue-counts', { as: admin });
  const topups = body.queues.find((queue: { kind: string }) => queue.kind === 'topup');
  expect(topups.late).toBeGreaterThanOrEqual(1);
  expect(body.total.pending).toBe(
    body.queues.reduce((sum: number, queue: { pending: number }) => sum + queue.pending, 0),
  );
  expect(Date.parse(body.total.oldest)).toBeLessThan(Date.now() - 24 * 3_600_000);
});

test('one that fails does not stop the others, and each says how it went', async () => {
  const client = await portal.client({ dollars: 500 });
  const [good, blank, money] = [await order(client), await order(client), await topUp(client)];
  const { body } = await portal.decide(
    admin,
    'approve',
    { applyId: good, adsId: newAdsId() },
    { applyId: blank },
    { applyId: money },
    { applyId: 'TU-0000-0000' },
  );
  expect(body.message).toBe('2 of 4 requests were decided.');
  expect(
    body.results.map((result: { done: boolean; state: string | null; code: string | null }) => [
      result.done,
      result.state,
      result.code,
    ]),
  ).toEqual([
    [true, 'Approved', null],
    [false, null, 'input.invalid'],
    [true, 'Approved', null],
    [false, null, 'not_found'],
  ]);
  const again = await portal.decide(admin, 'reject', { applyId: good, remarks: 'too late' });
  expect(again.body.results[0]).toMatchObject({ done: false, state: 'Approved', code: 'application.already_decided' });
});

test('another admin sees who is looking at a row', async () => {
  const client = await portal.client();
  const applyId = await topUp(client);
  await portal.call('PUT', '/kimi/look-at-request', { as: admin, query: { applyId } });
  const row = async (as: Person) =>
    (await portal.call('GET', '/kimi/get-queue', { as, query: { userId: client._id } })).body.requests[0];
  expect((await row(second)).lookedAtBy).toBe(admin.username);
  expect((await row(admin)).lookedAtBy).toBeNull();
});

describe('taking back', () => {
  test('a client takes an own pending request back and has all of the money again', async () => {
    const client = await portal.client({ dollars: 200 });
    const applyId = await order(client, 100);
    expect(await wallet(client)).toMatchObject({ wallet: 55, held: 145 });
    const cancelled = await portal.call('PUT', '/kimi/cancel-request', { as: client, query: { applyId } });
    expect([cancelled.status, cancelled.body.state]).toEqual([200, 'Cancelled']);
    expect(await wallet(client)).toMatchObject({ wallet: 200, held: 0 });
    const twice = await portal.call('PUT', '/kimi/cancel-request', { as: client, query: { applyId } });
    expect([twice.status, twice.body.state]).toEqual([409, 'Cancelled']);
  });

  test('a client who is too late is told when it was decided, and not by whom; an admin is told both', async () => {
    const client = await portal.client();
    const applyId = await topUp(client);
    await portal.decide(admin, 'reject', { applyId, remarks: 'It never arrived.' });
    const late = await portal.call('PUT', '/kimi/cancel-request', { as: client, query: { applyId } });
    expect(late).toMatchObject({ status: 409, body: { state: 'Rejected', decidedBy: null } });
    expect(late.body.decidedAt).toMatch(/^20/);
    const query = { id: applyId, action: 'approve' };
    expect((await portal.call('PUT', '/approve-transaction', { as: admin, query, body: {} })).body).toMatchObject({
      state: 'Rejected',
      decidedBy: admin.username,
    });
  });

  test("a stranger's request is not there", async () => {
    const [client, stranger] = [await portal.client({ dollars: 200 }), await portal.client()];
    const applyId = await order(client);
    const { status } = await portal.call('PUT', '/kimi/cancel-request', { as: stranger, query: { applyId } });
    expect(status).toBe(404);
    expect(await wallet(client)).toMatchObject({ held: 87.5 });
  });
});

describe('undoing', () => {
  test('a reversed approval posts the opposite, frees the Ads ID and tells the client why', async () => {
    const [client, other] = [await portal.client({ dollars: 200 }), await portal.client({ dollars: 200 })];
    const [applyId, adsId] = [await order(client, 100), newAdsId()];
    await portal.decide(admin, 'approve', { applyId, adsId });
    const reversed = await portal.call('PUT', '/kimi/reverse-request', {
      as: admin,
      body: { applyId, reason: 'The wrong client.' },
    });
    expect([reversed.status, reversed.body.state]).toEqual([200, 'Reversed']);
    expect(await wallet(client)).toMatchObject({ wallet: 200, held: 0 });
    const notices = await portal.call('GET', '/kimi/get-notices', { as: client });
    expect(notices.body.notices[0].text).toContain('was reversed');
    const next = await order(other, 100);
    expect((await portal.decide(admin, 'approve', { applyId: next, adsId })).body.results[0].done).toBe(true);
  });

  test('a top-up whose money is spent cannot be reversed', async () => {
    const client = await portal.client();
    const applyId = await topUp(client, 100);
    await portal.decide(admin, 'approve', { applyId });
    await order(client, 50);
    const { status, body } = await portal.call('PUT', '/kimi/reverse-request', {
      as: admin,
      body: { applyId, reason: 'a mistake' },
    });
    expect([status, body.code]).toEqual([409, 'topup.short']);
    expect(await wallet(client)).toMatchObject({ wallet: 12.5, held: 87.5 });
  });
});

test('with a second pair of eyes a reversal waits, its asker cannot confirm, another admin can', async () => {
  await portal.set(admin, { secondPair: { on: true, corrections: true } });
  const client = await portal.client();
  const applyId = await topUp(client, 40);
  await portal.decide(admin, 'approve', { applyId });
  const asked = await portal.call('PUT', '/kimi/reverse-request', {
    as: admin,
    body: { applyId, reason: 'never arrived' },
  });
  expect([asked.status, asked.body.state]).toEqual([202, 'Approved']);
  expect(await wallet(client)).toMatchObject({ wallet: 40 });
  const alone = await portal.call('PUT', '/kimi/confirm-action', { as: admin, query: { id: applyId } });
  expect([alone.status, alone.body.code]).toEqual([409, 'request.own']);
  // It is in the queue, although nothing about it is Pending, with the reason that the second admin has to judge.
  const queue = async () => (await portal.call('GET', '/kimi/get-queue', { as: second })).body.reversals;
  expect(await queue()).toMatchObject([
    {
      applyId,
      state: 'Approved',
      waits: {
        _id: expect.stringMatching(/^PR-/),
        verdict: 'reverse',
        by: admin.username,
        byEmail: admin.email,
        reason: 'never arrived',
      },
    },
  ]);
  const seen = (await queue())[0].waits.at as string;

  // Let go of, it can be confirmed no longer; proposed anew, only by who has seen what is proposed now.
  const refusal = { as: second, query: { id: applyId }, body: { reason: 'It did arrive.' } };
  const drop = () => portal.call('PUT', '/kimi/drop-proposal', refusal);
  expect((await drop()).body.message).toBe('Refused.');
  expect((await drop()).body.code).toBe('proposal.not_waiting');
  expect(await queue()).toEqual([]);
  const confirm = (at?: string) =>
    portal.call('PUT', '/kimi/confirm-action', { as: second, query: { id: applyId, ...(at ? { at } : {}) } });
  expect((await confirm()).body.code).toBe('topup.already_decided');
  await portal.call('PUT', '/kimi/reverse-request', { as: admin, body: { applyId, reason: 'another sender' } });
  const stale = await confirm(seen);
  expect([stale.status, stale.body.code]).toEqual([409, 'request.proposed_anew']);
  expect(await wallet(client)).toMatchObject({ wallet: 40 });
  const confirmed = await confirm((await queue())[0].waits.at);
  expect([confirmed.status, confirmed.body.state]).toEqual([200, 'Reversed']);
  expect([await wallet(client), await queue()]).toMatchObject([{ wallet: 0 }, []]);
  const { decisions } = (await portal.call('GET', '/kimi/get-request', { as: admin, query: { applyId } })).body;
  expect(decisions[2]).toMatchObject({ person: second.username, proposed: true, details: { kept: true } });
});

test("one request's whole story holds its people, decisions, movements, mails and audit rows", async () => {
  const client = await portal.client({ dollars: 200 });
  const applyId = await order(client, 100);
  await portal.decide(admin, 'reject', { applyId, remarks: 'The address bounces.' });
  const { body } = await portal.call('GET', '/kimi/get-request', { as: admin, query: { applyId } });
  expect(body.request).toMatchObject({
    applyId,
    state: 'Rejected',
    remarks: 'The address bounces.',
    decidedBy: admin.username,
  });
  expect(body.decisions).toMatchObject([{ person: admin.username, verdict: 'reject', proposed: false }]);
  expect(body.movements).toMatchObject([
    { src: 'wallet', dst: 'held', amount: 145, srcBalance: 55, dstBalance: 145 },
    { src: 'held', dst: 'wallet', amount: 145, srcBalance: 0, dstBalance: 200 },
  ]);
  expect(body.mails).toMatchObject([{ recipient: client.email }]);
  expect(body.audit).toMatchObject([{ actor: admin.username, action: 'application.rejected' }]);
});

test('of a story without an end the newest mails and audit rows are told, in their order', async () => {
  const client = await portal.client({ dollars: 200 });
  const applyId = await order(client, 100);
  const many = (text: string) => portal.db.owner.query('', text, [applyId]);
  await many(`insert into audit_log (action, request_apply_id, address)
    select 'message.written', $1, 'n' || n from generate_series(1, 310) n`);
  await many(`insert into mails (recipient, subject, content, request_apply_id, sent_at)
    select 'x@example.com', 'n' || n, '{"lines": []}', $1, now() from generate_series(1, 310) n`);
  const { body } = await portal.call('GET', '/kimi/get-request', { as: admin, query: { applyId } });
  const ends = (rows: object[], key: string) => [rows[0], rows.at(-1)].map((row) => (row as never)[key]);
  expect([body.audit.length, body.mails.length]).toEqual([300, 300]);
  expect(ends(body.audit, 'address')).toEqual(['n11', 'n310']);
  expect(ends(body.mails, 'subject')).toEqual(['n11', 'n310']);
});
