/** One admin's click does not give one client another price while the second pair of eyes is on. */
import { beforeAll, expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
let [admin, other, third]: Person[] = [];
let client: Person;

const setPrices = (body: object, as = admin) =>
  portal.call('PUT', '/kimi/set-client-prices', { as, body: { userId: client._id, reason: 'Loads a lot.', ...body } });
const paid = async () => {
  const { user } = (await portal.call('GET', '/kimi/get-user', { as: admin, query: { userId: client._id } })).body;
  return [user.ownOpeningFee, user.ownTopUpBasisPoints];
};
const inbox = async (as = other) =>
  (await portal.call('GET', '/kimi/get-proposals', { as })).body.proposals as Record<string, string>[];
const confirm = (id: string, as = other) => portal.call('PUT', '/kimi/confirm-action', { as, query: { id } });
const actions = async () => {
  const query = { userId: client._id, action: 'settings.' };
  const { entries } = (await portal.call('GET', '/kimi/get-audit-log', { as: admin, query })).body;
  return entries.map(({ action }: { action: string }) => action.replace('settings.client_prices_', ''));
};

beforeAll(async () => {
  [admin, other, third] = [await portal.admin(), await portal.admin(), await portal.admin()];
  client = await portal.client({ dollars: 500 });
  await portal.set(admin, { secondPair: { on: true } });
});

test("a client's prices wait for another admin, who sees what is paid now and would be, and why", async () => {
  const proposed = await setPrices({ openingFee: 20, reason: 'Brings twenty accounts a month.' });
  expect([proposed.status, proposed.body.message]).toEqual([202, 'Another admin has to confirm this.']);
  expect(await paid()).toEqual([null, null]);
  const [waiting] = await inbox();
  expect(waiting).toMatchObject({
    kind: 'prices',
    summary: `The prices of ${client.username} would be changed.`,
    reason: 'Brings twenty accounts a month.',
    before: { openingFeeCents: '3000', topupBasisPoints: '1500' },
    after: { openingFeeCents: '2000', topupBasisPoints: '1500' },
    page: `/admin/users/${client._id}`,
  });
  expect((await confirm(waiting!['_id']!, admin)).body.code).toBe('request.own');
  expect(await paid()).toEqual([null, null]);
  expect((await confirm(waiting!['_id']!)).body).toMatchObject({ message: 'Confirmed.', state: 'Approved' });
  expect(await paid()).toEqual([20, null]);
  // The story of the prices names both admins, and says why.
  const query = { userId: client._id };
  const figures = await portal.call('GET', '/kimi/get-user-figures', { as: third, query });
  const both = { by: admin!.username, confirmedBy: other!.username };
  expect(figures.body.prices).toMatchObject([{ ...both, openingFee: 20, reason: 'Brings twenty accounts a month.' }]);
  expect((await confirm(waiting!['_id']!)).body.code).toBe('settings.not_waiting');
  const order = { adNum: 1, adsDetails: [{ gmail: 'a@gmail.com', deposit: 100 }] };
  const { body } = await portal.call('POST', '/create-google-ads', { as: client, body: order });
  expect(body.data.totalCost).toBe(135);
  expect(await actions()).toEqual(['changed', 'proposed']);
});

test('a newer wish takes the place of the one before; refused with a reason, nothing changes', async () => {
  const before = await paid();
  await setPrices({ openingFee: 5 });
  const [first] = await inbox();
  await setPrices({ openingFee: 1, topUpBasisPoints: 900 });
  const [second, ...more] = await inbox();
  expect(more).toEqual([]);
  expect((await confirm(first!['_id']!)).status).toBe(409);
  const drop = { as: other, query: { id: second!['_id']! }, body: { reason: 'Too low.' } };
  expect((await portal.call('PUT', '/kimi/drop-proposal', drop)).status).toBe(200);
  expect(await inbox()).toEqual([]);
  expect(await paid()).toEqual(before);
});

test('a price that is not named stays what it is for this client; null is what everybody pays', async () => {
  expect(await paid()).toEqual([20, null]);
  for (const [wish, after] of [
    [{ topUpBasisPoints: 1200 }, { openingFeeCents: '2000', topupBasisPoints: '1200' }],
    [{ openingFee: null }, { openingFeeCents: '3000', topupBasisPoints: '1500' }],
  ] as const) {
    await setPrices(wish);
    const [waiting] = await inbox();
    expect(waiting).toMatchObject({ after });
    const drop = { as: other, query: { id: waiting!['_id']! }, body: { reason: 'Too low.' } };
    expect((await portal.call('PUT', '/kimi/drop-proposal', drop)).status).toBe(200);
  }
  // Of what waits already, nothing is lost.
  await setPrices({ openingFee: 9 });
  await setPrices({ topUpBasisPoints: 1100 });
  const [both] = await inbox();
  expect(both).toMatchObject({ after: { openingFeeCents: '900', topupBasisPoints: '1100' } });
  const drop = { as: other, query: { id: both!['_id']! }, body: { reason: 'Too low.' } };
  expect((await portal.call('PUT', '/kimi/drop-proposal', drop)).status).toBe(200);
  for (const wish of [{}, { reason: 'None is named.' }, { openingFee: '' }]) {
    const { status, body } = await setPrices(wish);
    expect([status, body.field]).toEqual([400, 'openingFee']);
  }
  expect([await paid(), await inbox()]).toEqual([[20, null], []]);
});

test('who names one price proposes nothing that a colleague wished for the other', async () => {
  await setPrices({ openingFee: 0 });
  await setPrices({ topUpBasisPoints: 1400 }, other);
  const [own, ...more] = await inbox(admin);
  expect(own).toMatchObject({ after: { openingFeeCents: '2000', topupBasisPoints: '1400' } });
  expect(more).toEqual([]);
  const drop = { as: admin, query: { id: own!['_id']! }, body: { reason: 'Too low.' } };
  expect((await portal.call('PUT', '/kimi/drop-proposal', drop)).status).toBe(200);
});

test('are not proposed without a reason', async () => {
  const before = await paid();
  for (const reason of [undefined, null, '', '   ']) {
    const { status, body } = await setPrices({ openingFee: 8, reason });
    expect([status, body.field]).toEqual([400, 'reason']);
  }
  expect([await paid(), await inbox()]).toEqual([before, []]);
});

test('of two admins who confirm at once, one does', async () => {
  await setPrices({ openingFee: 12 });
  const [waiting] = await inbox();
  const answers = await Promise.all([confirm(waiting!['_id']!), confirm(waiting!['_id']!, third)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await paid()).toEqual([12, null]);
});

test('are not changed where nobody is left who could confirm it', async () => {
  await portal.db.owner.query(
    'test.alone',
    'update people set disabled_at = now() where admin_role is not null and id <> $1',
    [admin!.person],
  );
  const before = await paid();
  expect((await setPrices({ openingFee: 7 })).body.code).toBe('settings.one_admin');
  expect(await paid()).toEqual(before);
});
