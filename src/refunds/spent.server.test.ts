/** A refund is at most what remains: by one rule on both sides, and under the lock while a file is imported. */
import { beforeAll, expect, test } from 'vitest';
import { dateText } from '#kernel/clock.ts';
import { normalisedAdsId, type ClientId } from '#kernel/ids.ts';
import { openAccounts } from '#deposits/deposits.testing.server.ts';
import { refusalToRefund } from '#kinds/refund.ts';
import { owedCents, refundableOf } from '#ledger/spending.ts';
import { findings, refused, story } from '#requests/story.testing.server.ts';
import { daysAgo, spending } from '#spend/spend.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
const { db } = portal;
const at = story(db, portal.app.db);
const spent = spending(db, await at.admin(), portal.app.db);
const long = process.env['TESTS'] === 'long';
let admin: Person;
let ana: Person;

beforeAll(async () => {
  admin = await portal.admin();
  ana = await portal.client({ dollars: 5_000 });
});

/** An account of $100 of which so much was spent, yesterday unless said otherwise. */
async function funded(micros?: bigint, day = daysAgo(1)) {
  const account = await at.account(100_00n);
  await spent.opened(10);
  if (micros !== undefined) await spent.keep({ adsId: account.adsId, day, micros });
  return account;
}

test('what was spent is not given back, to the cent, and a part of a cent counts whole', async () => {
  const { client, adsId } = await funded(40_000_001n);
  expect(await refused(at.refund(client, adsId, 60_00n))).toBe('409 refund.short');
  await at.refund(client, adsId, 59_99n);
  expect(await refused(at.refund(client, adsId, 1n))).toBe('409 refund.short');
});

test('the server answers what the pure rule says, for any amount', async () => {
  const { client, adsId } = await funded(12_345_678n);
  const available = refundableOf({ balanceCents: 100_00n, openMicros: 12_345_678n });
  for (const amount of [available + 1n, available]) {
    const said = await at.refund(client, adsId, amount).then(
      () => 'done',
      () => 'refund.short',
    );
    expect(said).toBe(refusalToRefund(amount, available)?.code ?? 'done');
  }
});

test('what was spent since it was asked for is not given back either; the rest is', async () => {
  const { client, adsId } = await funded(0n);
  const [big, small] = [await at.refund(client, adsId, 50_00n), await at.refund(client, adsId, 49_99n)];
  // A part of a cent counts whole: a cent less than half is left.
  await spent.keep({ adsId, day: daysAgo(0), micros: 50_000_001n });
  expect(await refused(at.approve(big.requests[0]!.applyId))).toBe('409 refund.short');
  await at.approve(small.requests[0]!.applyId);
  expect(await refused(at.approve(big.requests[0]!.applyId))).toBe('409 refund.short');
  await at.reject(big.requests[0]!.applyId);
  expect((await at.inAccount(adsId)).balance).toBe(50_01n);
});

test('a deposit of which the platform has spent is not undone', async () => {
  const { client, adsId } = await funded(0n);
  const { applyId } = (await at.deposit(client, adsId, 50_00n)).requests[0]!;
  await at.approve(applyId);
  await spent.keep({ adsId, day: daysAgo(0), micros: 120_000_000n });
  expect(await refused(at.reverse(applyId))).toBe('409 deposit.short');
});

test('a replacement moves all money and what has to be paid of it, and no refund of the new account forgets that', async () => {
  const { client, adsId } = await funded(40_000_000n);
  await at.suspended(adsId);
  const { applyId } = (await at.replacement(client, adsId)).requests[0]!;
  await at.approve(applyId, { adsId: `${adsId}-2` });
  expect(await refused(at.refund(client, `${adsId}-2`, 60_01n))).toBe('409 refund.short');
  await at.refund(client, `${adsId}-2`, 60_00n);
});

