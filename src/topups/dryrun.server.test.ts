/** The trial says what automatic crediting would have done, and does nothing. */
import { expect, test } from 'vitest';
import { chainInMemory } from '#chain/memory.testing.server.ts';
import { lookJob } from '#chain/looks.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { dryRun } from './dryrun.ts';
import { prepare } from './thieves.testing.server.ts';

const limits = { transferCents: 500_00n, clientDayCents: 800_00n, agencyDayCents: 1_000_00n };
const hour = (n: number) => new Date(Date.UTC(2026, 0, 1, n));
const arrived = (client: bigint, dollars: number, n = 0) => ({
  client,
  cents: BigInt(dollars) * 100n,
  at: hour(n),
  agreed: 1,
  hasSignal: false,
});

const portal = await testPortal();

test('each limit stops what is above it, and what was stopped counts for none', () => {
  expect(dryRun([arrived(1n, 500), arrived(1n, 501)], limits)).toEqual(['credited', 'transfer']);
  expect(dryRun([arrived(1n, 500), arrived(1n, 301), arrived(1n, 300)], limits)).toEqual([
    'credited',
    'clientDay',
    'credited',
  ]);
  expect(dryRun([arrived(1n, 500), arrived(2n, 500), arrived(3n, 1)], limits)).toEqual([
    'credited',
    'credited',
    'agencyDay',
  ]);
  expect(dryRun([arrived(1n, 500, 0), arrived(1n, 400, 23), arrived(1n, 400, 24)], limits)).toEqual([
    'credited',
    'clientDay',
    'credited',
  ]);
});

test('a signal, a single node above $1,000 and a second admin stop it before any limit', () => {
  const wide = { transferCents: 10_000_00n, clientDayCents: 10_000_00n, agencyDayCents: 10_000_00n };
  const one = arrived(1n, 1_001);
  expect(dryRun([{ ...one, hasSignal: true }, one, { ...one, agreed: 2 }], wide)).toEqual([
    'signal',
    'nodes',
    'credited',
  ]);
  expect(dryRun([arrived(1n, 100), arrived(1n, 101)], wide, 200_00n)).toEqual(['credited', 'second']);
});

test('the call tries it on what arrived in the last 30 days, and credits nothing', async () => {
  await prepare(portal);
  const [admin, client] = [await portal.admin(), await portal.client()];
  const memory = chainInMemory();
  const topUp = async (as: Person, dollars: number, seen = true) => {
    const sent = memory.send([{ cents: BigInt(dollars) * 100n }], new Date());
    const transactionId = seen ? sent : sent.split('').toReversed().join('');
    const form = { chargeMoney: String(dollars), transactionId };
    return (await portal.call('POST', '/add-money', { as, form })).body.transaction.applyId as string;
  };
  const [small, large] = [await topUp(client, 60), await topUp(client, 400)];
  await topUp(client, 70, false);
  await lookJob(portal.app, memory.chains)!.run(new AbortController().signal);
  const query = { transfer: 100, clientDay: 1_000, agencyDay: 1_000 };
  const { body, text } = await portal.call('GET', '/kimi/try-auto-credit', { as: admin, query });
  expect(body.topups, text).toMatchObject([
    { applyId: large, reason: 'transfer', state: 'Pending', signals: [] },
    { applyId: small, reason: 'credited', state: 'Pending' },
  ]);
  expect(body.sums.filter(({ count }: { count: number }) => count > 0)).toEqual([
    { reason: 'credited', count: 1, amount: 60 },
    { reason: 'transfer', count: 1, amount: 400 },
  ]);
  const { users } = (await portal.call('GET', '/kimi/get-wallet-of-user', { as: client })).body;
  expect(users.wallet).toBe(0);
});
