/** Replacements over the real portal: who may ask, what each side sees, and that it is told once. */
import { beforeAll, expect, test, vi } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { findings } from '#requests/story.testing.server.ts';
import { daysAgo, spending } from '#spend/spend.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';
import { accountsOf } from './accounts.testing.server.ts';

const portal = await testPortal();
const { owner } = portal.db;
const { opened, one, list, step } = accountsOf(portal);
let admin: Person;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  admin = await portal.admin();
  [ana, ben] = [await portal.client({ dollars: 3_000 }), await portal.client({ dollars: 200 })];
});

const apply = (as: Person, id: string, reason: unknown = 'The appeal was declined.', key?: string) =>
  portal.call('POST', '/kimi/apply-replacement', { as, body: { id, reason }, ...(key ? { key } : {}) });

const decide = (action: 'approve' | 'reject', applyId: string, more: object) =>
  portal.decide(admin, action, { applyId, ...more });

const walletOf = async (person: Person) =>
  (await portal.call('GET', '/kimi/get-wallet-of-user', { as: person })).body.users;

test('a client asks, an admin gives the new Ads ID, and both accounts name each other', async () => {
  const id = await opened(admin, ana, 'OLD-1', 100);
  expect((await apply(ana, id)).body.code).toBe('replacement.running');
  await step(admin, id, 'Suspended');
  const before = await walletOf(ana);
  const asked = await apply(ana, id);
  expect(asked.body).toEqual({
    message: 'Another account is asked for.',
    replacement: { applyId: expect.stringMatching(/^RP-/), adsId: 'OLD-1', amount: 100, state: 'Pending' },
  });
  const { applyId } = asked.body.replacement;
  expect((await one(ana, id)).replacement).toMatchObject({ applyId, amount: 100 });
  expect((await walletOf(ana)).held - before.held).toBe(100);

  const { requests } = (await portal.call('GET', '/kimi/get-queue', { as: admin, query: { kind: 'replacement' } }))
    .body;
  const asks = { adsId: 'OLD-1', amount: 100, clientRemarks: 'The appeal was declined.', own: false };
  expect(requests).toEqual([expect.objectContaining({ applyId, ...asks })]);
  const two = await decide('approve', applyId, { adsId: 'NEW-1, NEW-2' });
  expect(two.body.results[0].code).toBe('replacement.ads_ids');
  expect((await decide('approve', applyId, { adsId: 'NEW-1' })).body.results[0]).toMatchObject({ done: true });

  const old = await one(ana, id);
  expect(old.account).toMatchObject({ state: 'Replaced', balance: 0, feeLeft: 0, closedAt: expect.any(String) });
  expect(old.replacedBy.adsId).toBe('NEW-1');
  expect(old.replacement).toBeNull();
  const last = { state: 'Replaced', source: 'replacement', reason: 'The appeal was declined.' };
  expect(old.timeline.at(-1)).toMatchObject(last);
  const fresh = await one(ana, old.replacedBy._id);
  expect(fresh.account).toMatchObject({ state: 'Active', balance: 100, feeLeft: 15, adsId: 'NEW-1', applyId });
  expect(fresh.replaces).toEqual({ _id: id, adsId: 'OLD-1' });
  const movement = { applyId, kind: 'replacement', amount: 100, balance: 100 };
  expect(fresh.movements).toEqual([expect.objectContaining(movement)]);
  expect(fresh.requests).toEqual([expect.objectContaining({ applyId, amount: 100 })]);
  expect(await walletOf(ana)).toEqual(before);

  const told = (await mailsTo(owner, ana.email)).filter(({ subject }) => subject.includes(applyId));
  expect(told).toHaveLength(1);
  expect(told[0]!.text).toContain('NEW-1');
  // Its request is found from both sides by its id.
  const found = (await list(ana, { q: applyId })).accounts.map(({ adsId }: { adsId: string }) => adsId);
  expect(found.toSorted()).toEqual(['NEW-1', 'OLD-1']);
});

test('an admin begins it, its client is told in the bell and may take it back', async () => {
  const id = await opened(admin, ana, 'OLD-2', 50);
  await step(admin, id, 'Suspended');
  const { applyId } = (await apply(admin, id, 'We open another one.')).body.replacement;
  const { notices } = (await portal.call('GET', '/kimi/get-notices', { as: ana })).body;
  const own = notices.filter(({ link }: { link: string }) => link === `/accounts/${id}`);
  expect(own[0].text).toBe('We are preparing another account in place of your Google ad account OLD-2.');
  const { entries } = (await portal.call('GET', '/kimi/get-audit-log', { as: admin, query: { userId: ana._id } })).body;
  expect(entries[0]).toMatchObject({ action: 'replacement.begun' });
  const { waiting } = (await portal.call('GET', '/kimi/get-overview', { as: ana })).body;
  const page = expect.stringContaining('/accounts?q=RP-');
  expect(waiting).toEqual([expect.objectContaining({ applyId, kind: 'replacement', page })]);
  expect((await portal.call('PUT', '/kimi/cancel-request', { as: ben, query: { applyId } })).status).toBe(404);
  expect((await portal.call('PUT', '/kimi/cancel-request', { as: ana, query: { applyId } })).status).toBe(200);
  expect((await one(ana, id)).account).toMatchObject({ state: 'Suspended', balance: 50, feeLeft: 7.5 });
});

