/**
 * What may be a moment old is read from the standby of READ_DATABASE_URL, and nothing else is. Both servers write down
 * each statement that they are asked, so that it shows which of them answered a call.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tables } from '#revenue/figures.api.ts';
import { openPortal } from '#portal.server.ts';
import { readConfig } from '#server/config.server.ts';
import { migrate } from '#server/migrate.server.ts';
import { harmless, inEachFormat, inputOf, nobodysIds, those, type Input } from '#walk.testing.server.ts';
import { caughtUp, openPair, type Pair } from './pair.ts';
import { makePeople, password, type Person } from './people.ts';
import { openTalk } from './talk.ts';

const folder = await mkdtemp(join(tmpdir(), 'portal-oldreads-'));
let pair: Pair;
let portal: Awaited<ReturnType<typeof openPortal>>;
let client: Person;
let admin: Person;

beforeAll(async () => {
  pair = await openPair(folder, { synchronous: true, prepare: (url) => migrate(url) });
  // The standby gets this setting with the journal, as it gets everything.
  await pair.primary.query(`alter database portal set log_statement = 'all'`);
  const settings = { DATABASE_URL: pair.primary.ownerUrl, READ_DATABASE_URL: pair.standby.ownerUrl, PORT: '0' };
  const quiet = { LOG_LEVEL: 'silent', AUDIT_EVERY: 'off', RATE_LIMIT: 'off', DATA_DIR: join(folder, 'portal') };
  const first = { ADMIN_EMAIL: 'first@admin.test', ADMIN_PASSWORD: password };
  const config = readConfig({ ...settings, ...quiet, ...first });
  portal = await openPortal({ config, databaseUrl: pair.primary.ownerUrl });
  const talk = openTalk();
  const port = Number(new URL(portal.address).port);
  const { clients, admins } = await makePeople({ asOwner, nodes: [{ port }] }, talk, { clients: 1, admins: 1 });
  talk.close();
  [client, admin] = [clients[0]!, admins[0]!];
  await caughtUp(pair.primary);
});
afterAll(async () => {
  await portal.close();
  await pair.close();
  await rm(folder, { recursive: true, force: true });
});

async function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: pair.primary.ownerUrl });
  await owner.connect();
  return work(owner).finally(() => owner.end());
}

async function ask(as: Person, path: string, query: Input['query'] = {}, form?: FormData) {
  const url = new URL(path, portal.address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${as.token}` },
    ...(form ? { method: 'POST', body: form } : {}),
  });
  return { status: answer.status, text: await answer.text() };
}

/** The statements that the portal asked of each server while something was done. */
async function asked<T>(work: () => Promise<T>): Promise<{ answer: T; primary: Set<string>; standby: Set<string> }> {
  const written = () => Promise.all(['one', 'other'].map((one) => readFile(join(folder, one, 'postgres/log'), 'utf8')));
  const before = await written();
  const answer = await work();
  const [primary, standby] = (await written()).map(
    (log, n) => new Set([...log.slice(before[n]!.length).matchAll(statement)].map(([, text]) => text!)),
  );
  return { answer, primary: primary!, standby: standby! };
}

/** As a server writes it down: with the name it was given, or that of a cursor; further lines begin with a tab. */
const statement = / execute [^:]+: (.*(?:\n\t.*)*)/g;

/** What is asked of the standby before anything else: whether it has everything. */
const isWhether = (text: string) => text.includes('pg_last_wal_replay_lsn()');

/** These, and only these, may be a moment old. */
const old = [
  '/kimi/export-audit-log',
  '/kimi/export-business-figures',
  '/kimi/export-requests',
  '/kimi/export-revenue-entries',
  '/kimi/export-team',
  '/kimi/export-users',
  '/kimi/get-business-figures',
  '/kimi/get-team',
];
const today = new Date().toISOString().slice(0, 10);
/** What their declarations have no example of. */
const spans: Record<string, readonly Input['query'][]> = {
  '/kimi/export-revenue-entries': [{ from: today, to: today }],
  '/kimi/export-business-figures': tables.map((table) => ({ table, span: 'month' })),
};

test.each(old)('%s reads from the standby what it shows, and none of it from the primary', async (path) => {
  const [{ endpoint }] = those((one) => one.path === path) as [ReturnType<typeof those>[number]];
  for (const { query } of inEachFormat(endpoint, inputOf(endpoint, nobodysIds)))
    for (const more of spans[path] ?? [{}]) {
      const { answer, primary, standby } = await asked(() => ask(admin, path, { ...query, ...more }));
      expect(answer.status, answer.text).toBe(200);
      expect([...standby].some(isWhether)).toBe(true);
      expect([...standby].filter((text) => !isWhether(text))).not.toEqual([]);
      expect([...standby].filter((text) => primary.has(text))).toEqual([]);
    }
});

test('no other call reads anything there, whoever makes it', async () => {
  const ids = { ...nobodysIds, user: [client.publicId] };
  const found = new Map<Person, Set<string>>([
    [client, new Set()],
    [admin, new Set()],
  ]);
  const reading = those((endpoint) => endpoint.method === 'GET' && harmless(endpoint));
  expect(reading.length).toBeGreaterThan(80);
  for (const { endpoint } of reading)
    for (const { query } of inEachFormat(endpoint, inputOf(endpoint, ids)))
      for (const [as, paths] of found) {
        const path = endpoint.path.replaceAll(/:(\w+)/g, 'nothing-here');
        const { standby } = await asked(() => ask(as, path, { ...query, ...spans[path]?.[0] }));
        if (standby.size > 0) paths.add(path);
      }
  expect([...found.get(client)!]).toEqual([]);
  expect([...found.get(admin)!].toSorted()).toEqual(old);
});

test('what a client just did is in every list and file at once, though the standby does not show it', async () => {
  await pair.standby.query('select pg_wal_replay_pause()');
  try {
    // A pause is only asked for; what is written before it holds may still be shown.
    const paused = `select from pg_get_wal_replay_pause_state() s where s = 'paused'`;
    await expect.poll(async () => (await pair.standby.query(paused)).length).toBe(1);
    const form = new FormData();
    form.set('chargeMoney', '37');
    form.set('transactionId', 'the latest of all');
    const { answer, standby } = await asked(() => ask(client, '/add-money', {}, form));
    expect(answer.status, answer.text).toBe(200);
    const { applyId } = JSON.parse(answer.text).transaction as { applyId: string };
    const seen = await asked(() => ask(client, '/get-transaction-details-of-user'));
    expect(seen.answer.text).toContain(applyId);
    expect([...standby, ...seen.standby]).toEqual([]);
    expect(await pair.standby.query(`select from requests where apply_id = '${applyId}'`)).toEqual([]);
    const file = await asked(() => ask(admin, '/kimi/export-requests', { format: 'csv' }));
    expect(file.answer.text).toContain(applyId);
    expect([...file.standby].filter((text) => !isWhether(text))).toEqual([]);
  } finally {
    await pair.standby.query('select pg_wal_replay_resume()');
  }
});
