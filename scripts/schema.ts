/**
 * `npm run schema`: writes the types of all tables (`src/server/schema.generated.ts`) from a database that the migrations have
 * just made, so that the types can't say anything the migrations don't. With `--verify` it only says whether they still agree.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#server/migrate.server.ts';
import { startPostgres } from '#server/postgres.server.ts';

const root = join(import.meta.dirname, '..');
const dataDir = await mkdtemp(join(tmpdir(), 'portal-schema-'));
const postgres = await startPostgres(dataDir, { settings: { fsync: 'off' } });
try {
  await migrate(postgres.url);
  const types = { int8: 'bigint', numeric: 'string', timestamptz: 'Date', date: 'string' };
  const { status } = spawnSync(
    process.execPath,
    [
      ...[join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'), '--dialect', 'postgres', '--default-schema', 'public'],
      ...['--out-file', join(root, 'src/server/schema.generated.ts'), '--type-mapping', JSON.stringify(types)],
      ...['--exclude-pattern', 'migrations', '--singularize', 'false', ...process.argv.slice(2)],
    ],
    { env: { ...process.env, DATABASE_URL: postgres.url }, stdio: 'inherit' },
  );
  process.exitCode = status ?? 1;
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
