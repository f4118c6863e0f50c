/**
 * Another site that uses the visitor's cookie, frames the portal, or wants it to lead people away; and what a shared
 * cache could keep.
 */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { audienceOf } from '#kernel/access.ts';
import { changesSomething, pathsOf, type Endpoint } from '#kernel/endpoint.ts';
import { onServer } from '#server/database.testing.server.ts';
import { everythingOf, formulas, type Everything } from './attacks.testing.ts';
import { arrived, mailsTo } from '#users/users.testing.server.ts';
import { testPortal, type Person } from './portal.testing.server.ts';
import { table } from './walk.testing.server.ts';

const portal = await testPortal({ PUBLIC_URL: 'https://portal.example', LOG_LEVEL: 'silent' });
const cookieOf = (person: { token: string }) => ({ cookie: `__Host-session=${person.token}` });
const endpoints = table.map(({ endpoint }) => endpoint);
const writes = endpoints.filter(changesSomething);
const reads = endpoints.filter((each) => !changesSomething(each) && each.path !== '/kimi/events');

let client: Person;
let admin: Person;
let owned: Everything;

beforeAll(async () => {
  client = await portal.client({ dollars: 2_000 });
  admin = await portal.admin();
  owned = await everythingOf(
    (...asked) => portal.call(asked[0], asked[1], asked[2] as never),
    { client, admin, password: client.password },
    formulas,
  );
});

const callerOf = ({ access }: Endpoint) =>
  access === 'public' ? undefined : audienceOf(access) === 'admin' ? admin : client;
const pathOf = (endpoint: Endpoint) => pathsOf(endpoint)[0]!.replace(':code', owned.code);
/** Good arguments, so that a read goes all the way. */
const queryFor = ({ query }: Endpoint): Record<string, string> => {
  const known: Record<string, string> = {
    applyId: owned.applyIds[0]!,
    userId: client._id,
    adType: 'Google',
    transactionId: 'abc',
    q: 'client',
    date: '2026-01-01',
    month: '2026-01',
    head: 'a'.repeat(64),
  };
  const names = Object.keys((query as { shape?: object } | undefined)?.shape ?? {});
  return Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)));
};

describe('another site', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://portal.example.evil.example' },
    { origin: 'http://portal.example' },
    { origin: 'https://portal.example:8443' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'https://blog.portal.example' },
    { origin: 'https://evil.example', host: 'portal.example' },
    { origin: 'http://portal.example', host: 'portal.example' },
  ];

  test.each(writes.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })))(
    'gets 403 from $name, cookie or not',
    async ({ endpoint }) => {
      for (const headers of foreign) {
        // Signing somebody in unasked, or paying in their name, is a write of theirs too.
        const caller = callerOf(endpoint);
        const answer = await portal.call(endpoint.method, pathOf(endpoint), {
          headers: { ...(caller && cookieOf(caller)), ...headers },
        });
        expect([answer.status, answer.body.code], JSON.stringify(headers)).toEqual([403, 'auth.origin']);
      }
    },
  );

  test.each(
    writes.filter(({ access }) => access !== 'public').map((each) => ({ name: `${each.method} ${each.path}`, each })),
  )('cannot be replaced by a page of somebody else: $name', async ({ each }) => {
    const caller = callerOf(each)!;
    const headers = { ...cookieOf(caller), 'drawn-for': caller === client ? admin._id : client._id };
    const answer = await portal.call(each.method, pathOf(each), { headers });
    expect([answer.status, answer.body.code]).toEqual([403, 'auth.other_person']);
  });

  test('cannot be replaced by a page of somebody else of the same client, whose tab it was before', async () => {
    const { owner } = portal.db;
    const [ana, ben] = [await portal.client(), await portal.client()];
    await owner.query(
      't.colleague',
      `update members set role = 'Finance', client = (select client from members where person = $1) where person = $2`,
      [ana.person, ben.person],
    );
    // A node believes a session for half a second.
    await new Promise((resolve) => setTimeout(resolve, 600));
    const write = (as: Person, drawnFor: string) =>
      portal.call('PUT', '/kimi/update-profile', {
        headers: { ...cookieOf(as), 'drawn-for': drawnFor },
        body: { mobile: '+49 170 3' },
      });
    const idOf = async (as: Person) => {
      const { body } = await portal.call('GET', '/kimi/me', { as });
      expect(body._id).toBe(ana._id);
      return (body.person ?? body._id) as string;
    };
    const [anas, bens] = [await idOf(ana), await idOf(ben)];
    expect((await write(ben, anas)).body.code).toBe('auth.other_person');
    expect((await write(ana, bens)).body.code).toBe('auth.other_person');
    expect([(await write(ana, anas)).status, (await write(ben, bens)).status]).toEqual([200, 200]);
  });

  test('cannot write with what a form or an image can send without asking first', async () => {
    const body = { text: '{"mobile":"+1 202 555 0143"}', 'x-www-form-urlencoded': 'mobile=%2B12025550143' };
    for (const [type, content] of [
      ['text/plain', body.text],
      ['application/x-www-form-urlencoded', body['x-www-form-urlencoded']],
      [
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="mobile"\r\n\r\n+12025550143\r\n--b--\r\n',
      ],
      ['', body.text],
    ] as const) {
      const response = await fetch(new URL('/kimi/update-profile', portal.url), {
        method: 'PUT',
        headers: { ...cookieOf(client), ...(type ? { 'content-type': type } : {}) },
        body: new Blob([content]),
      });
      expect(response.status, type).toBe(415);
    }
    expect((await portal.call('GET', '/kimi/me', { as: client })).body.mobile).not.toContain('2025550143');
  });

  test('is told nothing that would let a browser hand it an answer', async () => {
    for (const endpoint of reads) {
      const { headers } = await portal.call('GET', pathOf(endpoint), {
        query: queryFor(endpoint),
        headers: { ...(callerOf(endpoint) ? cookieOf(callerOf(endpoint)!) : {}), origin: 'https://evil.example' },
      });
      for (const name of headers.keys()) expect(name).not.toMatch(/^access-control-/);
    }
    const asked = {
      origin: 'https://evil.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization',
    };
    const preflight = await fetch(new URL('/kimi/update-profile', portal.url), { method: 'OPTIONS', headers: asked });
    expect([
      preflight.status,
      [...preflight.headers.keys()].some((name) => name.startsWith('access-control-')),
    ]).toEqual([404, false]);
  });

  test('cannot guess its way past by a host of its own: the pages of the portal can write', async () => {
    for (const origin of ['https://portal.example', portal.url]) {
      const own = await portal.call('PUT', '/kimi/update-profile', {
        headers: { ...cookieOf(client), origin },
        body: { mobile: '+49 170 1' },
      });
      expect(own.status, origin).toBe(200);
    }
    const forwarded = {
      origin: 'https://evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    };
    const answer = await portal.call('PUT', '/kimi/update-profile', { headers: { ...cookieOf(client), ...forwarded } });
    expect(answer.status).toBe(403);
  });
});

