/**
 * Guarantees of every call, walked over the table itself, so that a call added tomorrow is tested without a new line.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { changesSomething, pathsOf, type Endpoint } from '#kernel/endpoint.ts';
import { handlers } from './endpoints.server.ts';
import { testPortal, type Person } from './testportal.server.ts';

const portal = await testPortal();
const endpoints = handlers.map((handler) => handler.endpoint);
const streams = (endpoint: Endpoint) => endpoint.media?.includes('text/event-stream') ?? false;
const pathIn = (path: string) => path.replaceAll(/:(\w+)/g, 'nothing-here');
const label = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;

let client: Person;
let admin: Person;
let visiting: { token: string };

beforeAll(async () => {
  client = await portal.client();
  admin = await portal.admin();
  const visit = await portal.call('POST', '/kimi/login-as-user', { as: admin, body: { userId: client._id, reason: 'a test' } });
  visiting = { token: visit.body.token };
});

test('no two endpoints answer at the same address', () => {
  const routes = endpoints.flatMap((endpoint) => pathsOf(endpoint).map((path) => `${endpoint.method} ${path}`));
  expect(routes.filter((route, place) => routes.indexOf(route) !== place)).toEqual([]);
});

describe.each(endpoints.map((endpoint) => ({ name: label(endpoint), endpoint })))('$name', ({ endpoint }) => {
  const paths = pathsOf(endpoint).map(pathIn);
  const ask = (path: string, as?: { token: string }, more: object = {}) => portal.call(endpoint.method, path, { as, ...more });

  if (endpoint.access !== 'public')
    test('refuses the anonymous with 401 at each of its addresses', async () => {
      for (const path of paths) {
        for (const headers of [{}, { authorization: 'Bearer not-a-token-of-anybody-at-all' }, { authorization: 'Basic eDp5' }]) {
          const { status, body } = await ask(path, undefined, { headers });
          expect([status, body.message]).toEqual([401, 'User is not authenticated. Please log in.']);
        }
      }
    });

  if (endpoint.access === 'admin')
    test('refuses a client with 403', async () => {
      for (const path of paths) expect((await ask(path, client)).status).toBe(403);
    });

  if (endpoint.access === 'client')
    test('refuses an admin with 403', async () => {
      for (const path of paths) expect((await ask(path, admin)).status).toBe(403);
    });

  if (endpoint.access !== 'public' && endpoint.access !== 'admin' && changesSomething(endpoint) && !endpoint.whileActing)
    test('refuses an admin who is looking at a client with 403', async () => {
      for (const path of paths) {
        const { status, body } = await ask(path, visiting);
        expect([status, body.code]).toEqual([403, 'auth.read_only']);
      }
    });

  const caller = () => (endpoint.access === 'public' ? undefined : endpoint.access === 'admin' ? admin : client);
  // Calls that end the caller's own session would make the rest of the walk anonymous.
  const harmless =
    !['/kimi/logout', '/kimi/end-session', '/kimi/update-password', '/kimi/stop-login-as'].includes(endpoint.path) && !streams(endpoint);

  if (harmless)
    test('refuses a query parameter that is given twice', async () => {
      expect((await ask(`${paths[0]}?page=1&page=2`, caller())).status).toBe(400);
    });

  if (harmless && endpoint.query !== undefined)
    test('answers hostile query values with 4xx at worst', async () => {
      for (const name of namesIn(endpoint.query)) {
        for (const value of ['\u0000', '-1', '1e309', 'NaN', '0x10', "' or 1=1 --", '9'.repeat(40), '{}', '%', '\u{1F4B8}'.repeat(300)]) {
          const { status, text } = await ask(paths[0]!, caller(), { query: { [name]: value } });
          expect(status, `${name}=${value.slice(0, 20)}: ${text.slice(0, 200)}`).toBeLessThan(500);
        }
      }
    });

  if (harmless && endpoint.body !== undefined && changesSomething(endpoint))
    test('answers hostile body values with 4xx at worst', async () => {
      const hostile = [
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
      for (const name of namesIn(endpoint.body)) {
        for (const value of hostile) {
          const { status, text } = await ask(paths[0]!, caller(), { body: { [name]: value } });
          expect(status, `${name}=${JSON.stringify(value)?.slice(0, 30)}: ${text.slice(0, 200)}`).toBeLessThan(500);
        }
      }
      for (const body of [[], 'text', 7, [[[]]], '{"__proto__":{"role":"Admin"}}']) {
        const { status } = await ask(paths[0]!, caller(), { body });
        expect(status).toBeLessThan(500);
      }
    });
});

function namesIn(schema: Endpoint['body']): string[] {
  return Object.keys((schema as unknown as { shape?: object } | undefined)?.shape ?? {});
}
