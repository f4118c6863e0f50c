/** Appeals of clients: whose they are, that each side is told once, and that an admin answers them. */
import { beforeAll, expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { findings } from '#requests/story.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';
import { accountsOf } from './accounts.testing.server.ts';

const portal = await testPortal();
const { owner } = portal.db;
const { opened, one, list, step, appeal } = accountsOf(portal);
let admin: Person;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  admin = await portal.admin();
  [ana, ben] = [await portal.client({ dollars: 500 }), await portal.client({ dollars: 10 })];
});

const suspended = async (adsId: string) => {
  const id = await opened(admin, ana, adsId, 50);
  await step(admin, id, 'Suspended');
  return id;
};

test('is in the timeline, told to client and admins once, and answered by an admin', async () => {
  const id = await suspended('A-1');
  const [before, admins] = [(await mailsTo(owner, ana.email)).length, (await mailsTo(owner, admin.email)).length];
  expect((await appeal(ana, id, 'We changed the page.')).status).toBe(200);

  const { timeline } = await one(ana, id);
  const said = { state: 'Appealed', reason: 'We changed the page.', source: 'appeal' };
  expect(timeline.at(-1)).toEqual({ ...said, word: '', at: expect.any(String) });
  expect((await one(admin, id)).timeline.at(-1)).toMatchObject({ ...said, by: ana.username });
  expect((await list(admin, { state: 'Appealed' })).accounts).toEqual([expect.objectContaining({ _id: id })]);

  const sentence = 'Your Google ad account A-1 is under appeal.';
  const { notices } = (await portal.call('GET', '/kimi/get-notices', { as: ana })).body;
  expect(notices.filter(({ text }: { text: string }) => text === sentence)).toHaveLength(1);
  const own = await mailsTo(owner, ana.email);
  expect(own.length).toBe(before + 1);
  expect(JSON.stringify(own[0]!.content)).not.toMatch(/We changed the page|your agency says/i);
  const told = await mailsTo(owner, admin.email);
  expect(told.slice(0, told.length - admins)).toEqual([
    expect.objectContaining({ subject: `Appeal for Google ad account A-1 of ${ana.email}` }),
  ]);
  expect(told[0]!.content.quote).toBe('We changed the page.');

  expect((await step(admin, id, 'Active', { reason: 'The platform agreed.' })).status).toBe(200);
  expect((await one(ana, id)).timeline.map(({ state }: { state: string }) => state)).toEqual([
    'Active',
    'Suspended',
    'Appealed',
    'Active',
  ]);
});

test('two at once are one appeal, and admins who do not want such mails get none', async () => {
  const id = await suspended('A-2');
  await portal.call('PUT', '/kimi/update-notice-choices', { as: admin, body: { topic: 'appeal', mail: false } });
  const admins = (await mailsTo(owner, admin.email)).length;
  const answers = await Promise.all([appeal(ana, id), appeal(ana, id), appeal(ana, id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect((await one(ana, id)).timeline).toHaveLength(3);
  expect((await mailsTo(owner, admin.email)).length).toBe(admins);
});

test('is the own account’s, needs words, and is the work of Owner, Finance and Buyer', async () => {
  const id = await suspended('A-3');
  expect((await appeal(ben, id)).status).toBe(404);
  expect((await appeal(ana, 'AA-0000-0000')).status).toBe(404);
  expect((await appeal(ana, id, ' ')).body.field).toBe('text');
  expect((await appeal(admin, id)).status).toBe(403);
  const [viewer, buyer] = [await portal.client(), await portal.client()];
  for (const [person, role] of [[viewer, 'Viewer'] as const, [buyer, 'Buyer'] as const]) {
    const values = [person.person, ana.id, role];
    await owner.query('t.joins', 'update members set client = $2, role = $3 where person = $1', values);
  }
  expect((await appeal(viewer, id)).status).toBe(403);
  expect((await appeal(buyer, id)).status).toBe(200);
  expect(await findings(portal.db.url)).toEqual([]);
});
