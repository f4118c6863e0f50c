import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#server/database.testing.server.ts';

const db = await testDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'portal-sql-'));
afterAll(() => rm(dataDir, { recursive: true }));

function run(script, args, more = {}) {
  const env = { ...process.env, DATABASE_URL: db.url, DATA_DIR: dataDir, ...more };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, script), ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const sql = (...args) => run('sql.ts', args);

test('a statement is run on the portal’s database and says what it did; several are run all or none', async () => {
  await db.owner.query(
    'put',
    `insert into throttles (key, guesses, ends_at) values ('sign-in:ana@x.example', 9, now() + interval '1 hour')`,
  );
  const both = sql(`select guesses from throttles; delete from throttles where key like 'sign-in:ana@x.example%'`);
  expect(both).toEqual({ status: 0, stdout: '{"guesses":9}\nSELECT: 1 row\nDELETE: 1 row\n', stderr: '' });
  const wrong = sql(`insert into throttles (key, guesses, ends_at) values ('other', 1, now()); select * from nowhere`);
  expect(wrong).toEqual({ status: 1, stdout: '', stderr: 'relation "nowhere" does not exist\n' });
  expect(await db.owner.query('left', 'select key from throttles')).toEqual([]);
});

test('what keeps clients out after a restore, and lets the others in again, changes nobody who was out before', async () => {
  const doc = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8');
  const [out, back] = doc.match(/update clients set disabled_at = [^`\n]+/g);
  await db.owner.query(
    'clients',
    `insert into clients (public_id, name, email, disabled_at, closed_at)
     select id, id, id || '@x.example', disabled_at, closed_at
     from (values ('CL-ANA', null, null), ('CL-BEN', null, null), ('CL-OUT', now(), null), ('CL-LEFT', null, now()))
       c (id, disabled_at, closed_at)`,
  );
  const mayAct = async () =>
    (await db.owner.query('in', 'select public_id as id from clients where disabled_at is null order by 1')).map(
      ({ id }) => id,
    );
  expect(sql(out).stdout).toBe('UPDATE: 2 rows\n');
  expect(await mayAct()).toEqual(['CL-LEFT']);
  expect(sql(back.replace('…', 'CL-BEN')).stdout).toBe('UPDATE: 1 row\n');
  expect(await mayAct()).toEqual(['CL-ANA', 'CL-LEFT']);
});

test('a command that cannot look says why in words, and ends with another code than one that found nothing', () => {
  expect(run('explain.ts', ['DP-7K3Q-X2MF'])).toEqual({
    status: 1,
    stdout: 'There is no request DP-7K3Q-X2MF.\n',
    stderr: '',
  });
  for (const script of ['explain.ts', 'audit.ts']) {
    const { status, stdout, stderr } = run(script, ['DP-7K3Q-X2MF'], { SECRET_KEY: 'too short' });
    expect([status, stdout], script).toEqual([2, '']);
    expect(stderr, script).toContain('SECRET_KEY must be at least 32 characters');
    expect(stderr, script).not.toContain('    at ');
  }
});
