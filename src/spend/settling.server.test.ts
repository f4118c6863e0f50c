/** Settlement of months: exactly what was spent leaves an account, once, and what was settled stays as it was. */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { dayAfter, daysOfMonth } from '#kernel/days.ts';
import type { PersonId } from '#kernel/ids.ts';
import { owedCents } from '#ledger/spending.ts';
import { priceSettlement, settlement } from '#kinds/settlement.ts';
import { ask as askAtOnce } from '#requests/requests.server.ts';
import { findings, refused, story } from '#requests/story.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { monthAgo, spending } from './spend.testing.server.ts';

const portal = await testPortal();
const { db } = portal;
const at = story(db, portal.app.db);
const spent = spending(db, await at.admin(), portal.app.db);
const rounds = process.env['TESTS'] === 'long' ? 30 : 3;
const [last, before, earlier] = [monthAgo(2), monthAgo(3), monthAgo(4)];
let admin: Person;

beforeAll(async () => {
  admin = await portal.admin();
});

/** An account of $100 that is older than all of these months. */
async function funded() {
  const account = await at.account(100_00n);
  await spent.opened(160);
  return account;
}

const settle = (month: string, dry = false, as = admin) =>
  portal.call('POST', '/kimi/settle-month', { as, body: { month, dry } });

async function told(adsId: string, month: string) {
  const { body } = await settle(month, true);
  return body.accounts.find((each: { adsId: string }) => each.adsId === adsId);
}

const reverse = (applyId: string) =>
  portal.call('PUT', '/kimi/reverse-request', { as: admin, body: { applyId, reason: 'The report was wrong.' } });

async function moneyOf({ client, adsId }: { client: bigint; adsId: string }) {
  const account = await at.inAccount(adsId);
  return { wallet: await at.wallet(client), held: await at.held(client), ...account };
}

test('what was spent leaves the account with its share of the fee, no wallet is touched, and what remains is the same', async () => {
  const account = await funded();
  const { adsId } = account;
  await spent.month(adsId, last, 40_123_456n);
  const money = await moneyOf(account);
  expect(await told(adsId, last)).toMatchObject({ state: 'ready', spent: 40.12, amount: 40.12, feeShare: 6.01 });
  const unsaid = await portal.call('POST', '/kimi/settle-month', { as: admin, body: { month: last } });
  expect([unsaid.status, unsaid.body.field]).toEqual([400, 'dry']);
  expect(await moneyOf(account)).toEqual(money);

  expect((await settle(last)).body).toMatchObject({ count: 1, amount: 40.12 });
  expect(await moneyOf(account)).toEqual({ ...money, balance: 59_88n, feeLeft: 15_00n - 6_01n });
  // A part of a cent stays open, so that what remains is the same to the cent.
  expect((await spent.totals(adsId))!.slice(0, 2)).toEqual([40_123_456n, 3_456n]);
  expect(59_88n - owedCents(3_456n)).toBe(100_00n - owedCents(40_123_456n));
  const after = await told(adsId, last);
  expect(after).toMatchObject({ state: 'settled', amount: 40.12, applyId: expect.stringMatching(/^ST-/) });
  // Pressed again, nothing happens.
  expect((await settle(last)).body).toMatchObject({ count: 0, amount: 0 });
  expect((await moneyOf(account)).balance).toBe(59_88n);
});

test('the same key gives the first answer again and settles what is left; with another month it is refused', async () => {
  const [one, two] = [await funded(), await funded()];
  await spent.month(one.adsId, earlier, 7_000_000n);
  const key = randomBytes(8).toString('hex');
  const again = (month: string, dry = false) =>
    portal.call('POST', '/kimi/settle-month', { as: admin, body: { month, dry }, key });
  expect((await again(earlier, true)).body).toMatchObject({ count: 1, amount: 7 });
  const first = await again(earlier);
  expect(first.body).toMatchObject({ count: 1, amount: 7, message: expect.stringContaining('1 account with $7.00') });
  expect((await again(earlier)).body).toEqual(first.body);
  const other = await again(before);
  expect([other.status, other.body.code]).toEqual([422, 'idempotency.key_reused']);
  // As after a try that was killed between two accounts.
  await spent.month(two.adsId, earlier, 5_000_000n);
  expect((await again(earlier)).body).toMatchObject({ count: 2, amount: 12 });
  expect([(await moneyOf(one)).balance, (await moneyOf(two)).balance]).toEqual([93_00n, 95_00n]);
  // What was taken back is not settled again by a late repetition.
  await reverse((await told(one.adsId, earlier)).applyId);
  expect((await again(earlier)).body).toMatchObject({ count: 2, amount: 12 });
  expect((await moneyOf(one)).balance).toBe(100_00n);
  expect((await settle(earlier)).body).toMatchObject({ count: 1, amount: 7 });
});

