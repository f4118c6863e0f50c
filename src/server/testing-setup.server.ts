/**
 * Before the tests: one embedded PostgreSQL in a temporary folder, with a migrated database that the test files' own databases
 * are copied from. fsync is off, as nothing has to outlive the run; everything else is as in production.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from './migrate.server.ts';
import { startPostgres } from './postgres.server.ts';

export const template = 'template_of_tests';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The owner's URL of the server's first database; test files put their own database's name into it. */
    databaseUrl: string;
  }
}

export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-tests-'));
  const postgres = await startPostgres(dataDir, {
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '300', max_wal_size: '2GB' },
  });
  await makeTemplate(postgres.url);
  project.provide('databaseUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function makeTemplate(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  await migrate(databaseIn(url, template));
}

/** The same server's URL with another database. */
export function databaseIn(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
