/** Whose transfer is looked at next, where many are to be looked at: here nobody looks, so that all of them wait. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { dueLooks, lookAgain, lookNow, scheduleLook, sweepLooks } from './evidence.store.server.ts';

const portal = await testPortal();
const { db } = portal.app;

async function toBeLookedAt(as: Person): Promise<bigint> {
  const form = { chargeMoney: '50', transactionId: randomBytes(32).toString('hex') };
  const { body } = await portal.call('POST', '/add-money', { as, form });
  const { applyId } = body.transaction;
  const [row] = await db.query<{ id: bigint }>('', 'select id from requests where apply_id = $1', [applyId]);
  await scheduleLook(db, row!.id);
  return row!.id;
}

test('clients take turns, whoever tells of how many transfers', async () => {
  const [hostile, one, two] = [await portal.client(), await portal.client(), await portal.client()];
  const many = [];
  for (let n = 0; n < 30; n++) many.push(await toBeLookedAt(hostile));
  const [first, second, later] = [await toBeLookedAt(one), await toBeLookedAt(two), await toBeLookedAt(one)];
  const due = await dueLooks(db, 2);
  const next = async (most: number) => (await dueLooks(db, most)).map(({ request }) => request);
  expect(await next(6)).toEqual([many[0], first, second, many[1], later, many[2]]);
  await lookAgain(db, due[1]!, 60);
  expect(await next(4)).toEqual([many[0], second, later, many[1]]);
  expect(await next(100)).toHaveLength(32);
});

test('a look that was asked for while one was under way is not forgotten with it', async () => {
  const request = await toBeLookedAt(await portal.client());
  const due = async () => (await dueLooks(db, 100)).find((each) => each.request === request);
  const begun = (await due())!;
  await lookNow(db, request);
  await lookAgain(db, begun, null);
  const asked = await due();
  expect(asked).toBeDefined();
  await lookAgain(db, asked!, null);
  expect(await due()).toBeUndefined();
});

test('a look that was put off before the clock of the database went back comes, and one of a day does not', async () => {
  const client = await portal.client();
  const putOff = async (hours: number) => {
    const request = await toBeLookedAt(client);
    await db.query('', `update looks set next_at = now() + $2 * interval '1 hour' where request = $1`, [
      request,
      hours,
    ]);
    return request;
  };
  const [days, day] = [await putOff(30 * 24), await putOff(24)];
  await sweepLooks(db);
  const due = (await dueLooks(db, 100)).map(({ request }) => request);
  expect(due).toContain(days);
  expect(due).not.toContain(day);
});