test('what has become final since an admin looked is not settled with what they were shown', async () => {
  const [one, two] = [await funded(), await funded()];
  await spent.month(one.adsId, earlier, 7_000_000n);
  const shown = (await settle(earlier, true)).body.amount;
  await spent.month(two.adsId, earlier, 5_000_000n);
  const key = randomBytes(8).toString('hex');
  const asShown = (total: number) =>
    portal.call('POST', '/kimi/settle-month', {
      as: admin,
      body: { month: earlier, dry: false },
      key,
      headers: { 'expected-total': total.toFixed(2) },
    });
  const { status, body } = await asShown(shown);
  expect([status, body.code, body.totalCost]).toEqual([409, 'prices.changed', 12]);
  expect(body.message).toBe('This has changed: $12.00 can be settled now, not $7.00. Please look at it again.');
  expect((await moneyOf(one)).balance).toBe(100_00n);
  expect((await asShown(12)).body).toMatchObject({ count: 2, amount: 12 });
  // Made again after a lost answer, it is what it was, also where as much has become final since.
  const three = await funded();
  await spent.month(three.adsId, earlier, 12_000_000n);
  expect((await asShown(12)).body).toMatchObject({ count: 2, amount: 12 });
  expect((await moneyOf(three)).balance).toBe(100_00n);
  expect((await settle(earlier)).body).toMatchObject({ count: 1, amount: 12 });
});

test('a month is settled when all of its days are final, and says what is missing until then', async () => {
  const { adsId } = await funded();
  const [first, second, ...rest] = daysOfMonth(last);
  const day = { adsId, micros: 1_000_000n, final: true };
  await spent.keep(...rest.map((each) => ({ ...day, day: each })), { ...day, day: second!, final: false });
  const said = await told(adsId, last);
  expect(said).toMatchObject({ state: 'missing', message: expect.stringContaining(`1 day, first of ${first}`) });
  await spent.keep({ ...day, day: first!, micros: 0n });
  expect(await told(adsId, last)).toMatchObject({ state: 'open', message: expect.stringContaining('1 day') });
  expect((await settle(last)).body.count).toBe(0);
  await spent.keep({ ...day, day: second! });
  expect((await settle(last)).body).toMatchObject({ count: 1, amount: rest.length + 1 });
  expect(await refused(settleNow())).toBe('409 settlement.not_over');
});

test('days that another account with the same Ads ID may have had, somewhere, do not keep a month from being settled', async () => {
  const { order, adsId } = await funded();
  await at.reverse(order);
  const other = await at.client(500_00n);
  await at.approve((await at.order(other, [100_00n])).requests[0]!.applyId, { adsId });
  // Taken back in the evening of the first, UTC, and opened anew at once: in other zones it was the second by then.
  const [first, second, ...rest] = daysOfMonth(last);
  await db.owner.query(
    't.evening',
    `update ad_accounts set closed_at = case when closed_at is not null then $2::date + interval '44 hours' end,
       opened_at = $2::date + case when closed_at is null then 45 else 0 end * interval '1 hour' where ads_id = $1`,
    [adsId, dayAfter(first!, -1)],
  );
  const day = { adsId, micros: 1_000_000n, final: true };
  expect((await spent.keep({ ...day, day: second! })).outcomes).toEqual(['before']);
  await spent.keep(...rest.map((each) => ({ ...day, day: each })));
  expect(await told(adsId, last)).toMatchObject({ state: 'ready', amount: rest.length });
  expect((await settle(last)).body).toMatchObject({ count: 1 });
});

/** This month, as a refusal is thrown. */
async function settleNow(): Promise<never> {
  const { status, body } = await settle(monthAgo(0));
  throw Object.assign(new Error(body.message), { refusal: { status, code: body.code } });
}

test('an import or its undoing that changes a settled day is a fault that names the settlement, until that is reversed', async () => {
  const account = await funded();
  const { adsId } = account;
  const { publicId } = await spent.month(adsId, last, 10_000_000n);
  await settle(last);
  const { applyId } = await told(adsId, last);
  const [first] = daysOfMonth(last);
  const wrong = { adsId, day: first!, micros: 12_000_000n, final: true };
  expect((await spent.keep(wrong)).kept).toMatchObject([{ outcome: 'settled', settlement: applyId }]);
  expect((await spent.keep({ ...wrong, micros: 10_000_000n })).outcomes).toEqual(['same']);
  const text = `Day,Customer ID,Currency code,Cost\n${first},${adsId},USD,12.00\n`;
  const { body } = await portal.call('POST', '/kimi/import-spend', {
    as: admin,
    body: { platform: 'Google', text, dry: true },
  });
  expect(body.rows).toMatchObject([{ outcome: 'fault', message: expect.stringContaining(applyId), before: 10 }]);
  const undo = () =>
    portal.call('PUT', '/kimi/undo-spend-import', {
      as: admin,
      query: { id: publicId },
      body: { reason: 'It was of another month.' },
    });
  expect((await undo()).body).toMatchObject({ code: 'spend.settled', message: expect.stringContaining(applyId) });

  expect((await reverse(applyId)).status).toBe(200);
  expect(await at.inAccount(adsId)).toEqual({ balance: 100_00n, feeLeft: 15_00n });
  expect((await spent.keep(wrong)).outcomes).toEqual(['changes']);
  expect((await settle(last)).body).toMatchObject({ count: 1, amount: 12 });
});

