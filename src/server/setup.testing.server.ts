/**
 * Before the tests: one embedded PostgreSQL in a temporary folder, with a migrated database that the test files' own
 * databases are copied from. fsync is off, as nothing has to outlive the run; everything else is as in production.
 */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { databaseIn, withConnection } from './connection.server.ts';
import { lockDataDir } from './datadir.server.ts';
import { migrate } from './migrate.server.ts';
import { secretsOf } from './secrets.server.ts';
import { endPostgres, startPostgres } from './postgres.server.ts';

export const template = 'template_of_tests';

/** The key with which tests and benches vouch for their calls. */
export const testSecrets = secretsOf(['a key for tests and benches, of no use anywhere else']);
const prefix = 'portal-testrun-';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The owner's URL of the server's first database; test files put their own database's name into it. */
    databaseUrl: string;
    /** The module that audits a test database before it is dropped. */
    bookProof: string;
  }
}

export default async function setup(project: TestProject) {
  await sweep();
  const dataDir = await mkdtemp(join(tmpdir(), prefix));
  const lock = await lockDataDir(dataDir);
  const postgres = await startPostgres(dataDir, {
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '300', max_wal_size: '2GB' },
  });
  const tearDown = async () => {
    await postgres.stop();
    await lock.release();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await makeTemplate(postgres.url);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('databaseUrl', postgres.url);
  return tearDown;
}

/** A run that was killed could not stop its server. The next run does it for folders whose lock nobody holds. */
async function sweep() {
  for (const name of (await readdir(tmpdir())).filter((each) => each.startsWith(prefix))) {
    const dataDir = join(tmpdir(), name);
    const made = await stat(dataDir).catch(() => undefined);
    // A newer folder may belong to a run that has not locked it yet.
    if (!made || Date.now() - made.birthtimeMs < 60_000) continue;
    const lock = await lockDataDir(dataDir, 0).catch(() => undefined);
    if (!lock) continue;
    await endPostgres(dataDir);
    await rm(dataDir, { recursive: true, force: true });
    await lock.release();
  }
}

async function makeTemplate(url: string) {
  await withConnection(url, (client) => client.query(`create database ${template}`));
  await migrate(databaseIn(url, template), undefined, { voucherKeys: testSecrets.voucherKeys });
}
