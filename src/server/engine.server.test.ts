/**
 * A real PostgreSQL that was changed so that it lacks what other engines lack is refused at the start; unchanged it is
 * accepted.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withConnection } from './connection.server.ts';
import { lackingAt } from './engine.server.ts';
import { CannotMigrate, migrate } from './migrate.server.ts';
import { testDatabase } from './database.testing.server.ts';

const db = await testDatabase();
const name = new URL(db.url).pathname.slice(1);
const lacking = (patienceMs?: number) => withConnection(db.url, (client) => lackingAt(db.url, client, patienceMs));

/** New connections of this database find these functions before PostgreSQL's own. */
const bend = (functions: string) =>
  withConnection(db.url, async (client) => {
    await client.query(`create schema bent; ${functions}`);
    await client.query(`alter database ${name} set search_path = bent, pg_catalog, public`);
  });
const unbend = () =>
  withConnection(db.url, async (client) => {
    await client.query('drop schema if exists bent cascade');
    await client.query(`alter database ${name} reset search_path`);
    await client.query(`alter database ${name} reset session_replication_role`);
  });

test('PostgreSQL has all of it', async () => {
  expect(await lacking()).toEqual([]);
});

test('locks that exclude nobody stop the start with a sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-engine-'));
  afterAll(() => rm(folder, { recursive: true }));
  await bend(`create function bent.pg_try_advisory_lock(int, int) returns boolean language sql as 'select true'`);
  const told = await migrate(db.url, folder).catch((error: unknown) => error);
  await unbend();
  expect(told).toBeInstanceOf(CannotMigrate);
  expect((told as Error).message).toMatch(
    /^DATABASE_URL leads to .+: an advisory lock does not keep another connection out\. Money is not safe there;/,
  );
});

test('notifications that do not arrive, and triggers that do not fire, are found', async () => {
  await bend(`create function bent.pg_notify(text, text) returns void language sql as 'select null::void'`);
  expect(await lacking(300)).toEqual(['a notification does not arrive at another connection']);
  await unbend();
  await withConnection(db.url, (client) =>
    client.query(`alter database ${name} set session_replication_role = replica`),
  );
  expect(await lacking()).toEqual(['a trigger for each statement does not fire']);
  await unbend();
  expect(await lacking()).toEqual([]);
});