test('parts of a cent go into the next month: all settlements are what was spent, rounded down once', async () => {
  const { adsId } = await funded();
  const months = [
    [earlier, 1_009_999n],
    [before, 2_009_999n],
    [last, 3_000_003n],
  ] as const;
  for (const [month, micros] of months) {
    await spent.month(adsId, month, micros);
    await settle(month);
  }
  // $1.00, $2.01 and $3.01 are not lost: 6,020,001 millionths are $6.02 and 1.
  expect((await at.inAccount(adsId)).balance).toBe(100_00n - 6_02n);
  expect((await spent.totals(adsId))!.slice(0, 2)).toEqual([6_020_001n, 1n]);
  // A month in the middle that is settled anew takes what fits.
  const { applyId } = await told(adsId, before);
  await reverse(applyId);
  await spent.month(adsId, before, 2_000_000n);
  await settle(before);
  expect((await at.inAccount(adsId)).balance).toBe(100_00n - 6_01n);
});

test('its client is told nothing of a settlement, and as little when it is undone', async () => {
  const { adsId } = await funded();
  await spent.month(adsId, last, 40_000_000n);
  await settle(last);
  const { applyId } = await told(adsId, last);
  expect((await reverse(applyId)).status).toBe(200);
  const said = await db.owner.query(
    't.said',
    `select text from notices where text like '%' || $1 || '%'
     union all select subject from mails where subject like '%' || $1 || '%'`,
    [applyId],
  );
  expect(said).toEqual([]);
  // Admins read of it in the audit log.
  const { entries } = (await portal.call('GET', '/kimi/get-audit-log', { as: admin, query: { q: applyId } })).body;
  expect(entries[0]).toMatchObject({ action: 'settlement.reversed' });
  await settle(last);
});

test('of an account that was replaced the new one pays, for the days of both', async () => {
  const { client, adsId } = await funded();
  await spent.month(adsId, last, 30_000_000n);
  await at.suspended(adsId);
  const { applyId } = (await at.replacement(client, adsId)).requests[0]!;
  const fresh = randomBytes(6).toString('hex');
  await at.approve(applyId, { adsId: fresh });
  expect(await told(fresh, last)).toMatchObject({ state: 'ready', amount: 30 });
  await settle(last);
  expect(await at.inAccount(fresh)).toEqual({ balance: 70_00n, feeLeft: 10_50n });
  const settled = (await told(fresh, last)).applyId;
  // Once, where it was paid; the month is about the days of both.
  const { accounts } = (await settle(last, true)).body;
  const lines = accounts.filter((each: { applyId: string }) => each.applyId === settled);
  expect(lines).toMatchObject([{ adsId: fresh, state: 'settled', spent: 30, amount: 30 }]);
  const [day] = daysOfMonth(last);
  expect((await spent.keep({ adsId, day: day!, micros: 1n })).kept).toMatchObject([{ settlement: settled }]);
  // The replacement stands as long as what it brought was paid from.
  expect(await refused(at.reverse(applyId))).toBe('409 replacement.short');
  await reverse(settled);
  await at.reverse(applyId);
  expect(await told(adsId, last)).toMatchObject({ state: 'ready', amount: 30 });
});

