import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { walletOf } from '#deposits/deposits.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
let client: Person;
let admin: Person;
let other: Person;

beforeAll(async () => {
  [client, admin, other] = await Promise.all([portal.client({ dollars: 100 }), portal.admin(), portal.admin()]);
});

const correct = (body: object, as: Person | undefined = admin, key?: string) =>
  portal.call('POST', '/kimi/apply-correction', {
    as,
    body: { userId: client._id, kind: 'goodwill', amount: 5, reason: 'For the delay.', ...body },
    key,
  });
const list = (query = {}) => portal.call('GET', '/kimi/get-corrections', { as: admin, query: { ...query } });
const decide = (query: object, body: object, as: Person) =>
  portal.call('PUT', '/kimi/approve-correction', { as, query: { ...query }, body });

describe('a correction', () => {
  test('gives goodwill at once, and the client reads why in statement, notice and mail', async () => {
    const made = await correct({ amount: '12.34' });
    expect(made.status, made.text).toBe(200);
    expect(made.body).toMatchObject({
      message: 'Goodwill given successfully!',
      wallet: 112.34,
      correction: {
        kind: 'goodwill',
        amount: 12.34,
        reason: 'For the delay.',
        state: 'Approved',
        askedBy: admin.username,
        userId: { _id: client._id },
      },
    });
    const { applyId } = made.body.correction;
    expect(applyId).toMatch(/^GW-/);
    const { lines } = (await portal.call('GET', '/kimi/get-statement', { as: client })).body;
    expect(lines[0]).toMatchObject({
      applyId,
      kind: 'goodwill',
      text: 'Goodwill credit',
      note: 'For the delay.',
      amount: 12.34,
      balance: 112.34,
    });
    const { notices } = (await portal.call('GET', '/kimi/get-notices', { as: client })).body;
    expect(notices[0]).toMatchObject({
      applyId,
      text: `A goodwill credit of $12.34 was posted to your wallet (${applyId}).`,
    });
    const mails = await portal.db.owner.query<{ content: { quote: string } }>(
      'test.mails',
      'select content from mails where request_apply_id = $1',
      [applyId],
    );
    expect(mails.map(({ content }) => content.quote)).toEqual(['For the delay.']);
    const audit = await portal.db.owner.query(
      'test.audit',
      'select action from audit_log where request_apply_id = $1',
      [applyId],
    );
    expect(audit).toEqual([{ action: 'goodwill.approved' }]);
  });

  test('takes a penalty, but never more than there is', async () => {
    const made = await correct({ kind: 'penalty', amount: 2.34, reason: 'Broke the policy.' });
    expect(made.body).toMatchObject({
      message: 'Penalty taken successfully!',
      wallet: 110,
      correction: { applyId: expect.stringMatching(/^PN-/) },
    });
    const tooMuch = await correct({ kind: 'penalty', amount: 110.01 });
    expect([tooMuch.status, tooMuch.body.message]).toEqual([402, 'The wallet holds less than this penalty.']);
    expect(await walletOf(portal, client)).toEqual({ wallet: 110, held: 0 });
  });

  test.each([
    [{ reason: ' ' }, 400, 'reason', 'Please enter a reason; the client reads it.'],
    [{ kind: 'gift' }, 400, 'kind', 'Please choose penalty or goodwill.'],
    [{ amount: 0 }, 400, 'amount', 'Please enter an amount from 0.01 to 1,000,000.00.'],
    [{ userId: 'US-0000-0000' }, 404, 'userId', 'This client was not found.'],
  ])('with %j is refused', async (body, status, field, message) => {
    const answer = await correct(body);
    expect([answer.status, answer.body.field, answer.body.message]).toEqual([status, field, message]);
  });

  test('is for clients only', async () => {
    expect((await correct({ userId: admin._id })).status).toBe(404);
  });

  test('is for clients who have not closed their account', async () => {
    const gone = await portal.client();
    const closed = await portal.call('PUT', '/kimi/close-account', { as: gone, body: { password: gone.password } });
    expect(closed.status, closed.text).toBe(200);
    expect(await correct({ userId: gone._id })).toMatchObject({ status: 404, body: { field: 'userId' } });
    expect((await list({ userId: gone._id })).status).toBe(200);
  });

  test('made twice with one key is made once', async () => {
    const key = `attempt-${Date.now()}`;
    const [first, again] = [await correct({ amount: 1 }, admin, key), await correct({ amount: 1 }, admin, key)];
    expect(again.body.correction.applyId).toBe(first.body.correction.applyId);
    expect((await walletOf(portal, client)).wallet).toBe(111);
  });

  test('is listed for one client, by kind', async () => {
    const { body } = await list({ userId: client._id, kind: 'penalty' });
    expect(body).toMatchObject({
      message: 'Corrections fetched successfully',
      total: 1,
      corrections: [{ kind: 'penalty', reason: 'Broke the policy.' }],
    });
    expect((await list({ userId: 'US-0000-0000' })).status).toBe(404);
  });

  test('has a key that is its admin’s: for another client it is 422, and a client’s own keys are none of its business', async () => {
    const stranger = await portal.client();
    const key = `attempt-${randomUUID()}`;
    expect((await correct({ amount: 1 }, admin, key)).status).toBe(200);
    expect(await correct({ amount: 1, userId: stranger._id }, admin, key)).toMatchObject({ status: 422 });
    const topup = { chargeMoney: '5', transactionId: randomUUID() };
    expect((await portal.call('POST', '/add-money', { as: stranger, form: topup, key: `${key}-own` })).status).toBe(
      200,
    );
    expect((await correct({ amount: 1, userId: stranger._id }, admin, `${key}-own`)).status).toBe(200);
    expect((await correct({ kind: 'penalty', amount: 1 })).status).toBe(200);
  });
});

