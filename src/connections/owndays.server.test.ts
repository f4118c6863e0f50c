/** Of which days a platform's answer is taken for an ad account: those that are its own. */
import { expect, test } from 'vitest';
import { testDatabase } from '#server/database.testing.server.ts';
import { story } from '#requests/story.testing.server.ts';
import { daysAgo } from '#spend/spend.testing.server.ts';
import { ownAccounts } from './connections.store.server.ts';

const db = await testDatabase();
const at = story(db);

/** Three days ago at this hour, UTC, an account was taken back, and minutes later its Ads ID was given to another. */
async function givenAnew(hour: number) {
  const { order, adsId } = await at.account(100_00n);
  await at.reverse(order);
  const next = await at.client(500_00n);
  await at.approve((await at.order(next, [100_00n])).requests[0]!.applyId, { adsId });
  await db.owner.query(
    't.then',
    `update ad_accounts set closed_at = case when closed_at is not null then w.at end,
       opened_at = case when closed_at is null then w.at + interval '10 minutes' else w.at - interval '9 days' end
     from (select ($2::date + $3 * interval '1 hour') at time zone 'UTC' as at) w where ads_id = $1`,
    [adsId, daysAgo(3), hour],
  );
  return ownDays(adsId);
}

async function ownDays(adsId: string) {
  return (await ownAccounts(db, 'Google')).find((each) => each.adsId === adsId);
}

test.each([
  ['in the last zone it was the day before', 5, { opened: daysAgo(4), since: daysAgo(2) }],
  ['in the first zone it was the day after', 20, { opened: daysAgo(3), since: daysAgo(1) }],
])('where an Ads ID was given to another client, days of both are not its own: %s', async (_, hour, days) => {
  expect(await givenAnew(hour)).toMatchObject(days);
});

/** Its platform takes it away, and an admin closes it once its money is back. */
async function lost() {
  const { client, adsId } = await at.account(100_00n);
  await at.approve((await at.refund(client, adsId, 100_00n)).requests[0]!.applyId);
  const [row] = await db.query<{ account: string }>(
    't.id',
    'select public_id as account from ad_accounts where key = $1',
    [adsId],
  );
  const steps = ['Suspended', 'Appealed', 'Lost', 'Closed'].map((state) => ({ ...row, state }));
  const written = JSON.stringify({ by: Number(await at.admin()), source: 'typed', steps });
  await db.query('t.lost', 'select outcome from step_ad_accounts($1, $2)', [written, db.vouch(written)]);
  return adsId;
}

test('one that was taken back ends when that day is over in the first zone; others have no last day', async () => {
  const [early, late, old] = [await at.account(100_00n), await at.account(100_00n), await at.account(100_00n)];
  for (const [{ order, adsId }, hour] of [
    [early, 5],
    [late, 20],
  ] as const) {
    await at.reverse(order);
    await db.owner.query(
      't.back',
      `update ad_accounts set closed_at = ($2::date + $3 * interval '1 hour') at time zone 'UTC' where ads_id = $1`,
      [adsId, daysAgo(3), hour],
    );
  }
  const { fresh } = await at.replaced(old.client, old.adsId);
  const those = [early.adsId, late.adsId, old.adsId, fresh, await lost()];
  const lastDays = await Promise.all(those.map(ownDays));
  expect(lastDays.map((each) => each?.state)).toEqual(['Closed', 'Closed', 'Replaced', 'Active', 'Closed']);
  expect(lastDays.map((each) => each?.until)).toEqual([daysAgo(3), daysAgo(2), null, null, null]);
});
