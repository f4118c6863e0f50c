/** What was settled stands on days that nobody takes back under it, whatever was imported and taken back before. */
import { beforeAll, expect, test } from 'vitest';
import { daysOfMonth } from '#kernel/days.ts';
import { accountsOf } from '#accounts/accounts.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { newId } from '#server/ids.server.ts';
import { keepAll } from './importing.server.ts';
import { daysAgo, monthAgo, spending } from './spend.testing.server.ts';

const portal = await testPortal();
const { opened } = accountsOf(portal);
const [first, ...others] = daysOfMonth(monthAgo(2));
let admin: Person;
let client: Person;
beforeAll(async () => {
  admin = await portal.admin();
  client = await portal.client({ dollars: 2_000 });
});

async function send(...rows: string[]): Promise<string> {
  const text = ['Day,Customer ID,Currency code,Cost', ...rows].join('\n');
  const body = { platform: 'Google', text, dry: false };
  return (await portal.call('POST', '/kimi/import-spend', { as: admin, body })).body._id;
}

const undo = (id: string) =>
  portal.call('PUT', '/kimi/undo-spend-import', { as: admin, query: { id }, body: { reason: 'Wrong.' } });

test.each([
  ['UNDO-1', 'that an undone one left in force', [60, 61]],
  ['UNDO-2', 'whose value an undone later one gave back', [10, 12, 11]],
] as const)('%s: a day of a settled month is not taken back with an import %s', async (adsId, _, amounts) => {
  await opened(admin, client, adsId, 100);
  await portal.db.owner.query('t.older', `update ad_accounts set opened_at = opened_at - interval '200 days'`);
  await send(...others.map((day) => `${day},${adsId},USD,0`));
  const imports: string[] = [];
  for (const amount of amounts) imports.push(await send(`${first},${adsId},USD,${amount}`));
  expect((await undo(imports.pop()!)).status).toBe(200);
  const body = { month: monthAgo(2), dry: false };
  expect((await portal.call('POST', '/kimi/settle-month', { as: admin, body })).body.count).toBe(1);
  expect((await undo(imports.pop()!)).body).toMatchObject({ code: 'spend.settled' });
});

test('of an import that is undone while it is written, no later portion is kept', async () => {
  await opened(admin, client, 'UNDO-3', 100);
  const spent = spending(portal.db, admin.person, portal.app.db);
  await spent.opened(200);
  const days = Array.from({ length: 2 }, (_, n) => ({ adsId: 'UNDO-3', day: daysAgo(n + 3), micros: 5_000_000n }));
  const publicId = newId('SI');
  expect((await spent.keepIn(publicId, days[0]!)).outcomes).toEqual(['new']);
  expect((await undo(publicId)).status).toBe(200);
  expect((await spent.keepIn(publicId, days[1]!)).outcomes).toEqual([]);
  expect(await spent.days('UNDO-3')).toEqual([
    [days[0]!.day, 5_000_000n],
    [days[0]!.day, null],
  ]);
});

test('and at one moment, a portion of another client is taken back as well or refused', async () => {
  await opened(admin, client, 'UNDO-4', 100);
  await opened(admin, await portal.client({ dollars: 500 }), 'UNDO-5', 100);
  const spent = spending(portal.db, admin.person, portal.app.db);
  await spent.opened(200);
  const outcomes: string[] = [];
  for (let n = 0; n < 20; n++) {
    const publicId = newId('SI');
    await spent.keepIn(publicId, { adsId: 'UNDO-4', day: daysAgo(3), micros: 5_000_000n });
    const later = spent.keepIn(publicId, { adsId: 'UNDO-5', day: daysAgo(3), micros: 5_000_000n });
    const [kept, undone] = await Promise.all([later, undo(publicId)]);
    expect(undone.status).toBe(200);
    outcomes.push(String(kept.outcomes));
    expect(await spent.days('UNDO-5')).toEqual(
      outcomes
        .filter((outcome) => outcome === 'new')
        .flatMap(() => [
          [daysAgo(3), 5_000_000n],
          [daysAgo(3), null],
        ]),
    );
  }
});

test('who sent the file is told', async () => {
  await opened(admin, client, 'UNDO-6', 100);
  const file = { by: admin.person, publicId: newId('SI'), platform: 'Google', source: 'file' as const };
  const of = { ...file, fileName: 'spend.csv', fileDigest: '00'.repeat(32) };
  // More than a portion; only the first days are of accounts that are known.
  const days = Array.from({ length: 4_001 }, (_, n) => ({
    key: n < 2 ? 'undo6' : `nowhere${n}`,
    day: daysAgo(n < 2 ? n : 0),
    micros: 1n,
    final: false,
    partial: false,
  }));
  const from = { address: '', agent: '' };
  await keepAll({ db: portal.app.db, from, dry: false }, of, days.slice(0, 1));
  expect((await undo(of.publicId)).status).toBe(200);
  await expect(keepAll({ db: portal.app.db, from, dry: false }, of, days)).rejects.toMatchObject({
    refusal: { code: 'spend.undone', status: 409 },
  });
});
