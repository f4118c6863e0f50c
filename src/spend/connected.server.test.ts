/** What a platform does not say corrects nothing, also not what was said while it was being asked. */
import { expect, test } from 'vitest';
import { daysOfMonth } from '#kernel/days.ts';
import { normalisedAdsId } from '#kernel/ids.ts';
import { findings, story } from '#requests/story.testing.server.ts';
import { testPortal } from '#portal.testing.server.ts';
import { newId } from '#server/ids.server.ts';
import { keepRead } from './connected.server.ts';
import { keepDays, knownDays } from './spend.store.server.ts';
import { daysAgo, monthAgo, spending } from './spend.testing.server.ts';

const portal = await testPortal();
const { db } = portal;
const at = story(db, portal.app.db);

test.each<[string, { said?: bigint; incompleteFrom?: string }]>([
  ['where the platform is silent about it', {}],
  ['where it has counted less so far', { said: 40_000_000n, incompleteFrom: '' }],
])('a day that a file names meanwhile stays as the file says, %s', async (_, { said, incompleteFrom }) => {
  const admin = await portal.admin();
  const { adsId } = await at.account(100_00n);
  await spending(db, 0n).opened(160);
  const [day = ''] = daysOfMonth(monthAgo(2));
  const key = normalisedAdsId(adsId);
  const by = { by: BigInt(admin.person), platform: 'Google' as const };
  const file = {
    publicId: newId('SI'),
    source: 'file' as const,
    fileName: 'report.csv',
    fileDigest: '00'.repeat(32),
  };
  const named = new Map<string, bigint>(said === undefined ? [] : [[day, said]]);
  const read = { adsId, key, opened: day, since: day, until: null, days: named, incompleteFrom };

  const { keeping } = await portal.app.db.transaction(async (tx) => {
    await keepDays(tx, { ...by, ...file }, [{ key, day, micros: 50_000_000n, final: false, partial: false }]);
    const asked = keepRead(portal.app.db, { ...by, service: 'Google Ads', from: day, to: day }, [read]);
    await portal.db.lockWaits(1);
    return { keeping: asked };
  });
  expect(await keeping).toEqual({ days: 0, faults: [] });
  expect(await knownDays(portal.app.db, 'Google', [key], day, day)).toMatchObject([{ micros: 50_000_000n }]);
  expect(await findings(db.url)).toEqual([]);
});

const imports = () => db.owner.query('t.imports', 'select public_id from spend_imports');

type Read = Parameters<typeof keepRead>[2][number];

/** What a platform says of an account that was opened long ago, of the days from `from` on. */
async function reader(from: string, to: string) {
  const admin = await portal.admin();
  const { client, adsId } = await at.account(100_00n);
  await spending(db, 0n).opened(160, adsId);
  const key = normalisedAdsId(adsId);
  const of = { by: BigInt(admin.person), platform: 'Google' as const, service: 'Google Ads', from, to };
  const hear = (days: Record<string, bigint>, more: Partial<Read> = {}) =>
    keepRead(portal.app.db, of, [
      {
        adsId,
        key,
        opened: from,
        since: from,
        until: null,
        days: new Map(Object.entries(days)),
        incompleteFrom: undefined,
        ...more,
      },
    ]);
  const days = () => knownDays(portal.app.db, 'Google', [key], from, to);
  const known = async () => Object.fromEntries((await days()).map(({ day, micros }) => [day, micros]));
  const early = async () => (await days()).flatMap((each) => (each.early ? [each.day] : []));
  return { client, adsId, hear, known, early };
}

