/** What is kept of spend: every value of a day, sums that follow the last one, and whose money pays it. */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#server/database.testing.server.ts';
import { findings, story } from '#requests/story.testing.server.ts';
import { daysOf } from './spend.store.server.ts';
import { daysAgo, spending } from './spend.testing.server.ts';

const db = await testDatabase();
const at = story(db);
const spent = spending(db, await at.admin());
const { client, adsId } = await at.account(100_00n);
const [today, yesterday, before] = [daysAgo(0), daysAgo(1), daysAgo(2)];

beforeAll(async () => {
  await spent.opened(3);
});

/** What is known now, as the page reads it. */
async function known(account = adsId) {
  const [row] = await db.query<{ id: bigint }>('t.id', 'select id from ad_accounts where key = $1', [account]);
  const days = await daysOf(db, row!.id, daysAgo(30), today);
  return days.map(({ day, micros, final }) => [day, micros, final]);
}

test('a day is kept once, another value beside the old one, and the totals follow the last', async () => {
  const day = { adsId, day: before, micros: 10_000_000n };
  expect((await spent.keep(day, { ...day, day: yesterday, micros: 1n })).outcomes).toEqual(['new', 'new']);
  expect((await spent.keep(day)).outcomes).toEqual(['same']);
  expect((await spent.keep({ ...day, micros: 7_000_000n })).kept).toMatchObject([
    { outcome: 'changes', before: 10_000_000n },
  ]);
  expect(await spent.days(adsId)).toEqual([
    [before, 10_000_000n],
    [yesterday, 1n],
    [before, 7_000_000n],
  ]);
  expect(await known()).toEqual([
    [before, 7_000_000n, false],
    [yesterday, 1n, false],
  ]);
  expect(await spent.totals(adsId)).toEqual([7_000_001n, 7_000_001n, yesterday]);
});

test('an import says what its days come to, in however many parts it was written, and so does taking it back', async () => {
  const { adsId: one } = await at.account(10_00n);
  const { adsId: two } = await at.account(10_00n);
  await spent.opened(3);
  const part = (...days: [string, string][]) => days.map(([of, day]) => ({ adsId: of, day, micros: 5n }));
  const { publicId } = await spent.keep(...part([one, yesterday]));
  // The second account's days are shared by both parts; what is known already adds nothing.
  await spent.keepIn(publicId, ...part([two, before]));
  await spent.keepIn(publicId, ...part([one, yesterday], [two, today]));
  const counts = () =>
    db.query(
      't.counts',
      `select source, days, accounts, first_day::text as first, last_day::text as last from spend_imports
       where public_id = $1 or undoes = (select id from spend_imports where public_id = $1) order by id`,
      [publicId],
    );
  const full = { days: 3, accounts: 2, first: before, last: today };
  expect(await counts()).toEqual([{ source: 'file', ...full }]);
  await spent.keep(...part([one, today]));
  await spent.undo(publicId);
  expect(await counts()).toEqual([
    { source: 'file', ...full },
    { source: 'undo', ...full },
  ]);
  expect(await spent.totals(one)).toEqual([5n, 5n, today]);
  expect(await spent.totals(two)).toEqual([0n, 0n, null]);
  expect(await findings(db.url)).toEqual([]);
});

test('the same value that is final now is kept once more, and stays final', async () => {
  const { adsId: other } = await at.account(10_00n);
  await spent.opened(0);
  const day = { adsId: other, day: yesterday, micros: 5n };
  await spent.keep(day);
  for (const outcome of ['again', 'same'])
    expect((await spent.keep({ ...day, final: true })).outcomes).toEqual([outcome]);
  await spent.keep(day);
  expect(await spent.days(other)).toHaveLength(2);
  expect(await known(other)).toEqual([[yesterday, 5n, true]]);
});

test('days before the account was open and Ads IDs that nobody has are said and not kept', async () => {
  const days = [
    { adsId, day: daysAgo(9), micros: 1n },
    { adsId: 'nobody', day: today, micros: 1n },
  ];
  expect((await spent.keep(...days)).outcomes).toEqual(['before', 'missing']);
});

