/** A settlement that is reversed after its ad account was replaced: whoever has the money now is given it back. */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { runChecks } from '#requests/book.server.ts';
import { findings, refused, story } from '#requests/story.testing.server.ts';
import { withConnection } from '#server/connection.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { monthAgo, spending } from './spend.testing.server.ts';

const portal = await testPortal();
const { db } = portal;
const at = story(db, portal.app.db);
const spent = spending(db, await at.admin(), portal.app.db);
const [last, before] = [monthAgo(2), monthAgo(3)];
let admin: Person;

beforeAll(async () => {
  admin = await portal.admin();
});

/** An account of $1,000.00, of which a report said that it spent $500.00 in a month, which was settled. */
async function wronglySettled() {
  const account = await at.account(1_000_00n);
  await spent.opened(160);
  await spent.month(account.adsId, before, 500_000_000n);
  return { ...account, applyId: await spent.settle(account.client, account.adsId, before) };
}

/** Another account takes the place of this one. */
async function replaced(client: Awaited<ReturnType<typeof at.client>>, adsId: string) {
  await at.suspended(adsId);
  const { applyId } = (await at.replacement(client, adsId)).requests[0]!;
  const fresh = randomBytes(6).toString('hex');
  await at.approve(applyId, { adsId: fresh });
  return { fresh, applyId };
}

const reverse = (applyId: string) =>
  portal.call('PUT', '/kimi/reverse-request', { as: admin, body: { applyId, reason: 'The report was wrong.' } });

async function pageOf(adsId: string) {
  const [account] = await db.query<{ id: string }>('t.id', 'select public_id as id from ad_accounts where key = $1', [
    adsId,
  ]);
  const { body } = await portal.call('GET', '/kimi/get-ad-account', { as: admin, query: { id: account!.id } });
  return body;
}

test('the account that replaced it is given all of it back, and the right figure is settled from there', async () => {
  const { client, adsId, applyId } = await wronglySettled();
  const wallet = await at.wallet(client);
  const { fresh } = await replaced(client, adsId);
  expect(await at.inAccount(fresh)).toEqual({ balance: 500_00n, feeLeft: 75_00n });
  expect(await spent.totals(fresh)).toBeUndefined();
  const { kept } = await spent.month(adsId, before, 50_000_000n);
  expect(kept[0]).toMatchObject({ outcome: 'settled', settlement: applyId });

  expect((await reverse(applyId)).status).toBe(200);
  expect(await at.inAccount(adsId)).toEqual({ balance: 0n, feeLeft: 0n });
  expect(await at.inAccount(fresh)).toEqual({ balance: 1_000_00n, feeLeft: 150_00n });
  expect((await spent.totals(adsId))!.slice(0, 2)).toEqual([500_000_000n, 0n]);
  expect(await spent.totals(fresh)).toEqual([0n, 500_000_000n, null]);
  // What was spent is still not to be had.
  expect(await refused(at.refund(client, fresh, 500_01n))).toBe('409 refund.short');
  await spent.month(adsId, before, 50_000_000n);
  expect((await spent.totals(fresh))!.slice(0, 2)).toEqual([0n, 50_000_000n]);

  await spent.settle(client, fresh, before);
  expect(await at.inAccount(fresh)).toEqual({ balance: 950_00n, feeLeft: 142_50n });
  expect(await refused(spent.settle(client, fresh, before))).toBe('409 settlement.changed');
  expect([await at.wallet(client), await at.held(client)]).toEqual([wallet, 0n]);
  expect(await findings(db.url)).toEqual([]);
});

test('the pages of both accounts add up to what is in them', async () => {
  const { client, adsId, applyId } = await wronglySettled();
  const { fresh } = await replaced(client, adsId);
  await reverse(applyId);
  await spent.month(adsId, before, 50_000_000n);
  await spent.settle(client, fresh, before);
  const [old, now] = [await pageOf(adsId), await pageOf(fresh)];
  expect(old.reconciliation).toMatchObject({ funded: 1_000, returned: 500, settled: 500 });
  expect(now.reconciliation).toMatchObject({ funded: 1_000, returned: 0, settled: 50, unsettled: null });
  expect(now.movements.map(({ amount, balance }: Record<string, number>) => [amount, balance])).toEqual([
    [-50, 950],
    [500, 1_000],
    [500, 500],
  ]);
  expect(now.movements[1]).toMatchObject({ applyId });
  // In the reconciliation they are one row, whatever was settled.
  const { accounts } = (
    await portal.call('GET', '/kimi/get-reconciliation', { as: admin, query: { month: monthAgo(0) } })
  ).body;
  const ofClient = accounts.filter((each: { adsId: string }) => [adsId, fresh].includes(each.adsId));
  expect(ofClient).toMatchObject([{ adsId: fresh, funded: 1_000, returned: 0, shouldBeLeft: 950 }]);
});

