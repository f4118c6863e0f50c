/** Refunds that an admin begins, over the real portal: who may, how much, and what its client sees and can do. */
import { beforeAll, expect, test } from 'vitest';
import { findings } from '#requests/story.testing.server.ts';
import { daysAgo, spending } from '#spend/spend.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';
import { accountsOf } from './accounts.testing.server.ts';

const portal = await testPortal();
const { opened, one, step } = accountsOf(portal);
let admin: Person;
let finance: Person;
let operations: Person;
let ana: Person;

beforeAll(async () => {
  admin = await portal.admin();
  [finance, operations] = [await portal.admin('Finance'), await portal.admin('Operations')];
  ana = await portal.client({ dollars: 3_000 });
});

const why = 'The platform closed this account for good.';
const begin = (as: Person, id: string, amount: unknown, more: { reason?: string; key?: string } = {}) => {
  const { reason = why, key } = more;
  return portal.call('POST', '/kimi/begin-refund', { as, body: { id, amount, reason }, ...(key ? { key } : {}) });
};
const decide = (as: Person, action: 'approve' | 'reject', applyId: string, more: object) =>
  portal.decide(as, action, { applyId, ...more });
const refundsOf = async (person: Person, applyId: string) =>
  (await portal.call('GET', '/kimi/refund-Details', { as: person, query: { q: applyId } })).body.refundsDetails;

/** Lost, as what is in it can only go back or into another account. */
async function lost(adsId: string, deposit = 100): Promise<string> {
  const id = await opened(admin, ana, adsId, deposit);
  for (const state of ['Suspended', 'Appealed', 'Lost']) await step(admin, id, state);
  return id;
}

test('an admin begins it, another decides, and the money of the lost account is in the wallet with its fee', async () => {
  const id = await lost('GONE-1');
  const before = await portal.wallet(ana);
  expect((await step(admin, id, 'Closed')).body.code).toBe('account.not_empty');
  const asked = await begin(finance, id, 100);
  expect(asked.body).toEqual({
    message: 'The refund is asked for, and the client is told.',
    refund: { applyId: expect.stringMatching(/^RF-/), adsId: 'GONE-1', amount: 100, state: 'Pending' },
  });
  const { applyId } = asked.body.refund;

  // Whoever decides it reads that it is an admin's wish, not its client's.
  const shown = (await portal.call('GET', '/kimi/get-request', { as: admin, query: { applyId } })).body.request;
  expect(shown).toMatchObject({ askedBy: finance.username, own: false, clientRemarks: why });

  // Its client reads it in every place, with the reason, and cannot ask for the same money.
  expect(await refundsOf(ana, applyId)).toMatchObject([
    { amount: 100, totalRefund: 115, state: 'Pending', remarks: why },
  ]);
  const twice = { adsId: 'GONE-1', amount: 0.01, adType: 'Google' };
  expect((await portal.call('POST', '/kimi/apply-refund', { as: ana, body: twice })).body.code).toBe('refund.short');
  expect((await begin(finance, id, 0.01)).body.code).toBe('refund.short');
  const told = 'We are taking $100.00 out of your Google ad account GONE-1, back to your wallet.';
  const { notices } = (await portal.call('GET', '/kimi/get-notices', { as: ana })).body;
  expect(notices[0]).toMatchObject({ text: told, link: `/google/aftersale/refund?q=${applyId}&open=true` });
  const mails = (await mailsTo(portal.db.owner, ana.email)).filter(({ subject }) => subject === told);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.content.quote).toBe(why);
  const { entries } = (await portal.call('GET', '/kimi/get-audit-log', { as: admin, query: { userId: ana._id } })).body;
  const after = { account: id, reason: why, amountCents: expect.anything() };
  expect(entries[0]).toMatchObject({ action: 'refund.begun', applyId, after });

  const approved = await decide(admin, 'approve', applyId, { transactionId: 'back-1', acknowledged: true });
  expect(approved.body.results[0]).toMatchObject({ done: true });
  expect(await portal.wallet(ana)).toBe(before + 115);
  expect((await step(admin, id, 'Closed')).status).toBe(200);
  expect((await begin(finance, id, 1)).status).toBe(404);
});

test('an admin below Finance is refused, and so is a client; nothing is asked for', async () => {
  const id = await lost('GONE-2', 50);
  for (const person of [operations, await portal.admin('Support'), ana]) {
    const said = await begin(person, id, 10);
    expect([said.status, said.body.code]).toEqual([403, 'auth.forbidden']);
  }
  expect((await one(ana, id)).account).toMatchObject({ balance: 50 });
});

