import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#server/testing.server.ts';

const db = await testDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'portal-sql-'));
afterAll(() => rm(dataDir, { recursive: true }));

function sql(...args) {
  const env = { ...process.env, DATABASE_URL: db.url, DATA_DIR: dataDir };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'sql.ts'), ...args], { env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

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