test('an undone import says again what was known before it, leaves what came later, and is undone once', async () => {
  const { adsId: other } = await at.account(10_00n);
  await spent.opened(3);
  const [a, b] = [
    { adsId: other, day: before, micros: 3n },
    { adsId: other, day: yesterday, micros: 4n },
  ];
  const first = await spent.keep(a, b);
  const second = await spent.keep({ ...a, micros: 30n }, { ...b, day: today });
  expect(await spent.undo(first.publicId)).toMatchObject({ outcome: 'done', changed: 1, unknown: 1 });
  expect(await known(other)).toEqual([
    [before, 30n, false],
    [today, 4n, false],
  ]);
  expect(await spent.totals(other)).toEqual([34n, 34n, today]);
  expect(await spent.undo(first.publicId)).toMatchObject({ outcome: 'undone' });
  expect(await spent.undo('SI-0000-0000')).toMatchObject({ outcome: 'missing' });
  // What the first one said is taken back too, so that nothing is left.
  expect(await spent.undo(second.publicId)).toMatchObject({ outcome: 'done', changed: 2, unknown: 2 });
  expect(await known(other)).toEqual([]);
  expect(await spent.totals(other)).toEqual([0n, 0n, null]);
  expect((await spent.keep(a)).outcomes).toEqual(['new']);
});

test('what was spent follows the money into the account that replaces it, and back', async () => {
  const { client: owner, adsId: old } = await at.account(100_00n);
  await spent.opened(3);
  await spent.keep({ adsId: old, day: before, micros: 40_000_000n });
  await at.suspended(old);
  const { applyId } = (await at.replacement(owner, old)).requests[0]!;
  const fresh = randomBytes(6).toString('hex');
  await at.approve(applyId, { adsId: fresh });
  expect([await spent.totals(old), await spent.totals(fresh)]).toEqual([
    [40_000_000n, 0n, before],
    [0n, 40_000_000n, null],
  ]);
  // A file that comes later names the old account.
  await spent.keep({ adsId: old, day: yesterday, micros: 1_000_000n });
  await spent.keep({ adsId: fresh, day: today, micros: 500_000n });
  expect([await spent.totals(old), await spent.totals(fresh)]).toEqual([
    [41_000_000n, 0n, yesterday],
    [500_000n, 41_500_000n, today],
  ]);
  await at.reverse(applyId);
  expect([await spent.totals(old), await spent.totals(fresh)]).toEqual([
    [41_000_000n, 41_500_000n, yesterday],
    [500_000n, 0n, today],
  ]);
});

test('what is spent under the Ads ID of an account that was taken back is of whoever has it next, and of a replaced one its client’s', async () => {
  const { client: owner, adsId: old } = await at.account(100_00n);
  const { fresh, applyId } = await at.replaced(owner, old);
  const ended = (account: string) =>
    db.owner.query(
      't.ended',
      `update ad_accounts set opened_at = opened_at - interval '9 days', closed_at = closed_at - interval '4 days'
       where key = $1`,
      [account],
    );
  await ended(old);
  expect((await spent.keep({ adsId: old, day: yesterday, micros: 1_000_000n })).outcomes).toEqual(['new']);
  await at.reverse(applyId);
  await ended(fresh);
  const days = [daysAgo(4), yesterday].map((day) => ({ adsId: fresh, day, micros: 500_000n }));
  expect((await spent.keep(...days)).outcomes).toEqual(['new', 'before']);
  expect(await spent.totals(old)).toEqual([1_000_000n, 1_500_000n, yesterday]);
  const next = await at.client(500_00n);
  await at.approve((await at.order(next, [100_00n])).requests[0]!.applyId, { adsId: fresh });
  expect((await spent.keep(...days)).outcomes).toEqual(['before', 'new']);
  const charged = await db.query<{ client: bigint }>(
    't.charged',
    `select a.client from spend_days d join ad_accounts a on a.id = d.ad_account where a.key = $1 order by d.id`,
    [fresh],
  );
  expect(charged.map(({ client: whose }) => whose)).toEqual([owner, next]);
});

test('nobody but the owner, and not even that one, edits what was kept', async () => {
  for (const edit of ['update spend_days set micros = 0', 'delete from spend_days', 'delete from spend_imports']) {
    await expect(db.owner.query('t.edit', edit, [])).rejects.toThrow(/append-only/);
    await expect(db.query('t.edit', edit, [])).rejects.toThrow(/permission denied/);
  }
});

test('the books hold after all of this', async () => {
  expect(await at.wallet(client)).toBeGreaterThan(0n);
  expect(await findings(db.url)).toEqual([]);
});
