/** What all clients have together, as the lists of admins say it. */
import { beforeAll, expect, test } from 'vitest';
import type { AdminRole } from '#kernel/access.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
let admin: Person;
let [ana, ben, idle]: Person[] = [];

beforeAll(async () => {
  admin = await portal.admin();
  [ana, ben, idle] = [
    await portal.client({ dollars: 300 }),
    await portal.client({ dollars: 20.5 }),
    await portal.client(),
  ];
  const order = { adNum: 1, adsDetails: [{ domain: 'a.example', outlookMail: 'a@outlook.com', deposit: 15 }] };
  await portal.call('POST', '/create-bing-ads', { as: ana, body: order });
});

const list = async (path: string, query: object, as = admin) =>
  (await portal.call('GET', path, { as, query: { ...query } })).body;
const [all, active] = ['/get-user-for-admin', '/kimi/active-users'] as const;

test('wallets and held money of all that is found are added up, whichever page is shown', async () => {
  for (const path of [all, active])
    for (const page of [{}, { limit: 1 }, { limit: 1, page: 2 }, { limit: 1, after: ben!._id }])
      expect((await list(path, page)).sums).toEqual({ wallet: 273.25, held: 47.25 });
  expect((await list(all, { q: ana!.email })).sums).toEqual({ wallet: 252.75, held: 47.25 });
  expect((await list(all, { q: ben!._id })).sums).toEqual({ wallet: 20.5, held: 0 });
  expect((await list(all, { q: '@', limit: 1 })).sums).toEqual({ wallet: 273.25, held: 47.25 });
  expect((await list(all, { q: 'nobody' })).sums).toEqual({ wallet: 0, held: 0 });
  expect((await list(active, { q: idle!.email })).sums).toEqual({ wallet: 0, held: 0 });
});

test('whoever may not have the file learns no sums: they see the rows alone', async () => {
  const seen = async (role: AdminRole) => {
    const person = await portal.admin(role);
    return Promise.all(
      [all, active].map(async (path) => {
        const { total, sums } = await list(path, {}, person);
        return [total, sums];
      }),
    );
  };
  const sums = { wallet: 273.25, held: 47.25 };
  expect(await seen('Finance')).toEqual([
    [3, sums],
    [2, sums],
  ]);
  for (const role of ['Operations', 'Support'] as const)
    expect(await seen(role)).toEqual([
      [3, undefined],
      [2, undefined],
    ]);
});

test('more than pages reach is not added up', async () => {
  await portal.db.owner.query(
    't.many',
    `insert into clients (public_id, name, email) select 'US-' || n, 'Many', n || '@example.org'
     from generate_series(1, 10001) n`,
    [],
  );
  expect(await list(all, { limit: 1 })).toMatchObject({ total: 10_000, more: true, sums: null });
  expect((await list(all, { q: ana!.email })).sums).toEqual({ wallet: 252.75, held: 47.25 });
});