test('of an account that was replaced twice the last one is given it back', async () => {
  const { client, adsId, applyId } = await wronglySettled();
  const { fresh } = await replaced(client, adsId);
  const { fresh: newest } = await replaced(client, fresh);
  expect((await reverse(applyId)).status).toBe(200);
  expect([await at.inAccount(fresh), await at.inAccount(newest)]).toEqual([
    { balance: 0n, feeLeft: 0n },
    { balance: 1_000_00n, feeLeft: 150_00n },
  ]);
});

test('an account that got its money back from the one that had replaced it is given what that one paid', async () => {
  const { client, adsId } = await at.account(100_00n);
  await spent.opened(160);
  const { fresh, applyId } = await replaced(client, adsId);
  await spent.opened(160, fresh);
  const { applyId: more } = (await at.deposit(client, fresh, 30_00n)).requests[0]!;
  await at.approve(more);
  await spent.month(adsId, last, 0n);
  await spent.month(fresh, last, 30_000_000n);
  const settled = await spent.settle(client, fresh, last);
  await at.reverse(applyId);
  expect(await at.inAccount(adsId)).toEqual({ balance: 100_00n, feeLeft: 15_00n });
  expect((await reverse(settled)).status).toBe(200);
  expect(await at.inAccount(adsId)).toEqual({ balance: 130_00n, feeLeft: 19_50n });
  expect((await spent.totals(adsId))!.slice(0, 2)).toEqual([0n, 30_000_000n]);
  expect((await pageOf(adsId)).reconciliation).toMatchObject({ funded: 130, returned: 0, settled: 0, unsettled: 30 });
});

test('the audit finds one that was given back to another account of the same client', async () => {
  const { client, adsId, applyId } = await wronglySettled();
  const { fresh } = await replaced(client, adsId);
  const other = randomBytes(6).toString('hex');
  await at.approve((await at.order(client, [100_00n])).requests[0]!.applyId, { adsId: other });
  await reverse(applyId);
  const [now, wrong] = [await at.accountOf(fresh), await at.accountOf(other)];
  const found = await withConnection(db.url, async (auditor) => {
    await auditor.query('begin; set local session_replication_role = replica');
    await auditor.query(`update movements set dst = '${wrong}' where src = 'spent' and dst = '${now}'`);
    const checked = await runChecks(auditor);
    await auditor.query('rollback');
    return checked.flatMap(({ shown }) => shown);
  });
  expect(found).toContain(
    `Request ${applyId} moved 50000 from spent to ${wrong} in step 2, which its state and postings do not say`,
  );
});

test('it waits until nothing else is asked of the account that has the money', async () => {
  const { client, adsId, applyId } = await wronglySettled();
  const { fresh } = await replaced(client, adsId);
  const refund = (await at.refund(client, fresh, 1_00n)).requests[0]!.applyId;
  expect((await reverse(applyId)).body.code).toBe('settlement.busy');
  await at.reject(refund);
  expect((await reverse(applyId)).status).toBe(200);
  expect((await at.inAccount(fresh)).balance).toBe(1_000_00n);
});

test('where the money left an account that was closed, nothing is given back into it', async () => {
  const { client, adsId, applyId } = await wronglySettled();
  const { fresh } = await replaced(client, adsId);
  const refund = (await at.refund(client, fresh, 500_00n)).requests[0]!.applyId;
  await at.approve(refund);
  const id = (await pageOf(fresh)).account._id;
  for (const state of ['Suspended', 'Appealed', 'Lost', 'Closed']) {
    const body = { state, reason: 'It is lost.' };
    expect((await portal.call('PUT', '/kimi/account-state', { as: admin, query: { id }, body })).status).toBe(200);
  }
  const { status, body: answer } = await reverse(applyId);
  expect([status, answer.message]).toEqual([
    404,
    'This ad account is closed, so nothing can be paid from it or into it.',
  ]);
  expect(await at.inAccount(fresh)).toEqual({ balance: 0n, feeLeft: 0n });
});

test('the books hold after all of this', async () => {
  expect(await findings(db.url)).toEqual([]);
});
