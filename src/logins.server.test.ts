/**
 * Two logins to one PostgreSQL: one that owns the tables and migrates, one that serves and could not change a table if
 * it tried.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.server.ts';
import { onServer, testDatabase } from '#server/database.testing.server.ts';
import { openPortal } from './portal.server.ts';

const db = await testDatabase();
const login = `serves_${randomBytes(6).toString('hex')}`;
await onServer(`create role ${login} login password 'secret'`);
await onServer(`grant portal_app to ${login} with inherit false, set true`);
const serving = new URL(db.url);
serving.username = login;
serving.password = 'secret';
const dataDir = await mkdtemp(join(tmpdir(), 'portal-logins-'));
const portal = await openPortal({
  config: readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: 'first@admin.test',
    ADMIN_PASSWORD: 'a long secret',
    DATABASE_URL: serving.href,
    MIGRATE_DATABASE_URL: db.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
  }),
  databaseUrl: serving.href,
});
afterAll(async () => {
  await portal.close();
  await onServer(`drop role ${login}`);
  await rm(dataDir, { recursive: true, force: true });
});

test('a portal that serves with a login of its own migrates with the other and works', async () => {
  expect((await fetch(`${portal.address}/readyz`)).status).toBe(200);
  const answer = await fetch(`${portal.address}/login-account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailId: 'first@admin.test', password: 'a long secret' }),
  });
  expect([answer.status, ((await answer.json()) as { typeOfUser: string }).typeOfUser]).toEqual([200, 'Admin']);
});

test('the login that serves cannot step up: no table is its own, none can be made, dropped or emptied', async () => {
  const client = new pg.Client({ connectionString: serving.href });
  await client.connect();
  try {
    const attempts = [
      'create table mine (x int)',
      'drop table people',
      'truncate movements',
      'alter table movements disable trigger all',
      'update movements set amount = 1',
      'delete from audit_log',
      `update people set admin_role = 'Admin'`,
      'update people set disabled_at = null',
      `insert into people (public_id, name, email, admin_role) values ('US-X', 'x', 'x@example.com', 'Admin')`,
      `insert into audit_log (action, actor_name) values ('auth.signed_in', 'somebody else')`,
      'create extension dblink',
      'create role another superuser',
      `set role ${new URL(db.url).username}`,
      'alter table people add column door text',
      `copy people to program 'cat'`,
      `select pg_read_file('/etc/passwd')`,
    ];
    for (const role of ['', 'set role portal_app']) {
      if (role) await client.query(role);
      for (const attempt of attempts)
        await expect(client.query(attempt), attempt).rejects.toThrow(/permission denied|must be owner|append-only/);
    }
    // Nor does it read or write anything before it takes up the portal's role.
    await client.query('reset role');
    await expect(client.query('select email from people')).rejects.toThrow('permission denied');
  } finally {
    await client.end();
  }
});
