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
import { countAccounts, listAccounts } from '#accounts/accounts.store.server.ts';
import { securityOf } from '#audit/own.server.ts';
import { settleOut } from '#chain/settling.store.server.ts';
import { openWithdrawals, settleIn } from '#chain/transfers.store.server.ts';
import { countClients, listClients } from '#clients/clients.store.server.ts';
import { kindNames } from '#kinds/kinds.ts';
import { listVersions } from '#network/network.store.server.ts';
import { happenedSince } from '#queue/telling.store.server.ts';
import { linkChat, unlinkChat } from '#telegram/telegram.store.server.ts';
import { listLinks } from '#paylinks/paylinks.store.server.ts';
import { countWaiting } from '#queue/waiting.server.ts';
import { latestOf, listRequests } from '#requests/list.server.ts';
import { openRequestsOf } from '#requests/open.server.ts';
import { countOfStatement, statementOf } from '#requests/statement.server.ts';
import { lastingOf } from '#runway/runway.store.server.ts';
import { countActive } from '#revenue/revenue.store.server.ts';
import type { Database } from '#server/database.server.ts';
import { listShares } from '#shares/shares.store.server.ts';
import { carryOn, countThreads, listThreads, markSeen, takeDue } from '#support/support.store.server.ts';
import { setVerifiedEmail } from '#users/people.server.ts';
import { testPortal } from './portal.testing.server.ts';

type Said = { at: string; key: string; name?: string; text?: string; columns: Record<string, string> };

const script = join(import.meta.dirname, '../scripts/statements.mjs');
const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 16 * 1024 * 1024 });
const said = JSON.parse(stdout) as Said[];
const portal = await testPortal();
const connection = await portal.db.pool.connect();
afterAll(() => connection.release());

/**
 * The columns that PostgreSQL would answer with, and their types; it throws where it does not understand the statement.
 */
function columnsOf(client: PoolClient, text: string): Promise<Record<string, number>> {
  return new Promise((resolve, reject) => {
    let columns: Record<string, number> = {};
    client.query({
      submit(on: Connection) {
        on.parse({ name: '', text, types: [] }, true);
        on.describe({ type: 'S', name: '' }, true);
        on.sync();
      },
      handleRowDescription: ({ fields }: QueryResultBase) =>
        (columns = Object.fromEntries(fields.map(({ name, dataTypeID }) => [name, dataTypeID]))),
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    } as never);
  });
}

/** What arrives in JavaScript for a type of PostgreSQL, as database.server.ts and node-postgres read it. */
const { rows: types } = await portal.db.pool.query<{ oid: number; kind: string }>(`
  select t.oid::int as oid, case
    when t.typcategory = 'A' then coalesce(e.kind, 'string') || '[]'
    else coalesce(o.kind, case when t.typname in ('json', 'jsonb', 'bytea') or t.typtype = 'c'
      then 'other' else 'string' end)
  end as kind
  from pg_type t
  left join (values ('int8', 'bigint'), ('int4', 'number'), ('int2', 'number'), ('oid', 'number'), ('float8', 'number'),
    ('bool', 'boolean'), ('timestamptz', 'Date'), ('void', 'other')) o (name, kind) on o.name = t.typname
  left join (values ('_int8', 'bigint'), ('_int4', 'number'), ('_int2', 'number'), ('_bool', 'boolean'),
    ('_timestamptz', 'Date'), ('_json', 'other'), ('_jsonb', 'other'), ('_bytea', 'other')) e (name, kind)
    on e.name = t.typname`);
const kindOf = new Map(types.map(({ oid, kind }) => [oid, kind]));

