/**
 * What ad accounts are sold on is a setting: a platform that is switched off is not there, and nothing of it is lost.
 */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { handlers } from '#endpoints.server.ts';
import { registry } from '#platforms/platforms.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
let client: Person;
let admin: Person;

const sell = (platforms: readonly string[]) =>
  portal.call('PUT', '/kimi/update-settings', { as: admin, body: { platforms } });
const featuresOf = async (as: Person) => (await portal.call('GET', '/kimi/me', { as })).body.features;
const order = { adNum: 1, adsDetails: [{ domain: 'example.com', outlookMail: 'a@outlook.com', deposit: 50 }] };
const all = registry.map(({ name }) => name);

beforeAll(async () => {
  [client, admin] = [await portal.client({ dollars: 500 }), await portal.admin()];
});
afterEach(async () => {
  await sell(registry.filter(({ onByDefault }) => onByDefault).map(({ name }) => name));
});

test('before anybody chose, those of the specification are sold, and a change of other settings leaves them', async () => {
  expect(await featuresOf(client)).toEqual(['Google', 'Bing', 'Facebook']);
  expect((await sell(['Google', 'Facebook'])).body.settings.platforms).toEqual(['Google', 'Facebook']);
  await portal.set(admin, { openingFee: 31 });
  expect(await featuresOf(client)).toEqual(['Google', 'Facebook']);
});

test('every call of a platform that is switched off answers 404 to everybody, and those of the others go on', async () => {
  await sell(['Google']);
  const of = handlers.map(({ endpoint }) => endpoint).filter(({ feature }) => feature !== undefined);
  expect(new Set(of.map(({ feature }) => feature))).toEqual(new Set(all));
  for (const { method, path, feature } of of)
    for (const as of [undefined, client, admin]) {
      const { status } = await portal.call(method, path, { as });
      if (feature === 'Google') expect(status, `${method} ${path}`).not.toBe(404);
      else expect(status, `${method} ${path}`).toBe(404);
    }
});

test('calls for all platforms know nothing of it either, and the API does not describe it', async () => {
  await sell(['Google', 'Facebook']);
  const asked = [
    portal.call('GET', '/kimi/get-ads-id', { as: client, query: { adType: 'Bing' } }),
    portal.call('GET', '/kimi/get-refundable', { as: client, query: { adType: 'Bing' } }),
    portal.call('POST', '/kimi/apply-refund', { as: client, body: { adsId: 'B1', amount: 1, adType: 'Bing' } }),
    portal.call('POST', '/kimi/send-request-email', { as: client, body: { emailId: 'a@gmail.com', adType: 'Bing' } }),
  ];
  for (const { status } of await Promise.all(asked)) expect(status).toBe(404);
  const { paths } = (await portal.call('GET', '/openapi.json')).body;
  const { Bing: bing, Google: google } = Object.fromEntries(registry.map((spec) => [spec.name, spec.calls]));
  for (const path of Object.values(bing!)) expect(paths).not.toHaveProperty([path]);
  for (const path of Object.values(google!)) expect(paths).toHaveProperty([path]);
});

test('what waits on it is decided in the review queue, and all of it is back with the switch', async () => {
  const { applyId } = (await portal.call('POST', '/create-bing-ads', { as: client, body: order })).body;
  await sell(['Google', 'Facebook']);
  const decided = await portal.decide(admin, 'approve', { applyId, adsId: 'B0017315' });
  expect(decided.body.results).toMatchObject([{ applyId, done: true }]);
  // No page of Bing is there: all that leads to the order leads to what was written about it.
  const at = `/messages/${applyId}`;
  const get = async (path: string, query = {}) => (await portal.call('GET', path, { as: client, query })).body;
  expect((await get('/kimi/get-notices')).notices[0]).toMatchObject({ link: at });
  expect((await get('/kimi/find', { q: applyId })).requests).toMatchObject([{ at }]);
  expect((await get('/kimi/get-thread', { applyId })).thread.page).toBe('');
  const { accounts } = await get('/kimi/get-overview');
  expect(accounts.find(({ platform }: { platform: string }) => platform === 'Bing')).toMatchObject({ balance: 50 });
  expect((await get('/kimi/get-ad-accounts', { platform: 'Bing' })).accounts).toMatchObject([{ adsId: 'B0017315' }]);
  await sell(all);
  expect((await get('/kimi/get-thread', { applyId })).thread.page).toContain('/bing/');
  const { adsIds } = (await portal.call('GET', '/kimi/get-ads-id', { as: client, query: { adType: 'Bing' } })).body;
  expect(adsIds).toEqual(['B0017315']);
});

test('what was rejected on it waits for its client once it is back, and not before', async () => {
  const { applyId } = (await portal.call('POST', '/create-bing-ads', { as: client, body: order })).body;
  const items = [{ applyId, remarks: 'Not this one.' }];
  await portal.call('PUT', '/kimi/decide-requests', { as: admin, body: { action: 'reject', items } });
  const waiting = async () =>
    (await portal.call('GET', '/kimi/get-overview', { as: client })).body.rejected.map(
      (row: { applyId: string }) => row.applyId,
    );
  expect(await waiting()).toEqual([applyId]);
  await sell(['Google', 'Facebook']);
  expect(await waiting()).toEqual([]);
});

test('one platform at least stays switched on, and only known ones are', async () => {
  for (const platforms of [[], ['Elsewhere'], 'Google']) {
    const { status } = await sell(platforms as string[]);
    expect(status).toBe(400);
  }
  expect(await featuresOf(admin)).toEqual(['Google', 'Bing', 'Facebook']);
});