test('a report that is not whole says nothing by silence, and lowers nothing', async () => {
  const [first, second, third] = [6, 5, 4].map((ago) => daysAgo(ago)) as [string, string, string];
  const { hear, known } = await reader(first, third);
  await hear({ [first]: 5n, [second]: 7n }, { incompleteFrom: second });
  expect(await known()).toEqual({ [first]: 5n, [second]: 7n });
  expect(await hear({ [second]: 6n, [third]: 2n }, { incompleteFrom: '' })).toEqual({ days: 1, faults: [] });
  expect(await known()).toEqual({ [first]: 5n, [second]: 7n, [third]: 2n });
  await hear({ [first]: 5n, [second]: 6n, [third]: 3n }, { incompleteFrom: third });
  expect(await known()).toEqual({ [first]: 5n, [second]: 6n, [third]: 3n });
  const { faults } = await hear({ [second]: 6n, [third]: 3n });
  expect(faults).toMatchObject([{ message: expect.stringContaining('no longer names the day') }]);
});

test('a day that was not counted whole stays so until it is, and to hear the same of it again changes nothing', async () => {
  const day = daysAgo(3);
  const { hear, known, early } = await reader(day, day);
  await hear({ [day]: 5n }, { incompleteFrom: day });
  const before = await imports();
  for (const incompleteFrom of [day, '']) {
    await hear({ [day]: 5n }, { incompleteFrom });
    expect(await early()).toEqual([day]);
  }
  expect(await imports()).toEqual(before);
  await hear({ [day]: 5n });
  expect([await early(), await known()]).toEqual([[], { [day]: 5n }]);
  // What is known whole does not become less sure by hearing the same of it.
  await hear({ [day]: 5n }, { incompleteFrom: day });
  expect(await early()).toEqual([]);
});

test('what was spent while another account still had the Ads ID is charged to neither, and said', async () => {
  const [opened, next, since] = [daysAgo(7), daysAgo(6), daysAgo(5)];
  const { hear, known } = await reader(daysAgo(8), daysAgo(4));
  // The day before is the other account's alone.
  const said = { [daysAgo(8)]: 1n, [opened]: 500_000_000n, [next]: 30_000_000n, [since]: 2n };
  const { faults } = await hear(said, { opened, since });
  expect(faults).toMatchObject(['$500.00', '$30.00'].map((usd) => ({ message: expect.stringContaining(usd) })));
  expect(await known()).toEqual({ [since]: 2n, [daysAgo(4)]: 0n });
});

test('what is spent after an account was taken back is charged to nobody, and said', async () => {
  const [until, next] = [daysAgo(6), daysAgo(5)];
  const { hear, known } = await reader(daysAgo(7), daysAgo(4));
  const { faults } = await hear({ [until]: 3n, [next]: 30_000_000n }, { until });
  expect(faults).toMatchObject([{ message: expect.stringContaining('$30.00') }]);
  expect(await known()).toEqual({ [daysAgo(7)]: 0n, [until]: 3n });
});

test('a day that nobody knew when its month was settled stays so, and is said', async () => {
  const month = monthAgo(2);
  const [day = '', ...others] = daysOfMonth(month);
  const { client, adsId, hear, known } = await reader(day, others[0]!);
  const admin = await portal.admin();
  // It was opened on the first, which may stay unknown.
  await db.owner.query('t.opened_on', 'update ad_accounts set opened_at = $2::date where ads_id = $1', [adsId, day]);
  const own = spending(db, BigInt(admin.person), portal.app.db);
  await own.keep(...others.map((each) => ({ adsId, day: each, micros: 1_000_000n, final: true })));
  const applyId = await own.settle(client, adsId, month);
  const before = await imports();
  const { days, faults } = await hear({ [day]: 40_000_000n, [others[0]!]: 1_000_000n });
  expect([days, faults]).toEqual([0, [{ adsId, message: expect.stringContaining(`settled by ${applyId}`) }]]);
  expect(await hear({ [others[0]!]: 1_000_000n })).toEqual({ days: 0, faults: [] });
  expect(await known()).toEqual({ [others[0]!]: 1_000_000n });
  // Neither is an import, which would lock the money of its client.
  expect(await imports()).toEqual(before);
  expect(await findings(db.url)).toEqual([]);
});
