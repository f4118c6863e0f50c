/**
 * PostgreSQL describes every statement of the source, so that a misspelt table or column is found before it runs, also
 * where no other test comes by. A statement that is built at run time is met here by an example; one that is neither
 * constant nor met turns this red.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Connection, PoolClient, QueryResultBase } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { securityOf } from '#audit/own.server.ts';
import { countClients, listClients } from '#clients/clients.store.server.ts';
import { kindNames } from '#kinds/kinds.ts';
import { listVersions } from '#network/network.store.server.ts';
import { listLinks } from '#paylinks/paylinks.store.server.ts';
import { countWaiting } from '#queue/queue.store.server.ts';
import { latestOf, listRequests } from '#requests/list.server.ts';
import { countOfStatement, statementOf } from '#requests/statement.server.ts';
import { countActive } from '#revenue/revenue.store.server.ts';
import type { Database } from '#server/database.server.ts';
import { listShares } from '#shares/shares.store.server.ts';
import { loadProof } from '#topups/proofs.server.ts';
import { setVerifiedEmail } from '#users/people.server.ts';
import { testPortal } from './testportal.server.ts';

type Said = { at: string; key: string; name?: string; text?: string; columns?: string[] };

const script = join(import.meta.dirname, '../scripts/statements.mjs');
const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 16 * 1024 * 1024 });
const said = JSON.parse(stdout) as Said[];
const portal = await testPortal();
const connection = await portal.db.pool.connect();
afterAll(() => connection.release());

/** The columns that PostgreSQL would answer with; it throws where it does not understand the statement. */
function columnsOf(client: PoolClient, text: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let columns: string[] = [];
    client.query({
      submit(on: Connection) {
        on.parse({ name: '', text, types: [] }, true);
        on.describe({ type: 'S', name: '' }, true);
        on.sync();
      },
      handleRowDescription: ({ fields }: QueryResultBase) => (columns = fields.map(({ name }) => name)),
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    } as never);
  });
}

const constant = said.filter(({ text }) => text !== undefined);

test('there are as many statements as ever', () => {
  expect(said.length).toBeGreaterThan(150);
  expect(constant.length).toBeGreaterThan(130);
});

test.each(constant)(
  '$at: PostgreSQL understands $name, and answers with what its row is said to have',
  async (each) => {
    expect(await columnsOf(connection, each.text!)).toEqual(expect.arrayContaining(each.columns ?? []));
  },
);

test('a column that is not there is noticed', async () => {
  await expect(columnsOf(connection, 'select nam from people')).rejects.toThrow('column "nam" does not exist');
  expect(await columnsOf(connection, 'select name from people where id = $1')).toEqual(['name']);
});

test('each statement that is built at run time is met', async () => {
  const met: { name: string; text: string }[] = [];
  const db: Database = {
    ...portal.app.db,
    query(name, text, values) {
      met.push({ name, text });
      return portal.db.query(name, text, values);
    },
  };
  const [admin, client] = [await portal.admin(), await portal.client()];
  const of = client.id as Parameters<typeof listLinks>[1]['client'];
  const page = { q: '', page: 1, limit: 10, after: '' };
  const everything = { kinds: kindNames };
  const nobody = { publicId: '', username: '', email: '', contact1: '', walletCents: 0n };
  for (const q of ['', 'ok', 'okafor'])
    for (const own of [{}, { client: of }]) {
      await listRequests(db, { ...everything, ...own, ...page, q });
      await listShares(db, { ...page, ...own, q, oldestFirst: false } as Parameters<typeof listShares>[1]);
    }
  await latestOf(db, new Map([[of, nobody]]), [everything], 3);
  for (const kinds of [undefined, kindNames]) {
    await statementOf(db, { client: of, kinds, limit: 3 });
    await countOfStatement(db, { client: of, kinds }, 3);
  }
  await countWaiting(db);
  await listLinks(db, { ...page, client: of, state: '', up: true });
  await listVersions(db, { ...page, sort: '' });
  for (const q of ['', 'okafor'])
    for (const active of [true, false]) {
      await listClients(db, { ...page, q, active, sort: '-createdAt' });
      await countClients(db, { q, active });
    }
  await countActive(db);
  await securityOf(db, client.person, { limit: 3 });
  await loadProof(db, 1n, true);
  await setVerifiedEmail(db, client.person as Parameters<typeof setVerifiedEmail>[1], client.email);
  // What only handlers ask is asked through them, of a portal that tells what it asks.
  Object.assign(portal.app.db, { query: (...call: Parameters<Database['query']>) => db.query(...call) });
  for (const [path, query] of asked)
    expect(
      (await portal.call('GET', path, { as: path === '/kimi/get-notices' ? client : admin, query })).status,
      path,
    ).toBe(200);
  const built = said.filter(({ text }) => text === undefined).map(({ key }) => key.slice(key.indexOf(' ') + 1));
  expect(built.filter((key) => !met.some(({ name }) => name.startsWith(namedAs[key] ?? key)))).toEqual([]);
  for (const { text } of met) await columnsOf(connection, text);
});

/** Where the whole name is made in another line. */
const namedAs: Record<string, string> = { "skip === 0 ? shape : ''": 'clients.list' };

const days = { from: '2026-11-01', to: '2026-11-02' };
const asked: [path: string, query: Record<string, string>][] = [
  ['/kimi/get-audit-log', {}],
  ['/kimi/get-audit-log', { q: 'okafor' }],
  ['/kimi/get-revenue-entries', days],
  ['/kimi/get-revenue-entries', { ...days, q: 'okafor' }],
  ['/kimi/get-notices', {}],
];
