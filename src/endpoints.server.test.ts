/**
 * Guarantees of every call, walked over the table itself, so that a call added tomorrow is tested without a new line.
 */
import { beforeAll, expect, test } from 'vitest';
import { adminRoles, audienceOf, mayCall, type AdminRole } from '#kernel/access.ts';
import { changesSomething, pathsOf, type Endpoint } from '#kernel/endpoint.ts';
import { testPortal, type Person } from './portal.testing.server.ts';
import {
  harmless,
  inputOf,
  nobodysIds,
  placesOf,
  put,
  send,
  table as endpoints,
  those,
} from './walk.testing.server.ts';

const portal = await testPortal();

let client: Person;
let admin: Person;
let visiting: { token: string };
const byRole: Partial<Record<AdminRole, Person>> = {};

beforeAll(async () => {
  client = await portal.client();
  admin = await portal.admin();
  const visit = await portal.call('POST', '/kimi/login-as-user', {
    as: admin,
    body: { userId: client._id, reason: 'a test' },
  });
  visiting = { token: visit.body.token };
});

const pathsIn = (endpoint: Endpoint) => pathsOf(endpoint).map((path) => path.replaceAll(/:(\w+)/g, 'nothing-here'));
const callerOf = ({ access }: Endpoint) =>
  access === 'public' ? undefined : audienceOf(access) === 'admin' ? admin : client;

async function statusesOf(endpoint: Endpoint, as: { token: string }): Promise<number[]> {
  const answers = await Promise.all(pathsIn(endpoint).map((path) => portal.call(endpoint.method, path, { as })));
  return [...new Set(answers.map(({ status }) => status))];
}

test('no two endpoints answer at the same address', () => {
  const routes = endpoints.flatMap(({ endpoint }) => pathsOf(endpoint).map((path) => `${endpoint.method} ${path}`));
  expect(routes.filter((route, place) => routes.indexOf(route) !== place)).toEqual([]);
});

test.each(those(({ access }) => access !== 'public'))(
  'the anonymous get 401 at each address of $name',
  async ({ endpoint }) => {
    for (const path of pathsIn(endpoint)) {
      for (const authorization of ['', 'Bearer not-a-token-of-anybody-at-all', 'Basic eDp5']) {
        const { status, body } = await portal.call(endpoint.method, path, {
          headers: authorization ? { authorization } : {},
        });
        expect([status, body.message]).toEqual([401, 'User is not authenticated. Please log in.']);
      }
    }
  },
);

test.each(those(({ access }) => audienceOf(access) === 'admin'))(
  'a client gets 403 from $name',
  async ({ endpoint }) => {
    expect(await statusesOf(endpoint, client)).toEqual([403]);
  },
);

test.each(those(({ access }) => audienceOf(access) === 'client'))(
  'an admin gets 403 from $name',
  async ({ endpoint }) => {
    expect(await statusesOf(endpoint, admin)).toEqual([403]);
  },
);

const others = adminRoles.flatMap((role) =>
  those(
    ({ access }) =>
      audienceOf(access) !== 'client' &&
      audienceOf(access) !== 'public' &&
      !mayCall(access, { typeOfUser: 'Admin', role }),
  ).map(({ name, endpoint }) => ({ role, name, endpoint })),
);

test.each(others)('an admin in the role $role gets 403 from $name', async ({ role, endpoint }) => {
  expect(await statusesOf(endpoint, (byRole[role] ??= await portal.admin(role)))).toEqual([403]);
});

test('no role may everything but Admin, and every one may something that another may not, but Support', () => {
  const refused = adminRoles.map((role) => others.filter((each) => each.role === role).length);
  const [admins = 0, finance = 0, operations = 0, support = 0] = refused;
  expect(admins).toBe(0);
  expect(Math.min(finance, operations)).toBeGreaterThan(0);
  expect(support).toBeGreaterThan(Math.max(finance, operations));
});

const writes = those(
  (endpoint) =>
    ['client', 'signed in'].includes(audienceOf(endpoint.access)) &&
    changesSomething(endpoint) &&
    !endpoint.whileActing,
);

test.each(writes)("an admin who looks at a client's area gets 403 from $name", async ({ endpoint }) => {
  expect(await statusesOf(endpoint, visiting)).toEqual([403]);
});

test.each(those(harmless))('a query parameter given twice gets 400 from $name', async ({ endpoint }) => {
  const { status } = await portal.call(endpoint.method, `${pathsIn(endpoint)[0]}?page=1&page=2`, {
    as: callerOf(endpoint),
  });
  expect(status).toBe(400);
});

const hostileQueries = [
  '\u0000',
  '-1',
  '1e309',
  'NaN',
  '0x10',
  "' or 1=1 --",
  '9'.repeat(40),
  '{}',
  '%',
  '\u{1F4B8}'.repeat(300),
];

test.each(those((endpoint) => harmless(endpoint) && endpoint.query !== undefined))(
  'hostile query values get 4xx at worst from $name',
  async ({ endpoint }) => {
    for (const place of placesOf(endpoint, inputOf(endpoint, nobodysIds)).filter((each) => each.in === 'query')) {
      for (const value of hostileQueries) {
        const { status, text } = await send(
          portal,
          endpoint,
          put(inputOf(endpoint, nobodysIds), place, value),
          callerOf(endpoint),
        );
        expect(status, `${place.path.join('.')}=${value.slice(0, 20)}: ${text.slice(0, 200)}`).toBeLessThan(500);
      }
    }
  },
);

const hostileValues: unknown[] = [
  '\u0000',
  '\ud800',
  -1,
  1e308,
  0.001,
  [],
  [[]],
  {},
  { toString: 1 },
  null,
  true,
  "'; drop table users; --",
  'x'.repeat(70_000),
  '1e5',
  ' ',
  '٣',
];
const hostileBodies: unknown[] = [[], 'text', 7, [[[]]], '{"__proto__":{"role":"Admin"}}'];

test.each(those((endpoint) => harmless(endpoint) && endpoint.body !== undefined))(
  'hostile body values get 4xx at worst from $name',
  async ({ endpoint }) => {
    const ask = async (body: unknown) => {
      const { query } = inputOf(endpoint, nobodysIds);
      const { status, text } = await send(
        portal,
        endpoint,
        { query, body: body as Record<string, unknown> },
        callerOf(endpoint),
      );
      expect(status, `${JSON.stringify(body).slice(0, 200)}: ${text.slice(0, 200)}`).toBeLessThan(500);
    };
    for (const body of hostileBodies) await ask(body);
    // Alone, and in an input that is fine but for this field, however deep it stands.
    for (const place of placesOf(endpoint, inputOf(endpoint, nobodysIds)).filter((each) => each.in === 'body'))
      for (const value of hostileValues) {
        if (place.path.length === 1) await ask({ [place.path[0]!]: value });
        await ask(put(inputOf(endpoint, nobodysIds), place, value).body);
      }
  },
);
