/** What the chain saw and what the book says of one day stand beside each other, whoever is right. */
import { expect, test } from 'vitest';
import { dayOf } from '#kernel/days.ts';
import { testPortal } from '#portal.testing.server.ts';
import { prepare } from '#topups/thieves.testing.server.ts';
import { words } from './day.words.ts';
import { chainInMemory } from './memory.testing.server.ts';
import { settleOut } from './settling.store.server.ts';
import { settleIn } from './transfers.store.server.ts';
import { watch } from './watcher.server.ts';

const portal = await testPortal();

test('a day is reconciled, chain against book: credited, waiting, nobody’s, and what nobody saw arrive', async () => {
  await prepare(portal);
  const { app } = portal;
  const [admin, client] = [await portal.admin(), await portal.client()];
  const memory = chainInMemory();
  const stop = new AbortController().signal;
  const at = new Date();
  const send = (dollars: number) => memory.send([{ cents: BigInt(dollars) * 100n }], at);
  const claim = async (transactionId: string, dollars: number) => {
    const form = { chargeMoney: String(dollars), transactionId };
    return (await portal.call('POST', '/add-money', { as: client, form })).body.transaction.applyId as string;
  };
  const credit = async (id: string) => {
    const query = { id, action: 'approve' };
    expect((await portal.call('PUT', '/approve-transaction', { as: admin, query, body: {} })).status).toBe(200);
  };
  const [credited, waiting] = [send(100), send(50)];
  send(7);
  await watch(app.db, memory.chains, memory.chains.networks[0]!, stop);
  const known = await claim(credited, 100);
  await credit(known);
  await claim(waiting, 50);
  const inside = await claim('Inside of the exchange, 41', 30);
  await credit(inside);
  await settleOut(app.db);
  await settleIn(app.db);
  const query = { day: dayOf(at, app.config.businessTz) };
  const { body } = await portal.call('GET', '/kimi/get-transfers-day', { as: admin, query });
  const none = { count: 0, amount: 0 };
  expect(body.networks).toEqual([
    {
      network: 'TRC20',
      arrived: { count: 3, amount: 157 },
      credited: { count: 1, amount: 100 },
      waiting: { count: 1, amount: 50 },
      nobodys: { count: 1, amount: 7 },
      left: none,
      paid: none,
      unknown: none,
      bookIn: { count: 2, amount: 130 },
      bookInUnseen: { count: 1, amount: 30 },
      bookOut: none,
      bookOutUnseen: none,
    },
  ]);
  // As the page says, what is reversed is left out of the day on which it was decided.
  const reversed = { applyId: inside, reason: 'It did not arrive.' };
  expect((await portal.call('PUT', '/kimi/reverse-request', { as: admin, body: reversed })).status).toBe(200);
  const then = await portal.call('GET', '/kimi/get-transfers-day', { as: admin, query });
  expect(then.body.networks[0]).toMatchObject({ bookIn: { count: 1, amount: 100 }, bookInUnseen: none });
  expect(words.text('UTC')).toContain('reversed since is left out of the day on which it was decided');
  // What it counted for is nothing any more, so that the transfer is nobody's.
  const taken = { applyId: known, reason: 'It is not ours.' };
  const back = await portal.call('PUT', '/kimi/reverse-request', { as: admin, body: taken });
  expect(back.status, back.text).toBe(200);
  const now = await portal.call('GET', '/kimi/get-transfers-day', { as: admin, query });
  expect(now.body.networks[0]).toMatchObject({ credited: none, nobodys: { count: 2, amount: 107 } });
  const file = await portal.call('GET', '/kimi/export-transfers-day', { as: admin, query });
  expect([file.status, file.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
});
