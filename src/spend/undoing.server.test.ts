/** What was settled stands on days that nobody takes back under it, whatever was imported and taken back before. */
import { beforeAll, expect, test } from 'vitest';
import { daysOfMonth } from '#kernel/days.ts';
import { accountsOf } from '#accounts/accounts.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { withConnection } from '#server/connection.server.ts';
import { newId } from '#server/ids.server.ts';
import { undoImport } from './spend.store.server.ts';
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

test('whoever sends a file that is undone while it is written hears that, and no more of it is kept', async () => {
  const held = await portal.client({ dollars: 500 });
  await opened(admin, held, 'UNDO-6', 100);
  await opened(admin, client, 'UNDO-7', 100);
  const spent = spending(portal.db, admin.person, portal.app.db);
  await spent.opened(200);
  // UNDO-7 is in the second portion.
  const fillers = Array.from({ length: 4_000 }, (_, n) => `${daysAgo(3)},NOWHERE-${n},USD,1`);
  const rows = [`${daysAgo(3)},UNDO-6,USD,5`, ...fillers, `${daysAgo(3)},UNDO-7,USD,5`];
  const file = new File([['Day,Customer ID,Currency code,Cost', ...rows, ''].join('\n')], 'long.csv');
  const answer = await withConnection(portal.db.url, async (holder) => {
    await holder.query('begin');
    await holder.query('select from balances where account = $1 for update', [`wallet:${held.id}`]);
    const form = { platform: 'Google', dry: 'false', file };
    const sent = portal.call('POST', '/kimi/import-spend', { as: admin, form });
    await portal.db.lockWaits(1);
    // It is next in line when the first portion is kept, and the second waits until it was undone.
    const undone = portal.db.owner.transaction(async (tx) => {
      await tx.query('t.between', 'lock table spend_imports in access exclusive mode');
      const [last] = await tx.query<{ id: string }>(
        't.last_import',
        'select public_id as id from spend_imports i order by i.id desc limit 1',
      );
      return undoImport(
        { ...tx, vouch: portal.app.db.vouch },
        { by: admin.person, import: last!.id, publicId: newId('SI') },
      );
    });
    await portal.db.lockWaits(2);
    await holder.query('commit');
    expect(await undone).toMatchObject({ outcome: 'done', changed: 1 });
    return await sent;
  });
  expect([answer.status, answer.body.code]).toEqual([409, 'spend.undone']);
  expect(await spent.days('UNDO-6')).toEqual([
    [daysAgo(3), 5_000_000n],
    [daysAgo(3), null],
  ]);
  expect(await spent.days('UNDO-7')).toEqual([]);
});