test('nothing else is asked of the account, nor is it closed, while one waits', async () => {
  const id = await opened(admin, ana, 'OLD-3', 50);
  for (const state of ['Suspended', 'Appealed', 'Lost']) await step(admin, id, state);
  const { applyId } = (await apply(ana, id)).body.replacement;
  expect((await apply(ana, id)).body.code).toBe('replacement.busy');
  const refund = { adsId: 'OLD-3', amount: 1, adType: 'Google' };
  expect((await portal.call('POST', '/kimi/apply-refund', { as: ana, body: refund })).body.code).toBe('refund.short');
  expect((await step(admin, id, 'Closed')).body.code).toBe('account.busy');
  expect((await decide('reject', applyId, { remarks: 'Not now.' })).body.results[0].done).toBe(true);
});

test('an account that runs again meanwhile is not replaced; the money goes back into it', async () => {
  const id = await opened(admin, ana, 'OLD-4', 50);
  for (const state of ['Suspended', 'Appealed']) await step(admin, id, state);
  const { applyId } = (await apply(ana, id)).body.replacement;
  await step(admin, id, 'Active');
  expect((await decide('approve', applyId, { adsId: 'NEW-4' })).body.results[0].code).toBe('replacement.running');
  await decide('reject', applyId, { remarks: 'It runs again.' });
  expect((await one(ana, id)).account).toMatchObject({ state: 'Active', balance: 50, feeLeft: 7.5 });
});

test('is the own account’s, and a call made again is answered again, even after it was approved', async () => {
  const id = await opened(admin, ana, 'OLD-5', 30);
  await step(admin, id, 'Suspended');
  expect((await apply(ben, id)).status).toBe(404);
  expect((await apply(ana, id, ' ')).body.field).toBe('reason');
  const first = await apply(ana, id, 'why', 'same-key');
  await decide('approve', first.body.replacement.applyId, { adsId: 'NEW-5' });
  const again = await apply(ana, id, 'why', 'same-key');
  expect(again.status, again.text).toBe(200);
  expect(again.body.replacement.applyId).toBe(first.body.replacement.applyId);
  expect((await apply(ana, id, 'other', 'same-key')).body.code).toBe('idempotency.key_reused');
  expect((await apply(ana, id)).body.code).toBe('replacement.running');
  for (const role of ['Finance', 'Support']) {
    const other = await portal.admin();
    await owner.query('t.role', 'update people set admin_role = $2 where id = $1', [other.person, role]);
    expect((await apply(other, id)).status).toBe(403);
  }
});

test('the fee that is said to go back with a full refund is the one that does, and none where fees are kept', async () => {
  const spent = spending(portal.db, admin.person, portal.app.db);
  const id = await opened(admin, ana, 'FEE-1', 100);
  expect((await one(ana, id)).account).toMatchObject({ feeLeft: 15, feeBack: 15 });
  await spent.opened(10);
  await spent.keep({ adsId: 'FEE-1', day: daysAgo(1), micros: 60_000_000n });
  expect((await one(ana, id)).account).toMatchObject({ remaining: 40, feeLeft: 15, feeBack: 6 });
  // Prices are trusted for a second.
  for (const [gives, shows] of [
    [false, null],
    [true, 6],
  ]) {
    await owner.query(
      't.settings',
      `insert into settings_versions (value) select coalesce(
         (select value from settings_versions order by id desc limit 1), '{}') || $1::jsonb`,
      [JSON.stringify({ refundsReturnFee: gives })],
    );
    await vi.waitFor(async () => expect((await one(ana, id)).account.feeBack).toBe(shows), { timeout: 5_000 });
  }
  const all = { adsId: 'FEE-1', amount: 40, adType: 'Google' };
  const { refund } = (await portal.call('POST', '/kimi/apply-refund', { as: ana, body: all })).body;
  expect(refund).toMatchObject({ feeBack: 6 });
  expect((await one(ana, id)).account).toMatchObject({ remaining: 0, feeLeft: 9, feeBack: 0 });
});

test('of an account that has spent both sides are told what is left, in mails and on their pages', async () => {
  const spent = spending(portal.db, admin.person, portal.app.db);
  const id = await opened(admin, ana, 'OLD-6', 100);
  await spent.opened(10);
  await spent.whole('OLD-6', 60_000_000n);
  const { user } = (await portal.call('GET', '/kimi/get-user', { as: admin, query: { userId: ana._id } })).body;
  const listed = user.adAccounts.find(({ adsId }: { adsId: string }) => adsId === 'OLD-6');
  expect(listed).toMatchObject({ available: 40 });
  await step(admin, id, 'Suspended');
  const mailed = async () => (await mailsTo(owner, ana.email)).map(({ text }) => text).join('\n');
  expect(await mailed()).toContain('$40.00 is left in it after what it spent, and stays yours on our books.');
  const { applyId } = (await apply(ana, id)).body.replacement;
  expect((await one(ana, id)).reconciliation).toMatchObject({ unsettled: 60 });
  expect((await decide('approve', applyId, { adsId: 'NEW-6' })).body.results[0]).toMatchObject({ done: true });
  const { replacedBy } = await one(ana, id);
  expect((await one(ana, replacedBy._id)).account).toMatchObject({ balance: 100, remaining: 40 });
});

test('the books hold after all of this', async () => {
  expect(await findings(portal.db.url)).toEqual([]);
});
