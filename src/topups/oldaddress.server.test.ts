/** Whoever has the key of an address that was replaced may send there and sweep it back: an admin looks first. */
import { beforeEach, expect, test } from 'vitest';
import { lookJob } from '#chain/looks.server.ts';
import { chainInMemory, ours } from '#chain/memory.testing.server.ts';
import { networkCalled } from '#chain/networks.ts';
import { watch } from '#chain/watcher.server.ts';
import type { ClientId } from '#kernel/ids.ts';
import { tronAddressOf } from '#network/addresses.ts';
import { newClient } from '#requests/story.testing.server.ts';
import { locks } from '#server/locks.server.ts';
import { testPortal } from '#portal.testing.server.ts';
import { arrivalsJob } from './arrivals.server.ts';
import { autoCreditJob } from './autocredit.server.ts';
import { declareFor, prepare } from './thieves.testing.server.ts';

const portal = await testPortal();
await prepare(portal);
const admin = await portal.admin();
const { db } = portal.app;
const { owner } = portal.db;
const memory = chainInMemory();
const stop = new AbortController().signal;
const next = tronAddressOf('c'.repeat(40));

const show = async (networkAddress: string) => {
  const body = { networkName: 'TRC20', networkAddress, password: admin.password };
  expect((await portal.call('PUT', '/update-network-details', { as: admin, body })).status).toBe(200);
};
const credit = () => autoCreditJob(portal.app, memory.chains).run(stop);

let client: ClientId;
/** Declared and sent while the address was shown, and final: a top-up that only has to be credited. */
beforeEach(async () => {
  client = await newClient(owner);
  memory.send([(await declareFor(db, client, 50_000n))!], new Date(Date.now() + 5));
  await watch(db, memory.chains, networkCalled('TRC20')!, stop);
  await arrivalsJob(portal.app).run(stop);
  await lookJob(portal.app, memory.chains)!.run(stop);
});

const found = async () => {
  const [row] = await owner.query<{ applyId: string; state: string }>(
    'test.topup',
    'select apply_id as "applyId", state from requests where client = $1',
    [client],
  );
  const { body } = await portal.call('GET', '/kimi/get-queue', { as: admin, query: { q: row!.applyId } });
  const signals: { code: string }[] = body.requests[0]?.signals ?? [];
  return { state: row!.state, signals: signals.map(({ code }) => code) };
};

test('what arrived at an address that was replaced meanwhile waits, and says why; shown again, it is credited', async () => {
  await show(next);
  await credit();
  expect(await found()).toEqual({ state: 'Pending', signals: ['oldAddress'] });
  await show(ours);
  await credit();
  expect((await found()).state).toBe('Approved');
});

test('so it does where the address is replaced while it is being credited', async () => {
  const waiting = () => owner.query('test.waiting', `select from pg_locks where locktype = 'advisory' and not granted`);
  const crediting = await owner.transaction(async (tx) => {
    await tx.query('test.lock', 'select pg_advisory_xact_lock($1)', [locks.autoCredit]);
    const under = credit();
    while ((await waiting()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await show(next);
    return { under };
  });
  await crediting.under;
  expect(await found()).toEqual({ state: 'Pending', signals: ['oldAddress'] });
  await show(ours);
});

test('what was credited before it was replaced carries nothing', async () => {
  await credit();
  expect((await found()).state).toBe('Approved');
  await show(next);
  const { body } = await portal.call('GET', '/kimi/try-auto-credit', { as: admin });
  expect(body.topups[0]).toMatchObject({ client: { username: expect.any(String) }, reason: 'credited', signals: [] });
  await show(ours);
});