test('in a race with imports no account is ever asked for more than it has left', async () => {
  for (let round = 0; round < (long ? 100 : 4); round++) {
    const { client, adsId } = await funded(0n);
    const micros = BigInt(round * 997 + 30_000_000);
    const asked = Promise.allSettled([1, 2, 3].map(() => at.refund(client, adsId, 35_00n)));
    await spent.keep({ adsId, day: daysAgo(0), micros });
    const made = (await asked).flatMap((each) => (each.status === 'fulfilled' ? each.value.requests : []));
    const approved = await Promise.allSettled(made.map(({ applyId }) => at.approve(applyId)));
    const given = BigInt(approved.filter(({ status }) => status === 'fulfilled').length) * 35_00n;
    expect(given + owedCents(micros)).toBeLessThanOrEqual(100_00n);
    // What fits is not refused: one of them always does.
    expect(given).toBeGreaterThan(0n);
  }
});

const decide = (applyId: string, adsId: string, more: object = {}) =>
  portal.call('PUT', '/kimi/approve-refund-by-admin', {
    as: admin,
    query: { adType: 'Bing', adsId, applyId, action: 'approve' },
    body: { transactionId: 'tx', ...more },
  });
const inQueue = (applyId: string, more: object = {}) =>
  portal.decide(admin, 'approve', { applyId, transactionId: 'tx', ...more });

test('where spend is imported, an admin says that the platform was looked at; where it never was, all is as before', async () => {
  const [adsId] = await openAccounts(portal, ana, admin, 'Bing', [100]);
  const ask = async () =>
    (await portal.call('POST', '/kimi/apply-refund', { as: ana, body: { adsId, amount: 10, adType: 'Bing' } })).body
      .refund.applyId as string;
  // Google's files say nothing of Bing.
  expect((await decide(await ask(), adsId!)).status).toBe(200);

  const bing = spending(db, admin.person, portal.app.db, 'Bing');
  await bing.opened(10);
  const [a, b] = [await ask(), await ask()];
  await bing.keep({ adsId: 'of-nobody', day: daysAgo(1), micros: 1n });
  const unknown = await decide(a, adsId!);
  expect([unknown.status, unknown.body.code]).toEqual([409, 'refund.unseen']);
  expect(unknown.body.message).toContain('Nobody has imported');
  await bing.keep({ adsId: adsId!, day: daysAgo(5), micros: 3_000_000n });
  expect((await decide(a, adsId!)).body.message).toContain(`until ${dateText(daysAgo(5))} only`);
  expect((await inQueue(b)).body.results[0]).toMatchObject({ done: false, code: 'refund.unseen' });
  expect((await inQueue(b, { acknowledged: true })).body.results[0]).toMatchObject({ done: true });
  await bing.keep({ adsId: adsId!, day: daysAgo(1), micros: 1_000_000n });
  // What was spent on the days between is not known either.
  expect((await decide(a, adsId!)).body.message).toContain(`of 7 days, the first of them ${dateText(daysAgo(9))}`);
  await bing.keep(...[9, 8, 7, 6, 4, 3].map((ago) => ({ adsId: adsId!, day: daysAgo(ago), micros: 0n })));
  expect((await decide(a, adsId!)).body.message).toContain(`on ${dateText(daysAgo(2))} is not known`);
  await bing.keep({ adsId: adsId!, day: daysAgo(2), micros: 0n });
  expect((await decide(a, adsId!)).status).toBe(200);
  // Saying so does not bring back what is known to be spent.
  const c = await ask();
  await bing.keep({ adsId: adsId!, day: daysAgo(0), micros: 90_000_000n });
  const short = await decide(c, adsId!, { acknowledged: true });
  expect([short.status, short.body.code]).toEqual([409, 'refund.short']);

  const shown = await portal.call('GET', '/kimi/get-refundable', { as: ana, query: { adType: 'Bing' } });
  expect(shown.body.accounts).toEqual([{ adsId, available: 0, balance: 60, feeLeft: expect.any(Number) }]);
});

/** An import, and what it says of days, as it would be if it had been made so many days before. */
const aged = (publicId: string, days: number) =>
  db.owner.transaction(async (tx) => {
    await tx.query('t.by_hand', 'set local session_replication_role = replica');
    await tx.query(
      't.aged',
      `with i as (
         update spend_imports set at = at - make_interval(days => $2), first_day = first_day - $2,
           last_day = last_day - $2
         where public_id = $1 returning id)
       update spend_days d set day = d.day - $2 from i where d.import = i.id`,
      [publicId, days],
    );
  });

