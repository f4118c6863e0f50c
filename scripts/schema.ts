/**
 * `npm run schema`: prints migrations/functions/rules.sql, what src/kinds says is legal, and migrations/schema.sql,
 * what all migrations together make, from a database that is made for it and thrown away. Tests hold both.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rulesPage } from '#kinds/rules.ts';
import { withConnection } from '#server/connection.server.ts';
import { migrate, printed } from '#server/migrate.server.ts';
import { startPostgres } from '#server/postgres.server.ts';
import { schemaOf } from '#server/schema.server.ts';

const migrations = join(import.meta.dirname, '../migrations');
await writeFile(join(migrations, 'functions/rules.sql'), rulesPage());
const folder = await mkdtemp(join(tmpdir(), 'portal-schema-'));
const postgres = await startPostgres(folder, { settings: { fsync: 'off' } });
try {
  await migrate(postgres.url);
  const text = await withConnection(postgres.url, schemaOf);
  await writeFile(join(migrations, printed), text);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
}