test('more than is left is refused at the amount, with what is left; no reason, and nobody’s account, too', async () => {
  const id = await lost('GONE-3', 50);
  const spent = spending(portal.db, admin.person, portal.app.db);
  await spent.opened(10, 'GONE-3');
  await spent.keep({ adsId: 'GONE-3', day: daysAgo(1), micros: 20_000_000n });
  const { status, body } = await begin(finance, id, 30.01);
  const message = 'This is more than is left in the ad account: $30.00.';
  expect([status, body.code, body.field, body.message]).toEqual([409, 'refund.short', 'amount', message]);
  const blank = await begin(finance, id, 30, { reason: ' ' });
  expect([blank.status, blank.body.field]).toEqual([400, 'reason']);
  expect((await begin(finance, 'AA-0000-0000', 1)).body).toMatchObject({ code: 'not_found', field: 'id' });
  expect((await begin(finance, id, 30)).status).toBe(200);
});

test('of an account whose Ads ID another one has by now nothing is taken', async () => {
  const id = await opened(admin, ana, 'GONE-6', 50);
  const { applyId } = (await one(ana, id)).account;
  const body = { applyId, reason: 'Opened for nothing.', acknowledged: true };
  const undone = await portal.call('PUT', '/kimi/reverse-request', { as: admin, body });
  expect(undone.status, undone.text).toBe(200);
  const other = await opened(admin, ana, 'GONE-6', 50);
  expect((await begin(finance, id, 10)).body).toMatchObject({ code: 'not_found', field: 'id' });
  expect((await one(ana, other)).account).toMatchObject({ balance: 50 });
});

test('an attempt that is sent again is one refund, and no other under its key; its client may take it back, and the money stays', async () => {
  const id = await lost('GONE-4', 50);
  const [first, again] = [await begin(finance, id, 20, { key: 'once' }), await begin(finance, id, 20, { key: 'once' })];
  expect(again.body).toEqual(first.body);
  const { applyId } = first.body.refund;
  expect((await begin(finance, id, 10, { key: 'once' })).body.code).toBe('idempotency.key_reused');
  expect((await one(ana, id)).account).toMatchObject({ balance: 30 });
  expect((await portal.call('PUT', '/kimi/cancel-request', { as: ana, query: { applyId } })).status).toBe(200);
  expect((await one(ana, id)).account).toMatchObject({ balance: 50, feeLeft: 7.5 });
});

test('above the amount that takes two admins, who began it cannot approve it alone', async () => {
  const id = await lost('GONE-5', 50);
  await portal.set(admin, {
    secondPair: { on: true, network: false, corrections: false, refundsAbove: 10, withdrawalsAbove: 1_000_000 },
  });
  const { applyId } = (await begin(finance, id, 50)).body.refund;
  const before = await portal.wallet(ana);
  const query = { adsId: 'GONE-5', adType: 'Google', applyId, action: 'approve' };
  const approval = { as: finance, query, body: { transactionId: 'back-5', acknowledged: true } };
  const proposed = await portal.call('PUT', '/kimi/approve-refund-by-admin', approval);
  expect([proposed.status, await portal.wallet(ana)]).toEqual([202, before]);
  const waiting = { query: { id: proposed.body.refund.waits._id, acknowledged: true } };
  const own = await portal.call('PUT', '/kimi/confirm-action', { as: finance, ...waiting });
  expect([own.status, await portal.wallet(ana)]).toEqual([409, before]);
  expect((await portal.call('PUT', '/kimi/confirm-action', { as: admin, ...waiting })).status).toBe(200);
  expect(await portal.wallet(ana)).toBe(before + 57.5);
});

test('the books hold after all of this', async () => {
  expect(await findings(portal.db.url)).toEqual([]);
});

test('where it is rejected, nothing is asked of its client: the money is still in the account', async () => {
  const id = await lost('GONE-9', 500);
  const { applyId } = (await begin(finance, id, 50)).body.refund;
  const rejected = await decide(admin, 'reject', applyId, { remarks: 'The platform still looks at it.' });
  expect(rejected.body.results[0]).toMatchObject({ done: true });
  const { rejected: waiting } = (await portal.call('GET', '/kimi/get-overview', { as: ana })).body;
  expect(waiting.map((row: { applyId: string }) => row.applyId)).not.toContain(applyId);
  const [mail] = (await mailsTo(portal.db.owner, ana.email)).filter(({ subject }) => subject.includes(applyId));
  expect(mail!.content.next).toBe(
    'We asked for this ourselves, so you do not have to do anything. $50.00 is still in the ad account.',
  );
  expect(await refundsOf(ana, applyId)).toMatchObject([{ byAgency: true, remarks: 'The platform still looks at it.' }]);

  // What the client asks for alone waits for the client as before.
  const own = { adsId: 'GONE-9', amount: 50, adType: 'Google' };
  const asked = (await portal.call('POST', '/kimi/apply-refund', { as: ana, body: own })).body.refund;
  expect(asked.byAgency).toBe(false);
  await decide(admin, 'reject', asked.applyId, { remarks: 'Not yet.' });
  const after = (await portal.call('GET', '/kimi/get-overview', { as: ana })).body.rejected;
  expect(after.map((row: { applyId: string }) => row.applyId)).toEqual([asked.applyId]);
});