describe('links', () => {
  test('in mails and answers lead to the portal, whatever host the caller claims', async () => {
    const poison = {
      host: 'poison.example',
      'x-forwarded-host': 'poison.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=poison.example',
      'x-original-url': '//poison.example',
    };
    await portal.call('POST', '/kimi/forgot-password', { body: { emailId: client.email }, headers: poison });
    const mails = () => mailsTo(portal.db.owner, client.email);
    await expect.poll(async () => (await mails()).map(({ subject }) => subject)).toContain('Set a new password');
    const [link] = await arrived(portal, client.email, 'Set a new password', /\S+\?token=/);
    expect(link).toBe('https://portal.example/reset-password?token=');
    const invited = await portal.call('POST', '/kimi/create-admin', {
      as: admin,
      body: {
        username: 'Wei',
        emailId: `wei-${randomBytes(3).toString('hex')}@agency.test`,
        currentPassword: admin.password,
      },
      headers: poison,
    });
    expect(invited.body.inviteUrl).toMatch(/^https:\/\/portal\.example\/reset-password\?token=/);
    for (const mail of await mails()) expect(JSON.stringify(mail.content)).not.toContain('poison.example');
  });

  test('after a plain form lead to a page of the portal, whatever the form asks for', async () => {
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/%09/evil.example',
    ]) {
      const query = `?next=${encodeURIComponent(next)}&redirect=${encodeURIComponent(next)}&returnTo=${encodeURIComponent(next)}`;
      const response = await fetch(new URL(`/login-account${query}`, portal.url), {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'text/html',
          referer: next.slice(0, 50),
        },
        body: new URLSearchParams({
          emailId: client.email,
          password: client.password,
          next,
          redirect: next,
        }).toString(),
      });
      expect([response.status, response.headers.get('location')]).toEqual([303, '/dashboard']);
    }
  });
});

describe('what a cache or a frame could take', () => {
  test.each(reads.map((endpoint) => ({ name: endpoint.path, endpoint })))(
    '$name is kept by nobody between the portal and its reader',
    async ({ endpoint }) => {
      const answer = await portal.call('GET', pathOf(endpoint), { as: callerOf(endpoint), query: queryFor(endpoint) });
      expect(answer.headers.get('cache-control'), answer.text.slice(0, 200)).toMatch(/no-store|^private, no-cache$/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      const type = answer.headers.get('content-type') ?? '';
      // Nothing that a client wrote is ever answered as a document: it is JSON, or a file to keep.
      if (!type.startsWith('application/json') && answer.status === 200)
        expect(
          type.startsWith('image/') ||
            (answer.headers.get('content-disposition') ?? '').startsWith('attachment') ||
            type.startsWith('text/'),
        ).toBe(true);
      expect(type).not.toMatch(/html|svg|xml(?!.*sheet)/);
    },
  );
});

test('looking changes nothing: every read answers on connections that cannot write', async () => {
  const [row] = await portal.db.owner.query<{ name: string }>('test.database', 'select current_database() as name');
  await onServer(`alter database ${row!.name} set default_transaction_read_only = on`);
  try {
    await portal.db.owner.query(
      'test.end',
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await expect.poll(async () => (await portal.call('GET', '/readyz')).status, { timeout: 10_000 }).toBe(200);
    // Taking one's data along is written into the audit log, and that is all.
    // What leaves a trace in the audit log, or counts how often somebody asks, writes that and nothing else.
    const written = new Set(['/kimi/export-my-data', '/kimi/check-transaction-id']);
    const writes = (endpoint: Endpoint) => endpoint.leavesTrace !== undefined || written.has(endpoint.path);
    const refused: string[] = [];
    for (const endpoint of reads) {
      const { status, text } = await portal.call('GET', pathOf(endpoint), {
        as: callerOf(endpoint),
        query: queryFor(endpoint),
      });
      if (status >= 500 && !writes(endpoint)) refused.push(`${endpoint.path} ${status} ${text.slice(0, 200)}`);
    }
    expect(refused).toEqual([]);
    // The proof that such a connection does refuse a write.
    expect(
      (await portal.call('PUT', '/kimi/update-profile', { as: client, body: { mobile: '+49 170 2' } })).status,
    ).toBe(503);
  } finally {
    await onServer(`alter database ${row!.name} reset default_transaction_read_only`);
  }
});