/** What does not agree between the columns that a row is said to have and those that arrive. */
function faultsOf(said: Record<string, string>, columns: Record<string, number>): string[] {
  return Object.entries(said).flatMap(([name, kind]) => {
    if (!(name in columns)) return [`${name} does not arrive`];
    const arrives = kindOf.get(columns[name]!);
    return arrives === kind || kind.startsWith('other')
      ? []
      : [`${name} is said to be ${kind}, and ${arrives} arrives`];
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
    expect(faultsOf(each.columns, await columnsOf(connection, each.text!))).toEqual([]);
  },
);

test('no statement asks for what PostgreSQL 17 does not know yet', () => {
  const later = /\breturning\b[^;]*\b(old|new)\.|\buuidv[47]\(|\barray_(sort|reverse)\(|\bcasefold\(/i;
  expect(constant.filter(({ text }) => later.test(text!)).map(({ at }) => at)).toEqual([]);
});

test('a column that is not there or of another type is noticed', async () => {
  await expect(columnsOf(connection, 'select nam from people')).rejects.toThrow('column "nam" does not exist');
  const columns = await columnsOf(connection, 'select id, name from people where id = $1');
  expect(faultsOf({ id: 'bigint', name: 'string' }, columns)).toEqual([]);
  expect(faultsOf({ id: 'number', nam: 'string' }, columns)).toEqual([
    'id is said to be number, and bigint arrives',
    'nam does not arrive',
  ]);
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
      for (const narrowed of [{}, { platform: 'Google', state: 'Active', up: true }]) {
        const list = {
          client: undefined,
          platform: '',
          state: '',
          up: false,
          ...page,
          ...own,
          q,
          ...narrowed,
        } as const;
        await listAccounts(db, list as Parameters<typeof listAccounts>[1]);
        await countAccounts(db, list as Parameters<typeof listAccounts>[1]);
      }
    }
  await latestOf(db, new Map([[of, nobody]]), [everything], 3);
  for (const kinds of [undefined, kindNames]) {
    await statementOf(db, { client: of, kinds, limit: 3 });
    await countOfStatement(db, { client: of, kinds }, 3);
  }
  for (const reader of ['client', 'agency'] as const) {
    for (const up of [true, false]) await listThreads(db, { ...page, client: of, reader, unanswered: false, up });
    await countThreads(db, { client: of, unanswered: true, q: 'ok' });
    await markSeen(db, 'TU-0000-0000', reader);
    const said = { id: 0n, subject: 'TU-0000-0000', client: of, side: reader };
    await expect(carryOn(db, said)).rejects.toThrow('foreign key');
    await takeDue(db, { subject: 'TU-0000-0000', side: reader });
  }
  await countWaiting(db);
  for (const which of ['all', 'shown'] as const) await openRequestsOf(db, of, which);
  for (const which of ['known', { client: of }, { accounts: [1n] }] as const) await lastingOf(db, which, new Date());
  await listLinks(db, { ...page, client: of, state: '', up: true });
  await listVersions(db, { ...page, sort: '' });
  for (const q of ['', 'okafor'])
    for (const active of [true, false]) {
      await listClients(db, { ...page, q, active, sort: '-createdAt' });
      await countClients(db, { q, active });
    }
  await countActive(db);
  await settleIn(db);
  await settleOut(db);
  await openWithdrawals(db);
  await securityOf(db, client.person, { limit: 3 });
  await happenedSince(db, new Date(), new Date());
  await unlinkChat(db, { chat: 0n });
  await linkChat(db, client.person as Parameters<typeof linkChat>[1], []);
  await setVerifiedEmail(db, client.person as Parameters<typeof setVerifiedEmail>[1], client.email);
  // What only handlers ask is asked through them, of a portal that tells what it asks.
  Object.assign(portal.app.db, { query: (...call: Parameters<Database['query']>) => db.query(...call) });
  for (const [path, query] of asked)
    expect(
      (await portal.call('GET', path, { as: path === '/kimi/get-notices' ? client : admin, query })).status,
      path,
    ).toBe(200);
  const built = said
    .filter(({ text }) => text === undefined)
    .map((each) => ({ ...each, beginning: beginningOf(each.key) }))
    .toSorted((one, other) => other.beginning.length - one.beginning.length);
  const unmet = new Set(built.map(({ at }) => at));
  for (const { name, text } of met) {
    const columns = await columnsOf(connection, text);
    const its = built.find(({ beginning }) => name.startsWith(beginning));
    if (its === undefined) continue;
    unmet.delete(its.at);
    expect(faultsOf(its.columns, columns), its.at).toEqual([]);
  }
  expect([...unmet]).toEqual([]);
});

function beginningOf(key: string): string {
  const beginning = key.slice(key.indexOf(' ') + 1);
  return namedAs[beginning] ?? beginning;
}

/** Where the whole name is made in another line. */
const namedAs: Record<string, string> = { "skip === 0 ? shape : ''": 'clients.list' };

const days = { from: '2026-11-01', to: '2026-11-02' };
const asked: [path: string, query: Record<string, string>][] = [
  ['/kimi/get-audit-log', {}],
  ['/kimi/get-audit-log', { q: 'okafor' }],
  ['/kimi/get-revenue-entries', days],
  ['/kimi/get-revenue-entries', { ...days, q: 'okafor' }],
  ['/kimi/get-notices', {}],
  ['/kimi/get-transfers', {}],
  ['/kimi/get-ad-accounts', {}],
  ['/get-user-for-admin', {}],
  ['/kimi/get-spend-imports', {}],
  ['/kimi/try-auto-credit', {}],
  ['/kimi/get-transfers-day', {}],
];
