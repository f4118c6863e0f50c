/**
 * `npm run schema`: prints migrations/schema.sql, what all migrations together make, from a database that is made for it
 * and thrown away. Run it after a migration or a function changed; a test compares the two.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withConnection } from '#server/connection.server.ts';
import { migrate, printed } from '#server/migrate.server.ts';
import { startPostgres } from '#server/postgres.server.ts';
import { schemaOf } from '#server/schema.server.ts';

const folder = await mkdtemp(join(tmpdir(), 'portal-schema-'));
const postgres = await startPostgres(folder, { settings: { fsync: 'off' } });
try {
  await migrate(postgres.url);
  const text = await withConnection(postgres.url, schemaOf);
  await writeFile(join(import.meta.dirname, '../migrations', printed), text);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
}
