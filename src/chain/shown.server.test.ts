/** Who sees what of the evidence: admins all of it, a client how far the own transfer is. */
import { afterAll, expect, test, vi } from 'vitest';
import { tronAddressOf } from '#network/addresses.ts';
import { testPortal } from '#portal.testing.server.ts';
import { fakeChain, fakeNode } from './fakenodes.testing.server.ts';

const chain = fakeChain('TRC20');
const node = await fakeNode(chain);
const portal = await testPortal({ TRON_NODE_URLS: node.url });
afterAll(() => node.close());

const us = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const them = tronAddressOf('b'.repeat(40));

test('a queue row, a list row and the story carry the evidence; the client sees the way of the transfer alone', async () => {
  const [client, admin] = [await portal.client(), await portal.admin()];
  await portal.call('PUT', '/kimi/update-network-details', {
    as: admin,
    body: { networkName: 'TRC20', networkAddress: us, password: admin.password },
  });
  await portal.db.owner.query('test.older', `update clients set created_at = now() - interval '1 day'`);
  const transactionId = chain.send([{ from: them, to: us, units: 45_000_000n }]);
  chain.mine(40);
  const form = { chargeMoney: '50', transactionId };
  const { applyId } = (await portal.call('POST', '/add-money', { as: client, form })).body.transaction;
  const evidence = await vi.waitFor(
    async () => {
      const { requests } = (await portal.call('GET', '/kimi/get-queue', { as: admin })).body;
      expect(requests[0].evidence).toBeDefined();
      return requests[0].evidence;
    },
    { timeout: 20_000, interval: 50 },
  );
  expect(evidence).toMatchObject({
    verdict: 'Different',
    network: 'TRC20',
    amount: '45',
    sender: them,
    recipient: us,
    final: true,
    lines: 1,
    receivedMoney: 45,
  });
  const [listed] = (await portal.call('GET', '/get-transaction-details', { as: admin })).body.transactions;
  expect(listed.evidence).toEqual(evidence);
  const story = (await portal.call('GET', '/kimi/get-request', { as: admin, query: { applyId } })).body;
  expect([story.request.evidence, story.looks[0]]).toEqual([evidence, evidence]);
  expect(evidence.nodes).toEqual([{ node: new URL(node.url).host, said: expect.stringContaining('final') }]);

  const own = await portal.call('GET', '/get-transaction-details-of-user', { as: client });
  expect(own.body.transactions[0].seen).toEqual({ state: 'Final', confirmations: 41, needed: 19 });
  expect(own.text).not.toContain('evidence');
  expect(own.text).not.toContain(them);
});
