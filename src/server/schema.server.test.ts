import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withConnection } from './connection.server.ts';
import { printed } from './migrate.server.ts';
import { schemaOf } from './schema.server.ts';
import { testDatabase } from './database.testing.server.ts';

const db = await testDatabase();

test('migrations/schema.sql says what the migrations make; `npm run schema` prints it anew', async () => {
  const said = await readFile(join(import.meta.dirname, '../../migrations', printed), 'utf8');
  expect(await withConnection(db.url, schemaOf)).toBe(said);
});

test('a column, an index, a right or a trigger more is another schema', async () => {
  for (const change of [
    'alter table shares add column more text',
    'create index more on shares (email)',
    'grant delete on shares to portal_app',
    'drop trigger shares_append_only on shares',
    'alter table shares alter column email drop not null',
    'create function more() returns int language sql as $$ select 1 $$',
  ]) {
    await withConnection(db.url, async (client) => {
      const before = await schemaOf(client);
      await client.query('begin');
      await client.query(change);
      expect(await schemaOf(client), change).not.toBe(before);
      await client.query('rollback');
    });
  }
});
