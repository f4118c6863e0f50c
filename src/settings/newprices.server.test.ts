/** A client whose own prices changed is told what they pay now and paid until then, and never why. */
import { beforeAll, expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';

const portal = await testPortal();
let [admin, other]: Person[] = [];
let client: Person;

const setPrices = (body: object, of = client) =>
  portal.call('PUT', '/kimi/set-client-prices', {
    as: admin,
    body: { userId: of._id, reason: 'Threatens to leave', ...body },
  });
const told = async (of = client) => {
  const { body } = await portal.call('GET', '/kimi/get-notices', { as: of });
  const notices = body.notices as { text: string; topic: string; link: string }[];
  return notices.filter(({ topic, text }) => topic === 'wallet' && text.includes('fee of'));
};
const mailed = async (of = client) =>
  (await mailsTo(portal.db.owner, of.email)).filter(({ subject }) => subject === 'Your fees have changed');
const saveSettings = async (changed: object) => {
  const { settings } = (await portal.call('GET', '/kimi/get-settings', { as: admin })).body;
  const saved = await portal.call('PUT', '/kimi/update-settings', { as: admin, body: { ...settings, ...changed } });
  expect(saved.status, saved.text).toBe(200);
  return settings;
};
const both =
  'From now on you pay an opening fee of $20.00 (until now $30.00) and a top-up fee of 12.5% (until now 15%).';

beforeAll(async () => {
  [admin, other] = [await portal.admin(), await portal.admin()];
  client = await portal.client({ dollars: 500 });
});

test('not changed by one admin alone who gives no reason', async () => {
  for (const reason of [undefined, null, '', '   ']) {
    const { status, body } = await setPrices({ openingFee: 20, reason });
    const refusal = 'Please give a reason: it stands in the audit log.';
    expect([status, body.field, body.message]).toEqual([400, 'reason', refusal]);
  }
  const { user } = (await portal.call('GET', '/kimi/get-user', { as: admin, query: { userId: client._id } })).body;
  expect(user.ownOpeningFee).toBeNull();
});

test('at once, where nobody has to confirm it: in the bell and by mail, with the way to where the fees stand', async () => {
  await setPrices({ openingFee: 20, topUpBasisPoints: 1250 });
  expect(await told()).toMatchObject([{ text: both, link: '/google/accountManage/applyAd' }]);
  const [mail, ...more] = await mailed();
  expect(more).toEqual([]);
  expect(mail!.content).toMatchObject({
    lines: [
      `Hello ${client.username},`,
      both,
      expect.stringMatching(/^This holds for every .+ from now on, \d+ \w+ 20\d\d\. /),
    ],
    button: { label: 'See your fees', url: expect.stringMatching(/\/google\/accountManage\/applyAd$/) },
  });
  const shown = await portal.call('GET', '/kimi/get-prices', { as: client });
  expect(shown.body.prices).toMatchObject({ accountOpeningFee: 20 });
  for (const { text } of [await portal.call('GET', '/kimi/get-notices', { as: client }), { text: mail!.text }])
    expect(text).not.toContain('Threatens');
});

test('not where nothing changes for them: the same again, or everybody’s price typed as their own', async () => {
  await setPrices({ openingFee: 20, topUpBasisPoints: 1250 });
  const third = await portal.client();
  await setPrices({ openingFee: 30, topUpBasisPoints: 1500 }, third);
  expect([(await told()).length, (await told(third)).length, (await mailed(third)).length]).toEqual([1, 0, 0]);
});

test('where everybody’s prices change, nobody has a notice', async () => {
  const third = await portal.client();
  const before = await saveSettings({ openingFee: 25 });
  expect([await told(third), (await told()).length]).toEqual([[], 1]);
  await saveSettings({ openingFee: before.openingFee });
});

test('while another admin has to confirm it, once it holds and not before; by mail only who wants it', async () => {
  const { secondPair } = await saveSettings({});
  await saveSettings({ secondPair: { ...secondPair, on: true } });
  const choice = { as: client, body: { topic: 'wallet', mail: false } };
  expect((await portal.call('PUT', '/kimi/update-notice-choices', choice)).status).toBe(200);
  expect((await setPrices({ openingFee: null, topUpBasisPoints: 1250 })).status).toBe(202);
  expect(await told()).toHaveLength(1);
  const { proposals } = (await portal.call('GET', '/kimi/get-proposals', { as: other })).body;
  await portal.call('PUT', '/kimi/confirm-action', { as: other, query: { id: proposals[0]._id } });
  const [newest] = await told();
  expect(newest!.text).toBe('From now on you pay an opening fee of $30.00 (until now $20.00).');
  expect([(await told()).length, (await mailed()).length]).toEqual([2, 1]);
});
