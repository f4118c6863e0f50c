/**
 * A backup is one file that holds all of an agency's data as of one moment, taken while the portal works. It is a
 * logical copy (rows, not disk pages), so it can be restored into another PostgreSQL, another major version or another
 * machine.
 *
 * The file is gzip over lines: a header; for each table its name, its rows as COPY writes them, `\.`, and its checksum;
 * at the end the sequences and a checksum over all lines that are not rows. So a file that was cut off or changed is
 * noticed.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { patient } from './connection.server.ts';
import { onDisk } from './ondisk.server.ts';
import { sealed } from './sealedfile.server.ts';
import { digester, quoted, sameText, sequencesOf, tablesOf, textOf, type Digest, type Table } from './tables.server.ts';

export const format = 'agency-portal backup';
export const version = 1;

export type Header = {
  format: typeof format;
  version: number;
  at: string;
  /** The PostgreSQL it was taken from, for people. */
  server: string;
  migrations: { name: string; checksum: string; ranAt: string }[];
  tables: Table[];
};
export type Made<T = undefined> = { bytes: number; tables: (Table & Digest)[]; seen: T };

/**
 * Writes a backup of the database at `url` (the owner's) to `file`, which appears only once it is whole. Readers and
 * writers are not held up; only a migration waits for its end. The first of `keys`, of BACKUP_KEY, encrypts it. `look`
 * reads the very moment that the file holds, and what it answers comes back as `seen`.
 */
export async function backUp<T = undefined>(
  url: string,
  file: string,
  keys?: readonly string[],
  look?: (client: pg.Client) => Promise<T>,
): Promise<Made<T>> {
  const client = new pg.Client({
    ...patient,
    connectionString: url,
    application_name: 'agency-portal backup',
    options: '-c statement_timeout=0 -c transaction_timeout=0 -c idle_in_transaction_session_timeout=0',
  });
  client.on('error', () => {});
  const partial = `${file}.partial`;
  await client.connect();
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const tables: Made['tables'] = [];
    await openSnapshot(client);
    await pipeline(
      Readable.from(contents(client, tables)),
      createGzip({ level: 4 }),
      (packed) => sealed(packed, keys),
      createWriteStream(partial, { mode: 0o600 }),
    );
    const seen = (await look?.(client)) as T;
    await onDisk(partial);
    await rename(partial, file);
    await onDisk(dirname(file));
    return { bytes: (await stat(file)).size, tables, seen };
  } finally {
    await client.end();
    await rm(partial, { force: true });
  }
}

/**
 * The tables are locked before the snapshot is taken. Otherwise a migration could run in between, and the snapshot
 * would see tables without their rows.
 */
async function openSnapshot(client: pg.Client): Promise<void> {
  await client.query(sameText);
  const tables = await tablesOf(client);
  if (tables.length === 0) throw new Error('There is nothing to back up: this database holds no portal yet.');
  await client.query('begin isolation level repeatable read read only');
  await client.query(
    `lock table migrations, ${tables.map((table) => quoted(table.name)).join(', ')} in access share mode`,
  );
}

async function* contents(client: pg.Client, made: Made['tables']): AsyncGenerator<Buffer> {
  const seal = createHash('sha256');
  const line = (value: unknown) => {
    const text = Buffer.from(`${JSON.stringify(value)}\n`);
    seal.update(text);
    return text;
  };
  const header = await headerOf(client);
  yield line(header);
  for (const table of header.tables) {
    yield line({ table: table.name });
    const digest = digester();
    for await (const chunk of await textOf(client, table)) {
      digest.add(chunk);
      yield chunk;
    }
    yield Buffer.from('\\.\n');
    const ended = digest.end();
    made.push({ ...table, ...ended });
    yield line({ table: table.name, ...ended });
  }
  yield line({ sequences: await sequencesOf(client) });
  yield Buffer.from(`${JSON.stringify({ end: seal.digest('hex') })}\n`);
}

async function headerOf(client: pg.Client): Promise<Header> {
  const { rows: migrations } = await client.query<Header['migrations'][number]>(
    'select name, checksum, ran_at::text as "ranAt" from migrations order by name',
  );
  const { rows } = await client.query<{ at: string; server: string }>(
    `select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, current_setting('server_version') as server`,
  );
  return { format, version, ...rows[0]!, migrations, tables: await tablesOf(client) };
}