test('an account that paid for itself and for those that gave their money back has a line for each settlement', async () => {
  const { client, adsId } = await funded();
  await spent.month(adsId, last, 30_000_000n);
  await settle(last);
  const lines = async () =>
    (await settle(last, true)).body.accounts.filter((each: { adsId: string }) => each.adsId === adsId);
  const due = async () => (await lines()).filter(({ state }: { state: string }) => state === 'ready');
  for (const micros of [10_000_000n, 20_000_000n]) {
    await at.suspended(adsId);
    const { applyId } = (await at.replacement(client, adsId)).requests[0]!;
    const fresh = randomBytes(6).toString('hex');
    await at.approve(applyId, { adsId: fresh });
    await spent.opened(160, fresh);
    await spent.month(fresh, last, micros);
    await at.reverse(applyId);
    // What is due stands there once, however many settlements there were, each of which stands beside it.
    expect(await due()).toMatchObject([{ amount: Number(micros) / 1_000_000, applyId: null }]);
    expect((await lines()).filter(({ state }: { state: string }) => state === 'settled')).toHaveLength(
      micros === 10_000_000n ? 1 : 2,
    );
    expect((await settle(last)).body).toMatchObject({ count: 1 });
  }
  const paid = await lines();
  expect(paid.map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([10, 20, 30]);
  expect(new Set(paid.map((each: { applyId: string }) => each.applyId)).size).toBe(3);
  expect(await at.inAccount(adsId)).toMatchObject({ balance: 40_00n });
});

test('under the lock nothing is settled but what is final, to the cent, and once', async () => {
  const { client, adsId } = await funded();
  await spent.month(adsId, last, 30_009_999n);
  const [first] = daysOfMonth(before);
  await spent.keep({ adsId, day: first!, micros: 5_000_000n, final: true });
  const ask = (month: string, cents: bigint) =>
    refused(
      askAtOnce(portal.app.db, {
        kind: settlement,
        client,
        askedBy: admin.person as PersonId,
        content: randomBytes(8).toString('hex'),
        atOnce: true,
        rows: [{ platform: 'Google', adsId, price: priceSettlement(cents), details: { month } }],
      }),
    ).catch(() => 'done');
  expect(await ask(before, 5_00n)).toBe('409 settlement.changed');
  expect(await ask(last, 30_01n)).toBe('409 settlement.changed');
  expect(await ask(last, 29_99n)).toBe('409 settlement.changed');
  expect(await ask(last, 30_00n)).toBe('done');
  expect(await ask(last, 30_00n)).toBe('409 settlement.changed');
  expect((await at.inAccount(adsId)).balance).toBe(70_00n);
});

test('a settlement never waits: one that is not approved in the moment it is asked for is not made', async () => {
  const { client, adsId } = await funded();
  await spent.month(adsId, last, 30_000_000n);
  const waiting = askAtOnce(portal.app.db, {
    kind: settlement,
    client,
    askedBy: admin.person as PersonId,
    content: randomBytes(8).toString('hex'),
    rows: [{ platform: 'Google', adsId, price: priceSettlement(30_00n), details: { month: last } }],
  });
  await expect(waiting).rejects.toMatchObject({ code: '22023' });
  // Its month is still to be settled, and nothing else of it is left.
  expect(await told(adsId, last)).toMatchObject({ state: 'ready', amount: 30 });
  expect((await settle(last)).body).toMatchObject({ count: 1, amount: 30 });
});

test('more than is in the account is not settled, and an admin without money is not asked', async () => {
  const { client, adsId } = await funded();
  await spent.month(adsId, last, 30_000_000n);
  // Asked for before the import, so that it was not known to be spent.
  const other = await funded();
  const { applyId } = (await at.refund(other.client, other.adsId, 90_00n)).requests[0]!;
  await spent.month(other.adsId, last, 20_000_000n);
  expect(await told(other.adsId, last)).toMatchObject({ state: 'short' });
  expect((await settle(last)).body.count).toBe(1);
  await at.reject(applyId);
  expect((await settle(last)).body).toMatchObject({ count: 1, amount: 20 });
  expect(await at.wallet(client)).toBeGreaterThan(0n);
  const operations = await portal.admin('Operations');
  expect((await settle(last, true, operations)).status).toBe(403);
});

test('in a race of admins, imports and refunds each account is settled once, and never below what it has', async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await funded();
    const { client, adsId } = account;
    await spent.month(adsId, last, 40_000_000n);
    const [first] = daysOfMonth(last);
    const racing = await Promise.allSettled([
      settle(last),
      settle(last),
      spent.keep({ adsId, day: first!, micros: 45_000_000n, final: true }),
      at.refund(client, adsId, 54_00n),
      at.refund(client, adsId, 54_00n),
    ]);
    expect(racing.slice(0, 3).every(({ status }) => status === 'fulfilled')).toBe(true);
    const posted = await db.query<{ cents: bigint }>(
      't.posted',
      `select m.amount as cents from movements m where m.dst = 'spent' and m.src = $1`,
      [await at.accountOf(adsId)],
    );
    const known = (await spent.totals(adsId))![0] as bigint;
    if (posted.length > 0) expect(posted).toEqual([{ cents: known / 10_000n }]);
    expect((await at.inAccount(adsId)).balance).toBeGreaterThanOrEqual(0n);
    // What the race left out is settled afterwards.
    await settle(last);
    expect(await told(adsId, last)).toMatchObject({ state: 'settled' });
  }
});

test('money in less money out is what is owed, spent and earned, and the books hold after all of this', async () => {
  expect(await findings(db.url)).toEqual([]);
});
