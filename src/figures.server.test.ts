import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { auditIfDue } from '#book/audits.server.ts';
import { mayRead } from '#server/metrics.server.ts';
import { testPortal } from './portal.testing.server.ts';

const token = 'a-token-only-the-monitor-knows';
const portal = await testPortal({ METRICS_TOKEN: token });
const scrape = (headers: Record<string, string> = {}) => portal.call('GET', '/metrics', { headers });

beforeAll(async () => {
  await auditIfDue(portal.app, portal.db.url, new AbortController().signal);
  const backups = join(portal.app.config.dataDir, 'backups');
  await mkdir(backups, { recursive: true });
  for (const [name, hoursAgo] of [
    ['older.backup.gz', 50],
    ['newer.backup.gz', 2],
  ] as const) {
    await writeFile(join(backups, name), '');
    const at = Date.now() / 1_000 - hoursAgo * 3_600;
    await utimes(join(backups, name), at, at);
  }
});

/** The value of one line, such as `portal_ledger_cents{place="wallet"}`; labels stand in any order. */
const valueOf = (text: string, name: string) => {
  const sorted = (series: string) => series.replace(/\{(.*)\}/, (_, labels: string) => labels.split(',').sort().join());
  const lines = text.split('\n').map((each) => each.split(/ (?=\S+$)/) as [string, string]);
  const line = lines.find(([series]) => sorted(series) === sorted(name));
  return line && Number(line[1]);
};

test('the monitor reads how calls are answered, what waits and whose money is where', async () => {
  const client = await portal.client({ dollars: 125 });
  await portal.call('GET', '/kimi/get-wallet-of-user', { as: client });
  await portal.call('GET', '/get-wallet-of-user');
  await portal.call('POST', '/kimi/add-money', {
    as: client,
    form: { chargeMoney: '50', transactionId: 'f'.repeat(64), payway: 'USDT' },
  });
  const { status, headers, text } = await scrape();
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(valueOf(text, 'portal_http_requests_total{method="GET",route="/get-wallet-of-user",status="200"}')).toBe(1);
  expect(valueOf(text, 'portal_http_requests_total{method="GET",route="/get-wallet-of-user",status="401"}')).toBe(1);
  expect(valueOf(text, 'portal_http_request_seconds_count{route="/get-wallet-of-user"}')).toBe(2);
  expect(valueOf(text, 'portal_http_request_seconds_bucket{route="/get-wallet-of-user",le="+Inf"}')).toBe(2);
  expect(valueOf(text, 'portal_ledger_cents{place="wallet"}')).toBe(125_00);
  expect(valueOf(text, 'portal_queue_requests{kind="topup",platform=""}')).toBe(1);
  expect(valueOf(text, 'portal_queue_age_seconds{kind="topup",platform=""}')).toBeLessThan(60);
  expect(valueOf(text, 'portal_database_up')).toBe(1);
  expect(valueOf(text, 'portal_pool_connections{state="most"}')).toBe(10);
  expect(valueOf(text, 'portal_connections')).toBeGreaterThan(0);
  expect(valueOf(text, 'portal_audit_every_seconds')).toBe(86_400);
  expect(Math.round(valueOf(text, 'portal_backup_age_seconds')! / 3_600)).toBe(2);
  for (const name of [
    'portal_outbox_lag_seconds',
    'portal_seal_lag_seconds',
    'portal_pool_waiting',
    'process_resident_memory_bytes',
  ])
    expect(valueOf(text, name), name).toBeGreaterThanOrEqual(0);
  // No person and no request can be told from it.
  for (const secret of [client.email, client._id, client.username, token]) expect(text).not.toContain(secret);
});

test('every line is one that Prometheus reads', async () => {
  const { text } = await scrape();
  const wrong = text
    .split('\n')
    .filter((line) => !/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? -?[\d.e+-]+|)$/.test(line));
  expect(wrong).toEqual([]);
});

test('each figure that an alert waits for is there, under its name and with its labels', async () => {
  const client = await portal.client();
  await portal.call('POST', '/login-account', { body: { emailId: client.email, password: 'a guess' } });
  const { text } = await scrape();
  const alerts = (await readFile(join(import.meta.dirname, '../docs/operations.md'), 'utf8'))
    .split('\n## ')
    .find((part) => part.startsWith('Alerts'))!;
  const asked = [...alerts.matchAll(/\b((?:portal|process)_\w+)(?:\{([^}]*)\})?/g)];
  expect(new Set(asked.map(([, name]) => name)).size).toBeGreaterThan(12);
  for (const [said, name, labels = ''] of asked) {
    const samples = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
    expect(samples.length, said).toBeGreaterThan(0);
    // A status may be one that was never answered; that there is such a label, and each other value of one, can be
    // seen.
    for (const [, label, value] of labels.matchAll(/(\w+)=~?"([^"]*)"/g))
      expect(
        samples.some((line) => line.includes(label === 'status' ? 'status="' : `${label}="${value}"`)),
        said,
      ).toBe(true);
  }
});

test('a visitor behind a proxy is told that there is nothing, unless they have the token', async () => {
  const behind = { 'x-forwarded-for': '203.0.113.7' };
  expect((await scrape(behind)).status).toBe(404);
  expect((await scrape({ ...behind, authorization: 'Bearer something-else-altogether' })).status).toBe(404);
  expect((await scrape({ ...behind, authorization: `Bearer ${token}` })).status).toBe(200);
});

test('only this machine counts as loopback, and an empty token is none', () => {
  const here = { token: undefined, publicUrl: 'http://localhost:3000' };
  const from = (remoteAddress: string, headers = {}) =>
    ({ headers, socket: { remoteAddress } }) as Parameters<typeof mayRead>[0];
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map((address) => mayRead(from(address), here))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['10.0.0.1', '::ffff:10.127.0.1', '2001:db8::1', ''].map((address) => mayRead(from(address), here))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(mayRead(from('10.0.0.1', { authorization: 'Bearer undefined' }), here)).toBe(false);
  const names = ['localhost:3000', '127.0.0.1', '[::1]:3000', 'evil.example:3000', 'localhost.evil.example'];
  expect(names.map((host) => mayRead(from('127.0.0.1', { host }), here))).toEqual([true, true, true, false, false]);
});

test('a proxy that says nothing of itself opens them to nobody, as a portal that others reach asks for the token', () => {
  // What nginx sends with a bare proxy_pass: its own name for the portal, and no address of anybody.
  const request = { headers: { host: '127.0.0.1:3000' }, socket: { remoteAddress: '127.0.0.1' } };
  const asks = (headers = {}) =>
    ({ ...request, headers: { ...request.headers, ...headers } }) as unknown as Parameters<typeof mayRead>[0];
  const publicUrl = 'https://portal.example';
  expect(mayRead(asks(), { token: undefined, publicUrl })).toBe(false);
  expect(mayRead(asks(), { token, publicUrl })).toBe(false);
  expect(mayRead(asks({ authorization: `Bearer ${token}` }), { token, publicUrl })).toBe(true);
});