const zeros = (adsId: string, from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, n) => ({ adsId, day: daysAgo(from - n), micros: 0n }));

test('a day that was read while it ran is asked about until it is read again, and again where that is undone', async () => {
  const { client, adsId } = await at.account(100_00n);
  await spent.opened(10, adsId);
  const spentOn = (ago: number) => ({ adsId, day: daysAgo(ago), micros: 1_000_000n });
  const [eighth, seventh] = [spentOn(8), spentOn(7)];
  await aged((await spent.keep(spentOn(0), spentOn(-1))).publicId, 8);
  await spent.keep(...zeros(adsId, 9, 9), ...zeros(adsId, 6, -1));
  const refund = (await at.refund(client, adsId, 10_00n)).requests[0]!.applyId;
  const asked = async () => (await inQueue(refund)).body.results[0];
  const both = {
    code: 'refund.unseen',
    message: expect.stringContaining(
      `2 days were still being counted when their spend was imported, the first of them`,
    ),
  };
  expect(await asked()).toMatchObject(both);
  // The same value, read again; one that stays; and another.
  for (const [more, says] of [
    [{}, `${dateText(daysAgo(7))} was still being counted`],
    [{ final: true }, `${dateText(daysAgo(7))} was still being counted`],
    [{ micros: 900_000n }, 'admins have lowered'],
  ] as const) {
    const { publicId } = await spent.keep({ ...eighth, ...more });
    expect((await asked()).message).toContain(says);
    expect(await spent.undo(publicId)).toMatchObject({ outcome: 'done', changed: 1, unknown: 0 });
    expect(await asked()).toMatchObject(both);
  }
  expect((await spent.keep(eighth, seventh)).outcomes).toEqual(['again', 'again']);
  expect((await spent.keep(eighth, seventh)).outcomes).toEqual(['same', 'same']);
  expect(await asked()).toMatchObject({ done: true });
});

test('a day that a report calls not counted yet is asked about, until one says it whole', async () => {
  const [adsId = ''] = await openAccounts(portal, ana, admin, 'Bing', [100]);
  await spent.opened(7, normalisedAdsId(adsId));
  const report = async (amounts: Record<number, string>, counted?: string) => {
    const [year, month, day] = (counted ?? '').split('-').map(Number);
    const text = [
      `"Potential Incomplete Data: ${counted === undefined ? 'False' : 'True'}"`,
      `"Last Completed Available Day: ${month}/${day}/${year} 2:00:00 PM (GMT)"`,
      'Gregorian date,Account number,Currency code,Spend',
      ...Object.entries(amounts).map(([ago, spend]) => `${daysAgo(Number(ago))},${adsId},USD,${spend}`),
      '"©2026 Microsoft Corporation. All rights reserved."',
    ].join('\n');
    const body = { platform: 'Bing', text, dry: false };
    return (await portal.call('POST', '/kimi/import-spend', { as: admin, body })).body;
  };
  // It was exported on the fifth, and is imported now.
  expect(await report({ 6: '1.00', 5: '50.00' }, daysAgo(5))).toMatchObject({ added: 2, faults: 0 });
  expect(await report({ 4: '0', 3: '0', 2: '0', 1: '0' })).toMatchObject({ added: 4, faults: 0 });
  const body = { adsId, amount: 10, adType: 'Bing' };
  const { applyId } = (await portal.call('POST', '/kimi/apply-refund', { as: ana, body })).body.refund;
  const asked = async () => (await inQueue(applyId)).body.results[0];
  const unseen = {
    code: 'refund.unseen',
    message: expect.stringContaining(`${dateText(daysAgo(5))} was still being counted when its spend was imported.`),
  };
  expect(await asked()).toMatchObject(unseen);
  expect(await report({ 5: '50.00' }, daysAgo(5))).toMatchObject({ same: 1, again: 0 });
  expect(await asked()).toMatchObject(unseen);
  expect(await report({ 5: '60.00' })).toMatchObject({ changed: 1 });
  expect(await asked()).toMatchObject({ done: true });
});

