/** What was settled stands on days that nobody takes back under it, whatever was imported and taken back before. */
import { beforeAll, expect, test } from 'vitest';
import { accountsOf } from '#accounts/testing.server.ts';
import { testPortal, type Person } from '#testportal.server.ts';
import { daysIn, monthAgo } from './testing.server.ts';

const portal = await testPortal();
const { opened } = accountsOf(portal);
const [first, ...others] = daysIn(monthAgo(2));
let admin: Person;
let client: Person;
beforeAll(async () => {
  admin = await portal.admin();
  client = await portal.client({ dollars: 500 });
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
