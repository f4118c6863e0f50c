/** Each platform's protocol as it is documented, over real HTTP: what is read exactly, and what is no answer. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { normalisedAdsId } from '#kernel/ids.ts';
import { advertisingFrom, advertisingFields, placesOfAdvertising } from '#server/advertising.server.ts';
import { openOutward } from '#server/outward.server.ts';
import { soleFileIn } from '#server/zip.server.ts';
import { reportIn } from '#spend/reading.server.ts';
import * as z from 'zod';
import { PlatformBroken, type Connection, type Tools } from './connection.server.ts';
import { connectionSpecs, type ConnectionSpec } from './connections.server.ts';
import {
  fakeGoogleAds,
  fakeMeta,
  fakeMicrosoft,
  fakes,
  fakeSecret,
  zipOf,
  type Fake,
  type FakeAccount,
  type Mood,
} from './fakes.testing.server.ts';
import { specOf } from './platforms.ts';

const words = { Google: ['ENABLED', 'SUSPENDED'], Bing: ['Active', 'Suspended'], Facebook: ['ACTIVE', 'DISABLED'] };
const ids = ['1234567890', '2345678901', '3456789012'];
const [from, to] = ['2026-10-01', '2026-10-14'];

describe.each(connectionSpecs.map((spec) => [spec.service, spec] as const))('%s', (_service, spec) => {
  let fake: Fake;
  const [runs, stopped] = words[spec.platform as keyof typeof words] as [string, string];
  const accounts = (): FakeAccount[] => [
    {
      id: ids[0]!,
      number: 'F119AB42',
      name: 'Shoes',
      word: runs,
      limit: 500_000_000n,
      spend: new Map([
        ['2026-09-30', 9_000_000n],
        ['2026-10-01', 12_500_000n],
        ['2026-10-02', 80_050_000n],
        ['2026-10-14', 1_990_000n],
      ]),
    },
    { id: ids[1]!, number: 'X7300012', word: stopped, reason: 1, spend: new Map() },
    { id: ids[2]!, number: 'X7300013', word: runs, spend: new Map([['2026-10-03', 5_000_000n]]) },
  ];
  beforeAll(async () => {
    fake = await fakes[spec.platform]!();
  });
  beforeEach(() => {
    Object.assign(fake, { accounts: accounts(), mood: 'well', seen: [] });
    fake.moodAt.clear();
  });
  afterAll(() => fake.close());

  test('every account is listed, over all pages, with its own word', async () => {
    const { of: listed } = await open(spec, fake).states();
    expect(listed.map(({ id, word }) => [id, word])).toEqual([
      [ids[0], runs],
      [ids[1], stopped],
      [ids[2], runs],
    ]);
  });

  test('an account whose row is not as documented is a fault of its own, and the others are listed', async () => {
    fake.accounts[1]!.odd = true;
    const { of, faults } = await open(spec, fake).states();
    expect(of.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect(faults.map(({ adsId }) => normalisedAdsId(adsId))).toEqual([spec.platform === 'Bing' ? 'x7300012' : ids[1]]);
  });

  test('spend is read to the cent by day, each account whole, and what is left as the platform counts it', async () => {
    const connection = open(spec, fake);
    const { of: listed } = await connection.states();
    const { of, faults, broken } = await connection.spend(listed, from, to);
    expect([faults, broken]).toEqual([[], undefined]);
    expect(of.map(({ days }) => [...days].toSorted())).toEqual([
      [
        ['2026-10-01', 12_500_000n],
        ['2026-10-02', 80_050_000n],
        ['2026-10-14', 1_990_000n],
      ],
      [],
      [['2026-10-03', 5_000_000n]],
    ]);
    const left = await connection.remaining(listed);
    // 500.00 less all that was spent, of the one that has a limit; what is due is not what is left.
    expect(left.of.map(({ micros }) => micros)).toEqual([500_000_000n - 103_540_000n]);
  });

  test('which day it is the database is asked once, however many accounts there are', async () => {
    let asked = 0;
    const now = async () => ((asked += 1), new Date('2026-10-10T12:00:00Z'));
    const connection = open(spec, fake, { now });
    const { of } = await connection.spend((await connection.states()).of, from, to);
    // The days after that one are not asked about, or had no spend yet.
    expect([asked, of.map(({ days }) => days.has('2026-10-14'))]).toEqual([1, [false, false, false]]);
  });

  test.each<[Mood, RegExp]>([
    ['429', /left alone/],
    ['500', /status 500/],
    ['html', /something else than JSON/],
    ['lists', /more than anybody asked for/],
    ['expired', /expired or was withdrawn/],
    ['quota', /quota|left alone/],
  ])('a platform in the mood “%s” is broken, in plain words without any secret', async (mood, sentence) => {
    fake.mood = mood;
    const failure = await open(spec, fake)
      .states()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PlatformBroken);
    expect((failure as Error).message).toMatch(sentence);
    expect((failure as Error).message).not.toContain('very-secret');
    if (mood === '429') expect((failure as PlatformBroken).retryAt!.getTime()).toBeGreaterThan(Date.now() + 7_000_000);
  });

  test('an account that may no longer be seen is a fault of its own and hurts no other', async () => {
    const connection = open(spec, fake);
    const { of: listed } = await connection.states();
    fake.accounts[0]!.closedToUs = true;
    const heard = await connection.remaining(listed);
    const spend = await connection.spend(listed, from, to);
    expect([heard.broken, spend.broken]).toEqual([undefined, undefined]);
    expect(spend.faults.map(({ adsId }) => adsId)).toContain(listed[0]!.adsId);
    const others = listed.slice(1).map(({ adsId }) => adsId);
    expect(spend.of.map(({ adsId }) => adsId).sort()).toEqual(others.sort());
  });

  test('an absurd row is a fault of its own: the other days are read, and the other accounts', async () => {
    fake.accounts[0]!.absurd = new Map([
      ['2026-10-05', 9n * 10n ** 24n],
      ['2026-10-06', -5_000_000n],
      ['2099-01-01', 7_000_000n],
    ]);
    const connection = open(spec, fake);
    const { of, faults, broken } = await connection.spend((await connection.states()).of, from, to);
    expect(broken).toBeUndefined();
    expect(of.map(({ days }) => days.get('2026-10-01') ?? days.get('2026-10-03'))).toEqual([
      12_500_000n,
      undefined,
      5_000_000n,
    ]);
    // Whoever keeps it says what can't be true, unless the report did.
    for (const [day, micros] of fake.accounts[0]!.absurd)
      if (of[0]!.days.get(day) === null) expect(faults).toContainEqual(expect.objectContaining({ day }));
      else expect(of[0]!.days.get(day)).toBe(micros);
  });

  test('no secret stands in any address, and none leaves for another place', async () => {
    const connection = open(spec, fake);
    await connection.spend((await connection.states()).of, from, to);
    expect(fake.seen.filter(({ url }) => url.includes('very-secret') || url.includes('elsewhere'))).toEqual([]);
  });
});

describe('what only one platform does', () => {
  test.each([
    ['Google', fakeGoogleAds],
    ['Facebook', fakeMeta],
  ] as const)('%s: a list that breaks off between pages is no list', async (platform, make) => {
    const fake = await make();
    fake.accounts = ids.map((id) => ({ id, word: words[platform][0]!, spend: new Map() }));
    fake.mood = 'breaks off';
    await expect(open(specFor(platform), fake).states()).rejects.toThrow(PlatformBroken);
    // Half of the days of an account are none of them.
    fake.mood = 'well';
    const connection = open(specFor(platform), fake);
    const { of: listed } = await connection.states();
    const days = ['2026-10-01', '2026-10-02', '2026-10-03'];
    fake.accounts[0]!.spend = new Map(days.map((day) => [day, 1_000_000n]));
    fake.mood = 'breaks off';
    const heard = await connection.spend(listed, from, to);
    expect(heard.of).toEqual([]);
    expect(heard.broken).toBeInstanceOf(PlatformBroken);
    await fake.close();
  });

  test.each([
    ['Google', fakeGoogleAds],
    ['Facebook', fakeMeta],
  ] as const)(
    '%s: days of another account, or in another currency, are not taken for these',
    async (platform, make) => {
      const fake = await make();
      const days = ['2026-10-01', '2026-10-02', '2026-10-03'];
      const spend = new Map(days.map((day) => [day, 1_000_000n]));
      // The lie stands on the second page.
      const lies = [{ named: new Map([[days[2]!, ids[2]!]]) }, { paidIn: new Map([[days[2]!, 'EUR']]) }, {}];
      fake.accounts = ids.map((id, n) => ({ id, word: words[platform][0]!, spend, ...lies[n] }));
      const connection = open(specFor(platform), fake);
      const { of: listed } = await connection.states();
      const { of, faults, broken } = await connection.spend(listed, from, to);
      expect(broken).toBeUndefined();
      expect(of.map(({ adsId }) => adsId)).toEqual([listed[2]!.adsId]);
      expect(faults).toEqual([
        { adsId: listed[0]!.adsId, message: 'The platform answered with what another account spent.' },
        { adsId: listed[1]!.adsId, message: 'The platform says some days in USD, some in EUR.' },
      ]);
      await fake.close();
    },
  );

  test.each([
    ['Google', fakeGoogleAds],
    ['Facebook', fakeMeta],
  ] as const)('%s: a list in which every page names another one comes to an end', async (platform, make) => {
    const fake = await make();
    const spend = new Map([['2026-10-01', 1_000_000n]]);
    fake.accounts = ids.map((id) => ({ id, word: words[platform][0]!, spend }));
    const connection = open(specFor(platform), fake);
    const { of: listed } = await connection.states();
    fake.mood = 'endless';
    fake.seen.length = 0;
    await expect(connection.states()).rejects.toThrow('The platform did not come to the end of its list');
    expect(fake.seen.length).toBeLessThanOrEqual(2_000);
    // What has no end of one account is a fault of its own: the others get their turn.
    fake.seen.length = 0;
    const { of, faults, broken } = await connection.spend(listed, from, to);
    expect([of, broken]).toEqual([[], undefined]);
    expect(faults.map(({ adsId }) => adsId)).toEqual(listed.map(({ adsId }) => adsId));
    expect(fake.seen.length).toBeLessThanOrEqual(3 * 100 + 1);
    await fake.close();
  });

  /** What a platform says is left of its only account. */
  async function leftOf(platform: 'Google' | 'Bing', account: Partial<FakeAccount>) {
    const fake = await (platform === 'Google' ? fakeGoogleAds : fakeMicrosoft)();
    fake.accounts = [{ id: ids[0]!, number: 'F119AB42', word: words[platform][0]!, spend: new Map(), ...account }];
    const connection = open(specFor(platform), fake);
    const { of, faults } = await connection.remaining((await connection.states()).of);
    await fake.close();
    return [of.map(({ micros }) => micros), faults];
  }

  test('Google: of budgets that are over nothing is left', async () => {
    expect(await leftOf('Google', { limit: 100_000_000n, ended: 400_000_000n })).toEqual([[100_000_000n], []]);
  });

  test('Microsoft: what is left comes as a number, and a sum of fractions is no fault', async () => {
    expect(await leftOf('Bing', { limit: 0n, left: 100.1 + 200.2 })).toEqual([[300_300_000n], []]);
  });

  test('Microsoft: what is left is the sum over all pages of orders', async () => {
    expect(await leftOf('Bing', { limit: 7_000_000n, orders: 230 })).toEqual([[7_000_000n], []]);
  });

  test('Microsoft: one that lets us see none of many accounts is not asked about each', async () => {
    const fake = await fakeMicrosoft();
    fake.accounts = Array.from({ length: 400 }, (_, n) => ({
      id: `${1_000 + n}`,
      number: `F${n}`,
      word: 'Active',
      spend: new Map(),
      closedToUs: true,
    }));
    const connection = open(specFor('Bing'), fake);
    const { of: listed } = await connection.states();
    const heard = await connection.spend(listed, from, to);
    expect([heard.of, heard.broken]).toEqual([[], expect.any(PlatformBroken)]);
    expect(fake.seen.filter(({ url }) => url.includes('Submit')).length).toBeLessThan(300);
    await fake.close();
  });

  test('Microsoft: a report that was cut off, that is no ZIP, or that is not made in time is no report', async () => {
    const fake = await fakeMicrosoft();
    const account = { id: ids[0]!, number: 'F119AB42', word: 'Active', spend: new Map([['2026-10-01', 1_000_000n]]) };
    fake.accounts = [account];
    const connection = open(specFor('Bing'), fake);
    const { of: listed } = await connection.states();
    for (const [at, mood] of [
      ['Download', 'html'],
      ['Download', '429'],
      ['Poll', 'pending'],
    ] as const) {
      fake.moodAt.set(at, mood);
      const heard = await connection.spend(listed, from, to);
      expect(heard.of, mood).toEqual([]);
      expect(heard.broken, mood).toBeInstanceOf(PlatformBroken);
      fake.moodAt.clear();
    }
    fake.moodAt.set('Download', 'cut off');
    await expect(connection.spend(listed, from, to)).rejects.toThrow('cut off');
    await fake.close();
  });

  test('Microsoft: a row in another currency leaves its account out, and no other', async () => {
    const fake = await fakeMicrosoft();
    const spend = new Map([['2026-10-01', 1_000_000n]]);
    fake.accounts = [
      { id: ids[0]!, number: 'F119AB42', word: 'Active', currency: 'EUR', spend },
      { id: ids[1]!, number: 'X7300012', word: 'Active', spend },
    ];
    const connection = open(specFor('Bing'), fake);
    const heard = await connection.spend((await connection.states()).of, from, to);
    expect(heard.of.map(({ adsId }) => adsId)).toEqual(['X7300012']);
    expect(heard.faults).toMatchObject([{ adsId: 'F119AB42', message: 'This is in EUR. Only USD is taken.' }]);
    await fake.close();
  });

  test('Microsoft: the refresh token that came last is used from then on', async () => {
    const fake = await fakeMicrosoft();
    const kept = new Map<string, string>();
    await open(specFor('Bing'), fake, { kept }).states();
    await open(specFor('Bing'), fake, { kept }).states();
    expect(kept.get(fakeSecret('refresh'))).toBe(fakeSecret('refresh-next'));
    const tokens = fake.seen.filter(({ url }) => url.endsWith('/token')).map(({ body }) => new URLSearchParams(body));
    expect(tokens.map((form) => form.get('refresh_token'))).toEqual([
      fakeSecret('refresh'),
      fakeSecret('refresh-next'),
    ]);
    await fake.close();
  });

  test('Microsoft: a report at a place that no setting names is not fetched', async () => {
    const fake = await fakeMicrosoft();
    fake.accounts = [{ id: ids[0]!, number: 'F119AB42', word: 'Active', spend: new Map() }];
    fake.env['MICROSOFT_ADS_DOWNLOAD_URLS'] = 'https://download.example';
    const connection = open(specFor('Bing'), fake);
    const heard = await connection.spend((await connection.states()).of, from, to);
    expect(heard.broken!.message).toContain('which no setting names');
    expect(fake.seen.some(({ url }) => url.includes('Download'))).toBe(false);
    await fake.close();
  });

  test('a ZIP is read whole or not at all', () => {
    const zip = zipOf('a.csv', 'day,spend\n'.repeat(100));
    expect(soleFileIn(zip, 10_000)!.toString()).toBe('day,spend\n'.repeat(100));
    expect(soleFileIn(zip, 999)).toBeUndefined();
    for (let end = 0; end < zip.length; end += 1) expect(soleFileIn(zip.subarray(0, end), 10_000)).toBeUndefined();
    for (let at = 30; at < zip.length - 100; at += 1) {
      const broken = Buffer.from(zip);
      broken[at]! ^= 0xff;
      const read = soleFileIn(broken, 10_000);
      expect(read === undefined || read.toString() === 'day,spend\n'.repeat(100), String(at)).toBe(true);
    }
  });
});

const specFor = (platform: string) => connectionSpecs.find((spec) => spec.platform === platform)!;

function open(
  spec: ConnectionSpec,
  fake: Fake,
  {
    kept = new Map<string, string>(),
    now = async () => new Date(),
  }: { kept?: Map<string, string>; now?: Tools['now'] } = {},
): Connection {
  const settings = advertisingFrom(z.object(advertisingFields).parse(fake.env));
  const tools: Tools = {
    outward: openOutward(placesOfAdvertising(settings)),
    stop: new AbortController().signal,
    token: {
      kept: async (given) => kept.get(given),
      keep: async (given, token) => void kept.set(given, token),
    },
    readReport: (file) => reportIn(file, specOf(spec.platform).spend, { today: '2026-11-20', owner: spec.platform }),
    now,
    waitMs: () => 0,
  };
  return spec.open(settings, tools)!;
}
