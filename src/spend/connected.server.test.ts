/** What a platform does not say corrects nothing, also not what was said while it was being asked. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { daysOfMonth } from '#kernel/days.ts';
import { normalisedAdsId } from '#kernel/ids.ts';
import { findings, story } from '#requests/story.testing.server.ts';
import { testPortal } from '#portal.testing.server.ts';
import { newId } from '#server/ids.server.ts';
import { keepRead } from './connected.server.ts';
import { keepDays, knownDays } from './spend.store.server.ts';
import { monthAgo, spending } from './spend.testing.server.ts';

const portal = await testPortal();
const { db } = portal;
const at = story(db, portal.app.db);

test('a day that a file names while a platform is asked stays as the file says', async () => {
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
  const read = { adsId, key, since: day, days: new Map<string, bigint>(), incomplete: false };

  const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const { keeping } = await portal.app.db.transaction(async (tx) => {
    await keepDays(tx, { ...by, ...file }, [{ key, day, micros: 50_000_000n, final: false }]);
    const asked = keepRead(portal.app.db, { ...by, service: 'Google Ads', from: day, to: day }, [read]);
    const until = Date.now() + 4_000;
    while (Date.now() < until && (await db.query('test.waits', waits)).length === 0) await sleep(20);
    return { keeping: asked };
  });
  expect(await keeping).toEqual({ days: 0, faults: [] });
  expect(await knownDays(portal.app.db, 'Google', [key], day, day)).toMatchObject([{ micros: 50_000_000n }]);
  expect(await findings(db.url)).toEqual([]);
});
