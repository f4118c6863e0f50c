/**
 * The hostile client of the other attacks is as good as the fields it fills. No call takes words that are shown to
 * anybody in a field that it leaves out: one that is added tomorrow is filled too, or this test asks for it.
 */
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { audienceOf } from '#kernel/access.ts';
import { changesSomething, pathsOf, type Endpoint } from '#kernel/endpoint.ts';
import { namedBy } from '#kernel/fields.ts';
import { everythingOf, scripts, type Asked, type Calls } from './attacks.testing.ts';
import { device } from '#passkeys/device.testing.server.ts';
import { testPortal } from './portal.testing.server.ts';
import { inputOf, nobodysIds, placesOf, those, valueAt, type Place } from './walk.testing.server.ts';

const portal = await testPortal();

/** Compared, hashed or refused, and never shown. */
const shownToNobody = /^(password|confirmPassword|currentPassword|otp|token|networkName|networkAddress|at)$/;
/** With these e2e/hostile.e2e.ts registers; a name of an admin is shown as a client's is. */
const registered = new Set(['/create-account username', '/create-account pincode', '/kimi/create-admin username']);
/**
 * A key of which only a digest is kept, a list that takes domains only where an order counts them, what a browser is
 * told about a device, the id of an import, and a code that is compared.
 */
const elsewhere = new Set([
  '/add-money applyId',
  '/kimi/create-facebook-ads domains',
  '/kimi/add-passkey transports',
  '/kimi/undo-spend-import id',
  '/kimi/link-telegram code',
]);

const fieldOf = ({ path }: Place) => String(path.findLast((step) => typeof step === 'string'));
const isHostile = (value: unknown) => /<(script|svg|img)/.test(JSON.stringify(value ?? ''));

/** Fields that take a script as it is, alone or in a list, and name nothing of the portal. */
function wordsOf(endpoint: Endpoint): Place[] {
  const takes = ({ schema }: Place) =>
    Object.values(scripts).some((word) => [word, [word]].some((value) => z.safeDecode(schema, value as never).success));
  const free = ({ schema }: Place) => [undefined, 'outside'].includes(namedBy(schema));
  return placesOf(endpoint, inputOf(endpoint, nobodysIds)).filter(
    (place) => free(place) && takes(place) && !shownToNobody.test(fieldOf(place)),
  );
}

async function namedPasskey(call: Calls, client: { token: string }): Promise<void> {
  const { body } = await call('POST', '/kimi/start-passkey', { as: client, body: {} });
  const made = { name: scripts.name, credential: device().make(body.options) };
  const added = await call('POST', '/kimi/add-passkey', { as: client, body: made });
  const renamed = { as: client, query: { id: added.body._id as string }, body: { name: scripts.name } };
  expect((await call('PUT', '/kimi/rename-passkey', renamed)).status).toBe(200);
}

test('every field that takes words is filled with scripts by the hostile client and its admin', async () => {
  const client = await portal.client({ dollars: 2_000 });
  const admin = await portal.admin();
  const sent: { path: string; asked: Asked }[] = [];
  const call: Calls = (method, path, asked) => {
    sent.push({ path, asked });
    return portal.call(method, path, asked as never);
  };
  await everythingOf(call, { client, admin, password: client.password }, scripts);
  await namedPasskey(call, client);

  const filled = (endpoint: Endpoint, place: Place) =>
    sent.some(({ path, asked: { query = {}, body = {}, form = {} } }) => {
      const isThis = pathsOf(endpoint).some((each) => path.startsWith(each.replace(/:.*/, '')));
      return isThis && isHostile(valueAt({ query, body: { ...(body as object), ...form } }, place));
    });
  // What an admin writes is kept in one place, whichever call it came by.
  const byAnAdmin = (field: string) =>
    those(({ access }) => audienceOf(access) === 'admin').some(({ endpoint }) =>
      wordsOf(endpoint).some((place) => fieldOf(place) === field && filled(endpoint, place)),
    );

  const fields = those(changesSomething).flatMap(({ endpoint }) =>
    wordsOf(endpoint).map((place) => ({ endpoint, place, name: `${endpoint.path} ${fieldOf(place)}` })),
  );
  const left = fields.filter(
    ({ endpoint, place, name }) =>
      !filled(endpoint, place) &&
      !registered.has(name) &&
      !elsewhere.has(name) &&
      !(audienceOf(endpoint.access) === 'admin' && byAnAdmin(fieldOf(place))),
  );
  expect(left.map(({ name }) => name)).toEqual([]);
  expect(fields.length).toBeGreaterThan(30);
});
