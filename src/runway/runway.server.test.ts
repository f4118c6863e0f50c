/** How long accounts last, out of imported spend: in the list, on the page, and unknown where spend is. */
import { beforeAll, expect, test } from 'vitest';
import { accountsOf } from '#accounts/accounts.testing.server.ts';
import { daysAgo, spending } from '#spend/spend.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
const { opened, one, list, step } = accountsOf(portal);
let admin: Person;
let ana: Person;
let spent: ReturnType<typeof spending>;

beforeAll(async () => {
  admin = await portal.admin();
  ana = await portal.client({ dollars: 5_000 });
  spent = spending(portal.db, admin.person, portal.app.db);
});

const million = 1_000_000n;
/** What was spent on each of these days, the latest first, up to a day that is surely over. */
const days = (adsId: string, ...dollars: number[]) =>
  spent.keep(...dollars.map((each, n) => ({ adsId, day: daysAgo(n + 2), micros: BigInt(each) * million })));

test('days left are what remains over the mean of seven days; other values count where one is corrected', async () => {
  const id = await opened(admin, ana, 'R-1', 500);
  await spent.opened(30);
  expect((await one(ana, id)).account).toMatchObject({ daysLeft: null, emptyOn: null, idle: false });
  await days('R-1', 50, 50, 50, 50, 50, 50, 50, 25);
  // $125 left at $50 a day. What is older than seven days counts for what is left, not for the pace.
  expect((await one(ana, id)).account).toMatchObject({ daysLeft: 2.5, emptyOn: daysAgo(-1), idle: false });
  expect((await list(ana, { q: 'R-1' })).accounts).toEqual([expect.objectContaining({ daysLeft: 2.5, idle: false })]);
  await days('R-1', 15);
  expect((await one(admin, id)).account.daysLeft).toBe(3.5);
  await step(admin, id, 'Suspended');
  expect((await one(ana, id)).account).toMatchObject({ daysLeft: null, emptyOn: null });
});

test('an account without spend in five days is idle, one of which nothing was heard lately is unknown', async () => {
  const [idle, old] = [await opened(admin, ana, 'R-2', 100), await opened(admin, ana, 'R-3', 100)];
  await spent.opened(30);
  await days('R-2', 0, 0, 0, 0, 0, 40);
  await spent.keep({ adsId: 'R-3', day: daysAgo(5), micros: million });
  expect((await one(ana, idle)).account).toMatchObject({ idle: true, daysLeft: null });
  expect((await one(ana, old)).account).toMatchObject({ idle: false, daysLeft: null });
});