describe('with a second pair of eyes', () => {
  const before = randomUUID();
  beforeAll(async () => {
    await correct({ kind: 'penalty', amount: 1 }, admin, before);
    await correct({ amount: 1 });
    await portal.set(admin, { secondPair: { on: true } });
  });

  test('a correction that was made without one is still made when it is sent again', async () => {
    const again = await correct({ kind: 'penalty', amount: 1 }, admin, before);
    expect([again.status, again.body.message]).toEqual([200, 'Penalty taken successfully!']);
  });

  test('one that was rejected or reversed meanwhile is not said to be made when it is sent again', async () => {
    const [rejected, reversed] = [randomUUID(), randomUUID()];
    const sent = async (key: string) => (await correct({ amount: 2 }, admin, key)).body;
    const waiting = (await sent(rejected)).correction;
    await decide({ applyId: waiting.applyId, action: 'reject' }, { remarks: 'Not agreed.' }, other);
    expect(await sent(rejected)).toMatchObject({
      message: 'You asked for this before, and it was rejected. Nothing was made anew.',
      correction: { applyId: waiting.applyId, state: 'Rejected' },
    });
    const { applyId } = (await sent(reversed)).correction;
    await decide({ applyId, action: 'approve' }, {}, other);
    expect((await sent(reversed)).message).toBe('Goodwill given successfully!');
    await portal.call('PUT', '/kimi/reverse-request', { as: admin, body: { applyId, reason: 'It was a mistake.' } });
    await portal.call('PUT', '/kimi/confirm-action', { as: other, query: { id: applyId } });
    expect((await sent(reversed)).message).toBe(
      'You asked for this before, and it was reversed. Nothing was made anew.',
    );
  });

  test('a correction waits, changes nothing, and only another admin can confirm it', async () => {
    const made = await correct({ amount: 9 });
    expect(made.status).toBe(202);
    expect(made.body).toMatchObject({
      message: 'Another admin has to confirm this.',
      wallet: 111,
      correction: { state: 'Pending' },
    });
    const { applyId } = made.body.correction;
    expect(await walletOf(portal, client)).toEqual({ wallet: 111, held: 0 });
    const { requests } = (await portal.call('GET', '/kimi/get-queue', { as: other, query: { q: applyId } })).body;
    expect(requests).toMatchObject([{ askedBy: admin.username, own: false, details: { reason: 'For the delay.' } }]);
    const own = await decide({ applyId, action: 'approve' }, {}, admin);
    expect([own.status, own.body.code]).toEqual([409, 'request.own']);
    const confirmed = await decide({ applyId, action: 'approve' }, {}, other);
    expect(confirmed.body).toMatchObject({
      message: 'Correction approved successfully!',
      correction: { state: 'Approved', decidedBy: other.username },
    });
    expect((await walletOf(portal, client)).wallet).toBe(120);
    expect((await decide({ applyId, action: 'approve' }, {}, other)).status).toBe(409);
  });

  test('another admin decides it in the queue with one verdict', async () => {
    const before = (await walletOf(portal, client)).wallet;
    const { applyId } = (await correct({ amount: 3 })).body.correction;
    const own = await portal.decide(admin, 'approve', { applyId });
    expect(own.body.results).toMatchObject([{ applyId, done: false, code: 'request.own' }]);
    const decided = await portal.decide(other, 'approve', { applyId });
    expect(decided.body.results).toMatchObject([{ applyId, done: true, state: 'Approved' }]);
    expect((await walletOf(portal, client)).wallet).toBe(before + 3);
    await correct({ kind: 'penalty', amount: 3 }).then((made) =>
      decide({ applyId: made.body.correction.applyId, action: 'approve' }, {}, other),
    );
  });

  test('its client reads nothing of it before it is decided, and so cannot empty the wallet first', async () => {
    const { applyId } = (await correct({ kind: 'penalty', amount: 7.77 })).body.correction;
    const found = async (q: string) => {
      const { body } = await portal.call('GET', '/kimi/find', { as: client, query: { q } });
      return body.requests.map((request: { applyId: string }) => request.applyId);
    };
    const closing = async () => {
      const body = { password: client.password };
      const [left, refused] = await Promise.all([
        portal.call('GET', '/kimi/get-closing', { as: client }),
        portal.call('PUT', '/kimi/close-account', { as: client, body }),
      ]);
      return [left.body.openRequests, left.body.refusal, refused.body.message];
    };
    const left = 'Your account cannot be closed yet: there is still $120.00 in your wallet.';
    expect(await closing()).toEqual([0, left, left]);
    const mentions = async () => {
      const [data, overview] = await Promise.all(
        ['/kimi/export-my-data', '/kimi/get-overview'].map((path) => portal.call('GET', path, { as: client })),
      );
      return [data!.text.includes(applyId), overview!.text.includes(applyId)];
    };
    expect(await Promise.all([applyId, 'PN-', '$7.77'].map(found))).not.toContainEqual(
      expect.arrayContaining([applyId]),
    );
    expect(await mentions()).toEqual([false, false]);
    await decide({ applyId, action: 'approve' }, {}, other);
    expect(await Promise.all([applyId, '$7.77'].map(found))).toEqual([[applyId], [applyId]]);
    expect(await mentions()).toEqual([true, true]);
    await correct({ amount: 7.77 }).then((made) =>
      decide({ applyId: made.body.correction.applyId, action: 'approve' }, {}, other),
    );
  });

  test('nor does a full answer of the finder say that one of it is left out', async () => {
    const poor = await portal.client();
    for (let n = 0; n < 8; n++) {
      const form = {
        chargeMoney: '7.77',
        transactionId: randomUUID().replaceAll('-', '').repeat(2),
      };
      expect((await portal.call('POST', '/add-money', { as: poor, form })).body).toMatchObject({ transaction: {} });
    }
    await correct({ userId: poor._id, kind: 'penalty', amount: 7.77 });
    const { body } = await portal.call('GET', '/kimi/find', { as: poor, query: { q: '7.77' } });
    expect(body.requests).toHaveLength(8);
  });

  test('an account is not closed while goodwill waits for it', async () => {
    const poor = await portal.client();
    const body = { userId: poor._id, kind: 'goodwill', amount: 5, reason: 'For the delay.' };
    expect((await portal.call('POST', '/kimi/apply-correction', { as: admin, body })).status).toBe(202);
    const closed = await portal.call('PUT', '/kimi/close-account', { as: poor, body: { password: poor.password } });
    expect(closed.body.message).toBe(
      'Your account cannot be closed yet: there is still one request that is not finished yet.',
    );
  });

  test('and no event tells its client that something happened', async () => {
    const leave = new AbortController();
    const listen = async ({ token }: Person) => {
      const headers = { authorization: `Bearer ${token}` };
      const stream = await fetch(new URL('/kimi/events', portal.url), { headers, signal: leave.signal });
      let heard = '';
      void (async () => {
        for await (const chunk of stream.body!) heard += Buffer.from(chunk).toString();
      })().catch(() => undefined);
      await expect.poll(() => heard).toContain('event: hello');
      return () => [...heard.matchAll(/event: (\w+)/g)].map(([, name]) => name).slice(1);
    };
    const [toClient, toAdmin] = [await listen(client), await listen(admin)];
    await expect
      .poll(async () => {
        // What was still on its way from the tests before.
        const before = toClient().length + toAdmin().length;
        await new Promise((resolve) => setTimeout(resolve, 300));
        return toClient().length + toAdmin().length - before;
      })
      .toBe(0);
    const [before, told] = [toClient().length, toAdmin().length];
    const { correction } = (await correct({ kind: 'penalty', amount: 1 })).body;
    await expect.poll(() => toAdmin().length).toBeGreaterThan(told);
    const { applyId } = (await list({ kind: 'goodwill', state: 'Approved' })).body.corrections[0];
    const reversal = { as: admin, body: { applyId, reason: 'A slip.' } };
    expect((await portal.call('PUT', '/kimi/reverse-request', reversal)).status).toBe(202);
    await expect.poll(() => toAdmin().length).toBeGreaterThan(told + 1);
    expect(toClient()).toHaveLength(before);
    await portal.call('PUT', '/kimi/drop-proposal', { as: admin, query: { id: applyId }, body: {} });
    await decide({ applyId: correction.applyId, action: 'reject' }, { remarks: 'No.' }, other);
    await expect.poll(() => toClient().slice(before)).toContain('wallet');
    leave.abort();
  });

  test('approving one confirms no reversal that waits: that is confirmed as what it is', async () => {
    const { applyId } = (await correct({ amount: 4 })).body.correction;
    expect((await decide({ applyId, action: 'approve' }, {}, other)).status).toBe(200);
    const { wallet } = await walletOf(portal, client);
    const reversal = { as: admin, body: { applyId, reason: 'A slip.' } };
    expect((await portal.call('PUT', '/kimi/reverse-request', reversal)).status).toBe(202);
    expect(await decide({ applyId, action: 'approve' }, {}, other)).toMatchObject({
      status: 409,
      body: { code: 'goodwill.already_decided', state: 'Approved', decidedBy: other.username },
    });
    expect((await walletOf(portal, client)).wallet).toBe(wallet);
    const confirmed = await portal.call('PUT', '/kimi/confirm-action', { as: other, query: { id: applyId } });
    expect(confirmed.body).toMatchObject({ applyId, state: 'Reversed' });
    expect((await walletOf(portal, client)).wallet).toBe(wallet - 4);
  });

  test('another admin can reject it, saying why', async () => {
    const { applyId } = (await correct({ kind: 'penalty', amount: 9 })).body.correction;
    expect((await decide({ applyId, action: 'reject' }, {}, other)).body).toMatchObject({
      field: 'remarks',
      message: 'Please enter remarks before rejecting.',
    });
    const rejected = await decide({ applyId, action: 'reject' }, { remarks: 'Too harsh.' }, other);
    expect(rejected.body).toMatchObject({
      message: 'Correction rejected successfully!',
      correction: { state: 'Rejected' },
    });
    expect((await walletOf(portal, client)).wallet).toBe(120);
  });
});
