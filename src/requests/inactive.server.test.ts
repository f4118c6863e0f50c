/**
 * Money goes into an ad account only while it is active at its platform; whatever was in it comes back all the same.
 */
import { expect, test } from 'vitest';
import { accountStates, type AccountState } from '#ledger/accountlife.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { findings, refused, story } from './story.testing.server.ts';

const db = await testDatabase();
const at = story(db);
const unwell = ['Suspended', 'Appealed', 'Lost'] as const;

/** Sets a state directly, also where no admin could take that step. */
async function setState(adsId: string, state: AccountState): Promise<void> {
  await db.owner.query(
    'test.state',
    `with account as (update ad_accounts set state = $2 where ads_id = $1 returning id)
     insert into ad_account_steps (ad_account, from_state, state, person, source) select id, 'Active', $2, $3, 'typed'
       from account`,
    [adsId, state, await at.admin()],
  );
}

test('the database knows these states and no other', async () => {
  const [row] = await db.owner.query<{ rule: string }>(
    'test.states',
    `select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'ad_accounts_state_check'`,
  );
  expect([...row!.rule.matchAll(/'(\w+)'/g)].map(([, state]) => state)).toEqual(accountStates);
});

test.each(unwell)('a deposit into one that is %s is refused, and holds nothing', async (state) => {
  const { client, adsId } = await at.account(10_00n, 100_00n);
  const before = await at.wallet(client);
  await setState(adsId, state);
  expect(await refused(at.deposit(client, adsId, 5_00n))).toBe('409 deposit.inactive');
  expect([await at.wallet(client), await at.held(client)]).toEqual([before, 0n]);
  await setState(adsId, 'Active');
  await at.deposit(client, adsId, 5_00n);
});

test.each(unwell)('a deposit that waits is not approved once it is %s, and its money goes back', async (state) => {
  const { client, adsId } = await at.account(10_00n, 100_00n);
  const before = await at.wallet(client);
  const { applyId } = (await at.deposit(client, adsId, 5_00n)).requests[0]!;
  await setState(adsId, state);
  expect(await refused(at.approve(applyId))).toBe('409 deposit.inactive');
  expect((await at.inAccount(adsId)).balance).toBe(10_00n);
  await at.reject(applyId);
  expect([await at.wallet(client), await at.held(client)]).toEqual([before, 0n]);
});

test('what is in a suspended one comes back by a refund, and a rejected refund leaves it there', async () => {
  const { client, adsId } = await at.account(10_00n);
  await setState(adsId, 'Suspended');
  const rejected = (await at.refund(client, adsId, 4_00n)).requests[0]!;
  await at.reject(rejected.applyId);
  expect((await at.inAccount(adsId)).balance).toBe(10_00n);
  const approved = (await at.refund(client, adsId, 10_00n)).requests[0]!;
  await at.approve(approved.applyId);
  await at.reverse(approved.applyId);
  expect((await at.inAccount(adsId)).balance).toBe(10_00n);
});

test('the book is in order after all of this', async () => {
  expect(await findings(db.url)).toEqual([]);
});
