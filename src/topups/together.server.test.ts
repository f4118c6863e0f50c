/** What the portal credits by itself and what an admin approves at the same moment count together. */
import { afterAll, expect, test, vi } from 'vitest';
import { fakeChain, fakeNode } from '#chain/fakenodes.testing.server.ts';
import { tronAddressOf } from '#network/addresses.ts';
import { testPortal } from '#portal.testing.server.ts';

const chain = fakeChain('TRC20');
const node = await fakeNode(chain);
const portal = await testPortal({ TRON_NODE_URLS: node.url }, { pace: 10 });
afterAll(() => node.close());
const { owner } = portal.db;
const us = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

const admins = [await portal.admin(), await portal.admin()] as const;
const network = { networkName: 'TRC20', networkAddress: us, password: admins[0].password };
await portal.call('PUT', '/update-network-details', { as: admins[0], body: network });

const set = (on: boolean) => {
  const autoCredit = { on, transferCents: '50000', clientDayCents: '50000', agencyDayCents: '50000' };
  const secondPair = { on: true, network: false, corrections: true, moneyInAboveCents: '10000' };
  return owner.pool.query('insert into settings_versions (value) values ($1)', [{ autoCredit, secondPair }]);
};

test.each([
  ['an admin', admins[0]],
  ['the portal', admins[1]],
] as const)(
  'each below the amount that takes two, above it together: %s comes first, the other is left to two',
  async (first, admin) => {
    const client = await portal.client();
    await set(false);
    const declared = await portal.call('POST', '/kimi/declare-topup', { as: client, body: { amount: 60 } });
    const { amount } = declared.body.declaration;
    const form = { chargeMoney: '60', transactionId: `of an exchange, ${first}` };
    const told = (await portal.call('POST', '/add-money', { as: client, form })).body.transaction;
    const units = BigInt(Math.round(amount * 100)) * 10_000n;
    chain.send([{ from: tronAddressOf('b'.repeat(40)), to: us, units }], { at: new Date(Date.now() + 1_000) });
    chain.mine(40);
    const states = async () =>
      (await portal.call('GET', '/get-transaction-details-of-user', { as: client })).body.transactions.map(
        ({ state, chargeMoney }: { state: string; chargeMoney: number }) => `${state} ${chargeMoney}`,
      );
    const both = (now: string[]) => vi.waitFor(async () => expect(await states()).toEqual(now), { timeout: 40_000 });
    await both([`Pending ${amount}`, 'Pending 60']);

    // Both have looked at what was approved so far when they come to the client's lock, which is held meanwhile.
    const holder = await owner.pool.connect();
    await holder.query('begin');
    await holder.query(`select from balances where account = $1 for update`, [`wallet:${client.id}`]);
    const query = { id: told._id, action: 'approve' };
    let approved;
    if (first === 'an admin') {
      approved = portal.call('PUT', '/approve-transaction', { as: admin, query });
      await portal.db.lockWaits(1, 'from change(');
      await set(true);
    } else {
      await set(true);
      await portal.db.lockWaits(1, 'from change(');
      approved = portal.call('PUT', '/approve-transaction', { as: admin, query });
    }
    await portal.db.lockWaits(2, 'from change(');
    await holder.query('commit');
    holder.release();

    expect((await approved).status).toBe(first === 'an admin' ? 200 : 202);
    if (first === 'an admin') await portal.turns('automatic crediting', 2);
    await both(first === 'an admin' ? [`Pending ${amount}`, 'Approved 60'] : [`Approved ${amount}`, 'Pending 60']);
  },
);
