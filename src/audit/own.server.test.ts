/** One's own security log, read through its pages; its lines are named so that nobody can count the portal's. */
import { expect, test } from 'vitest';
import { testPortal } from '#portal.testing.server.ts';

const portal = await testPortal();

test(`a line is named the same each time, by a name that tells no number and leads on from it for its reader only`, async () => {
  const [client, stranger] = [await portal.client(), await portal.client()];
  for (const mobile of ['+49 170 1', '+49 170 2', '+49 170 3'])
    await portal.call('PUT', '/kimi/update-profile', { as: client, body: { mobile } });
  const read = async (query: Record<string, string | number> = {}, as = client) =>
    (await portal.call('GET', '/kimi/get-security-log', { as, query })).body.events as {
      _id: string;
      action: string;
    }[];
  const events = await read();
  const names = events.map(({ _id }) => _id);
  expect([events.length, new Set(names).size]).toEqual([5, 5]);
  for (const name of names) expect(name).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect((await read()).map(({ _id }) => _id)).toEqual(names);
  expect((await read({ after: names[1]! })).map(({ _id }) => _id)).toEqual(names.slice(2));
  expect((await read({ after: names[1]!, sort: 'at' })).map(({ _id }) => _id)).toEqual([names[0]]);
  expect(await read({ after: names[1]! }, stranger)).toEqual([]);
  for (const after of ['1', '99999999', 'nothing', '_'.repeat(22)]) expect(await read({ after })).toEqual([]);
});
