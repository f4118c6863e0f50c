/** Whoever reads the log, also at its most talkative and when everything goes wrong, learns no secret of anybody. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { codeAt, readKey } from '#totp/totp.ts';
import { codeTo, linkTokenTo } from '#users/users.testing.server.ts';
import { testPortal } from './portal.testing.server.ts';

const written: string[] = [];
const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
afterAll(() => {
  stdout.mockRestore();
  stderr.mockRestore();
});
const portal = await testPortal({ LOG_LEVEL: 'debug', METRICS_TOKEN: 'a-token-only-the-monitor-knows' });
const owner = portal.db.owner;
const secrets = new Set<string>();
const broken: number[] = [];
const keep = <T extends string>(secret: T): T => (secrets.add(secret), secret);

beforeAll(async () => {
  const client = await portal.client({ dollars: 100, verified: false });
  const admin = await portal.admin();
  for (const secret of [client.token, client.password, admin.token, admin.password]) keep(secret);
  const code = keep(await codeTo(portal, client.email));
  await portal.call('POST', '/verify-email', { as: client, body: { otp: code } });
  const started = await portal.call('POST', '/kimi/start-two-factor', { as: client });
  const read = readKey(keep(started.body.secret));
  if (!('key' in read)) throw new Error('no key');
  const otp = keep(codeAt(read.key, Date.now()));
  const enabled = await portal.call('POST', '/kimi/enable-two-factor', { as: client, body: { otp } });
  for (const recovery of enabled.body.recoveryCodes) keep(recovery);
  await portal.call('POST', '/login-account', {
    body: { emailId: client.email, password: client.password, otp: enabled.body.recoveryCodes[0] },
  });
  await portal.call('POST', '/kimi/forgot-password', { body: { emailId: client.email } });
  await vi.waitFor(() => linkTokenTo(portal, client.email), 5_000);
  const link = keep(await linkTokenTo(portal, client.email));
  const chosen = keep('an entirely new secret');
  const body = { token: link, password: chosen, confirmPassword: chosen };
  await portal.call('GET', `/reset-password?token=${link}`);
  await portal.call('GET', `/kimi/nothing?token=${link}&password=${chosen}`);
  // And now with a database that refuses, so that every call ends in an error that is logged with all that is known.
  await owner.query('test.break', 'revoke insert on sessions, audit_log from portal_app');
  await owner.query('test.break_codes', 'revoke delete on mailed_codes from portal_app');
  for (const [path, more] of [
    ['/kimi/reset-password', body],
    ['/login-account', { emailId: admin.email, password: admin.password }],
  ] as const) {
    const { status } = await portal.call('POST', path, { body: more, headers: { cookie: `session=${admin.token}` } });
    broken.push(status);
  }
  await owner.query('test.mend', 'grant insert on sessions, audit_log to portal_app');
  await owner.query('test.mend_codes', 'grant delete on mailed_codes to portal_app');
  await fetch(new URL('/login-account', portal.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"password":"${chosen}",`,
  });
  await portal.call('GET', '/kimi/get-admins', { as: client });
  await portal.call('GET', '/metrics', {
    headers: { authorization: `Bearer ${keep('a-token-only-the-monitor-knows')}` },
  });
}, 60_000);

test('no password, token, code, link or key is in the log', () => {
  const log = written.join('');
  expect(broken).toEqual([500, 500]);
  expect(secrets.size).toBeGreaterThan(15);
  for (const secret of secrets) {
    for (const spelling of new Set([
      secret,
      secret.replaceAll('-', ''),
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
    ]))
      expect(log.includes(spelling), `${spelling.slice(0, 6)}…`).toBe(false);
  }
});

test('and yet the log says what happened: each call with its id, each bug with its reference', () => {
  const lines = written
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(
    lines.filter(({ message }) => message === 'request').every(({ id, method, status }) => id && method && status),
  ).toBe(true);
  // Whoever tries a door that is not theirs is told of, by name and address.
  const refused = lines.find(({ message }) => message === 'refused');
  expect(refused).toMatchObject({
    path: '/kimi/get-admins',
    status: 403,
    code: 'auth.forbidden',
    user: expect.stringMatching(/^US-/),
    address: '127.0.0.1',
  });
  const bugs = lines.filter(({ message }) => message === 'unexpected error');
  expect(bugs.map(({ path }) => path)).toEqual(['/kimi/reset-password', '/login-account']);
  expect(bugs.every(({ reference }) => String(reference).startsWith('E-'))).toBe(true);
});

test('nor do the kept errors and the audit log tell one', async () => {
  const [row] = await owner.query<{ all: string }>(
    'test.kept',
    `select concat_ws(E'\\n', (select string_agg(e::text, E'\\n') from errors e),
     (select string_agg(a::text, E'\\n') from audit_log a)) as all`,
  );
  expect(row!.all.length).toBeGreaterThan(500);
  for (const secret of secrets) expect(row!.all.includes(secret), `${secret.slice(0, 6)}…`).toBe(false);
});
