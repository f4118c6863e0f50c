/** What a node invents, or what nobody expected of one transaction, stops no look at another. */
import { afterAll, expect, test, vi } from 'vitest';
import { tronAddressOf } from '#network/addresses.ts';
import { testPortal } from '#portal.testing.server.ts';
import { fakeChain, fakeNode } from './fakenodes.testing.server.ts';
import { lookJob } from './looks.server.ts';
import { chainInMemory, ours } from './memory.testing.server.ts';

const chain = fakeChain('TRC20');
const node = await fakeNode(chain);
const portal = await testPortal({ TRON_NODE_URLS: node.url }, { pace: 10 });
const quiet = await testPortal();
afterAll(() => node.close());

async function topUp(at: typeof portal, transactionId: string): Promise<string> {
  const form = { chargeMoney: '50', transactionId, networkName: 'TRC20', networkAddress: ours };
  const { body, text } = await at.call('POST', '/add-money', { as: await at.client(), form });
  expect(body.transaction, text).toBeDefined();
  return body.transaction.applyId;
}
async function shown(at: typeof portal): Promise<void> {
  const admin = await at.admin();
  const body = { networkName: 'TRC20', networkAddress: ours, password: admin.password };
  expect((await at.call('PUT', '/update-network-details', { as: admin, body })).status).toBe(200);
}
const verdicts = async (at: typeof portal, applyId: string) =>
  (
    await at.db.owner.query<{ verdict: string }>(
      't.verdicts',
      'select verdict from evidence where request = (select id from requests where apply_id = $1) order by id',
      [applyId],
    )
  ).map(({ verdict }) => verdict);

test('lines of more USDT than there is are none, so that the look at them ends', async () => {
  await shown(portal);
  const line = { from: tronAddressOf('b'.repeat(40)), to: ours, units: 2n ** 250n };
  const lie = await topUp(portal, chain.send([line, line]));
  await vi.waitFor(async () => expect(await verdicts(portal, lie)).toContain('WrongToken'), { timeout: 20_000 });
});

test('a look that fails is made again later, and the others are made', async () => {
  await shown(quiet);
  const memory = chainInMemory();
  const at = new Date(Date.now() + 60_000);
  const [odd, good] = [memory.send([{ cents: 5_000n }], at), memory.send([{ cents: 5_000n }], at)];
  const [one, other] = [await topUp(quiet, odd), await topUp(quiet, good)];
  const look: typeof memory.chains.look = (network, hash) =>
    hash === odd ? Promise.reject(new Error('What nobody thought of.')) : memory.chains.look(network, hash);
  const job = lookJob(quiet.app, { ...memory.chains, look })!;
  await job.run(new AbortController().signal);
  expect([await verdicts(quiet, one), await verdicts(quiet, other)]).toEqual([[], ['Verified']]);
  const rows = await quiet.db.owner.query<{ later: boolean }>(
    't.later',
    `select next_at > now() + interval '1 minute' as later from looks
     where request = (select id from requests where apply_id = $1)`,
    [one],
  );
  expect(rows).toEqual([{ later: true }]);
});