test('in the last zone a day is over at noon of the next', async () => {
  const rows = await db.owner.query<{ early: boolean }>(
    't.over',
    `select read_early(at::timestamptz, '2026-11-02') as early
     from unnest(array['2026-11-03T11:59:59Z', '2026-11-03T12:00:00Z']) at`,
  );
  expect(rows.map(({ early }) => early)).toEqual([true, false]);
});

test('the days on which another client’s account still had the Ads ID are asked about; of others the first may stay unknown', async () => {
  const days = (adsId: string) => [4, 3, 2, 1].map((ago) => ({ adsId, day: daysAgo(ago), micros: 0n }));
  const refunded = async (client: ClientId, adsId: string) => {
    await spent.opened(5, adsId);
    await spent.keep(...days(adsId));
    const refund = (await at.refund(client, adsId, 10_00n)).requests[0]!.applyId;
    return (await inQueue(refund)).body.results[0];
  };
  const first = dateText(daysAgo(5));
  // In the evening, UTC, the next day has begun in the first zone.
  for (const [hour, says] of [
    [5, `on ${first} is not known`],
    [20, `of 2 days, the first of them ${first}`],
  ] as const) {
    const wrong = await at.account(100_00n);
    await at.reverse(wrong.order);
    const client = await at.client(500_00n);
    const order = (await at.order(client, [100_00n])).requests[0]!.applyId;
    await at.approve(order, { adsId: wrong.adsId });
    await db.owner.query(
      't.closed',
      `update ad_accounts set closed_at = ($2::date + $3 * interval '1 hour') at time zone 'UTC' where request = (
         select id from requests where apply_id = $1)`,
      [wrong.order, daysAgo(5), hour],
    );
    expect((await refunded(client, wrong.adsId)).message).toContain(says);
  }
  const alone = await at.account(100_00n);
  expect(await refunded(alone.client, alone.adsId)).toMatchObject({ done: true });
});

test('what the account before it spent on days that nobody knows is asked about, as its money is in the new one', async () => {
  const { client, adsId } = await at.account(100_00n);
  await spent.opened(10, adsId);
  await spent.keep(...[9, 8, 7].map((ago) => ({ adsId, day: daysAgo(ago), micros: 0n })));
  await at.suspended(adsId);
  const { applyId } = (await at.replacement(client, adsId)).requests[0]!;
  await at.approve(applyId, { adsId: `${adsId}-2` });
  await spent.opened(3, `${adsId}-2`);
  await spent.keep(...[2, 1].map((ago) => ({ adsId: `${adsId}-2`, day: daysAgo(ago), micros: 0n })));
  const refund = (await at.refund(client, `${adsId}-2`, 60_00n)).requests[0]!;
  const [asked] = (await inQueue(refund.applyId)).body.results;
  expect(asked.message).toContain(`of 6 days, the first of them ${dateText(daysAgo(6))}`);
  await spent.keep(...[6, 5, 4, 3, 2, 1].map((ago) => ({ adsId, day: daysAgo(ago), micros: 0n })));
  expect((await inQueue(refund.applyId)).body.results).toMatchObject([{ done: true }]);
});

test('the books hold after all of this', async () => {
  expect(await findings(db.url)).toEqual([]);
});

test('what an admin’s file has lowered asks the next admin to look at the platform', async () => {
  const client = await portal.client({ dollars: 500 });
  const [adsId] = await openAccounts(portal, client, admin, 'Facebook', [100]);
  const meta = spending(db, admin.person, portal.app.db, 'Facebook');
  await meta.opened(10);
  await meta.keep({ adsId: adsId!, day: daysAgo(1), micros: 90_000_000n });
  await meta.keep({ adsId: adsId!, day: daysAgo(1), micros: 0n });
  const body = { adsId, amount: 100, adType: 'Facebook' };
  const { applyId } = (await portal.call('POST', '/kimi/apply-refund', { as: client, body })).body.refund;
  expect((await inQueue(applyId)).body.results).toMatchObject([
    {
      code: 'refund.unseen',
      message: expect.stringContaining('have lowered what this ad account spent by $90.00.'),
    },
  ]);
  expect((await inQueue(applyId, { acknowledged: true })).body.results).toMatchObject([{ done: true }]);
});
