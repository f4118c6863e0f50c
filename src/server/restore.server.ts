/**
 * Restoring puts a backup into an empty database, all of it or nothing: one transaction, which commits only after every
 * restored table was read again and found equal to what was backed up. A backup of an older version goes into the
 * tables of that version first, and is migrated afterwards, as the original would have been.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { pipeline as untilDone } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { format, version, type Header } from './backup.server.ts';
import { patient } from './connection.server.ts';
import { functionsFolder, migrate, readMigrations } from './migrate.server.ts';
import { CannotOpen, opened, type Opening } from './sealedfile.server.ts';
import {
  digester,
  digestOf,
  quoted,
  sameText,
  tablesOf,
  type Digest,
  type Sequence,
  type Table,
} from './tables.server.ts';

/** Thrown when this file can't go into this database; the message says why, and nothing was changed in any table. */
class CannotRestore extends Error {}

/** Thrown when everything was restored and is kept, but what comes after that failed; `cause` is the error. */
export class FailedAfterRestore extends Error {}

type Options = Partial<Opening> & { migrationsFolder?: string };
type Restored = { at: string; tables: (Table & Digest)[]; migrated: string[] };

/** `url` is the owner's; `keys` are BACKUP_KEY. Answers what was restored, and the migrations that ran on top of it. */
export async function restore(
  url: string,
  file: string,
  { keys, unsealed = false, migrationsFolder = join(import.meta.dirname, '../../migrations') }: Options = {},
): Promise<Restored> {
  await access(file);
  // A broken file also ends the reading of its lines, and that is where the error is reported.
  const plain = (bytes: AsyncIterable<Buffer>) => opened(bytes, { keys, unsealed });
  const lines = reader(pipeline(createReadStream(file), plain, createGunzip(), () => {}));
  const header = await headerOf(lines);
  const client = new pg.Client({
    ...patient,
    connectionString: url,
    application_name: 'agency-portal restore',
    options: '-c statement_timeout=0',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sameText);
    await insistOnEmpty(client, header);
    await migrateTo(url, header, migrationsFolder);
    const tables = await fill(client, header, lines);
    const migrated = await bringUpToDate(client, url, migrationsFolder);
    return { at: header.at, tables, migrated };
  } finally {
    lines.close();
    await client.end();
  }
}

async function headerOf(lines: Lines): Promise<Header> {
  const header = await lines.json<Header>().catch((error: unknown) => {
    if (error instanceof CannotOpen) throw error;
    return undefined;
  });
  if (header?.format !== format) throw new CannotRestore('This file is not a backup of a portal.');
  if (header.version !== version)
    throw new CannotRestore(`This backup has format ${header.version}; this portal reads format ${version}.`);
  return header;
}

async function insistOnEmpty(client: pg.Client, header: Header): Promise<void> {
  const full: string[] = [];
  for (const { name } of await tablesOf(client)) {
    const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`);
    if (rowCount) full.push(name);
  }
  if (full.length > 0) {
    throw new CannotRestore(
      `This database is not empty (it has rows in ${full.slice(0, 3).join(', ')}). Restore into a new one.`,
    );
  }
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.migrations') is not null as there`,
  );
  const ran = rows[0]!.there ? (await client.query<{ name: string }>('select name from migrations')).rows : [];
  const later = ran.find(({ name }) => !header.migrations.some((migration) => migration.name === name));
  if (later) {
    throw new CannotRestore(
      `This database has been migrated further than the backup (it has ${later.name}). Restore into a new one.`,
    );
  }
}

/** Makes the tables as they were when the backup was taken. */
async function migrateTo(url: string, header: Header, folder: string): Promise<void> {
  const known = new Map((await readMigrations(folder)).map((migration) => [migration.name, migration]));
  const then = await mkdtemp(join(tmpdir(), 'portal-restore-'));
  try {
    for (const { name, checksum } of header.migrations) {
      const migration = known.get(name);
      if (migration?.checksum !== checksum) {
        throw new CannotRestore(
          `This backup was made by another version of the portal: its ${name} is ${migration ? 'not the one' : 'not'} known here.`,
        );
      }
      await writeFile(join(then, name), migration.sql);
    }
    await migrate(url, then);
  } finally {
    await rm(then, { recursive: true, force: true });
  }
}

async function fill(client: pg.Client, header: Header, lines: Lines): Promise<Restored['tables']> {
  await client.query('begin');
  try {
    // A restore may take an hour; the time limits are meant for calls.
    await client.query('set local transaction_timeout = 0');
    await client.query(
      `lock table ${header.tables.map((table) => quoted(table.name)).join(', ')} in access exclusive mode`,
    );
    await insistOnEmpty(client, header);
    await triggers(client, header.tables, 'disable');
    const tables: Restored['tables'] = [];
    for (const table of header.tables) tables.push(await fillTable(client, table, lines));
    await setSequences(client, (await lines.json<{ sequences: Sequence[] }>()).sequences);
    await lines.end();
    for (const table of tables) await insistOnEqual(client, table);
    await client.query(
      `update migrations m set ran_at = x."ranAt" from json_to_recordset($1) x (name text, "ranAt" timestamptz)
       where m.name = x.name`,
      [JSON.stringify(header.migrations)],
    );
    await triggers(client, header.tables, 'enable');
    await client.query('commit');
    return tables;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Triggers are off while rows are restored, which already hold what triggers did to them; foreign keys stay on. */
async function triggers(client: pg.Client, tables: Table[], how: 'disable' | 'enable'): Promise<void> {
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} ${how} trigger user`);
}

async function fillTable(client: pg.Client, table: Table, lines: Lines): Promise<Table & Digest> {
  const { table: name } = await lines.json<{ table: string }>();
  if (name !== table.name) throw new CannotRestore(`The backup is damaged: ${table.name} is not where it should be.`);
  const digest = digester();
  const columns = table.columns.map(quoted).join(', ');
  const into = client.query(copyFrom(`copy ${quoted(name)} (${columns}) from stdin`));
  // A connection that breaks may emit two errors; without this listener the second one would end the process.
  into.on('error', () => {});
  await untilDone(
    lines.rows((chunk) => digest.add(chunk)),
    into,
  );
  const found = digest.end();
  const said = await lines.json<Digest>();
  if (found.sha256 !== said.sha256 || into.rowCount !== said.rows)
    throw new CannotRestore(`The backup is damaged: the rows of ${name} are not those it was made with.`);
  return { ...table, ...found };
}

async function setSequences(client: pg.Client, sequences: Sequence[]): Promise<void> {
  for (const { name, last, called } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quoted(name), last, called]);
}

async function insistOnEqual(client: pg.Client, table: Table & Digest): Promise<void> {
  const { sha256 } = await digestOf(client, table);
  if (sha256 !== table.sha256)
    throw new CannotRestore(`${table.name} did not come back as it was; nothing was restored.`);
}

/** Answers the migrations that ran. The rows are committed by now. */
async function bringUpToDate(client: pg.Client, url: string, folder: string): Promise<string[]> {
  try {
    const ran = await migrate(url, folder);
    await client.query('analyze');
    return ran.filter((name) => !name.startsWith(functionsFolder));
  } catch (error) {
    throw new FailedAfterRestore((error as Error).message, { cause: error });
  }
}

type Lines = ReturnType<typeof reader>;

const terminator = Buffer.from('\n\\.\n');

/** Reads the file front to back: lines of JSON, and between them rows. */
function reader(source: NodeJS.ReadableStream & { destroy(): void }) {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const seal = createHash('sha256');
  let rest: Buffer = Buffer.alloc(0);

  async function more(): Promise<void> {
    const { done, value } = await chunks.next().catch((error: Error) => {
      if (error instanceof CannotOpen) throw error;
      throw new CannotRestore(`The backup can't be read to its end: ${error.message}.`);
    });
    if (done) throw new CannotRestore('The backup is damaged: it ends too early.');
    rest = rest.length > 0 ? Buffer.concat([rest, value]) : value;
  }
  async function line(): Promise<Buffer> {
    while (!rest.includes(10)) await more();
    const end = rest.indexOf(10) + 1;
    const found = rest.subarray(0, end);
    rest = rest.subarray(end);
    return found;
  }
  return {
    async json<T>(): Promise<T> {
      const text = await line();
      seal.update(text);
      return JSON.parse(text.toString()) as T;
    },
    /**
     * The bytes up to the line `\\.`. A line break is added before the first row, so that a table without rows ends in
     * the same way.
     */
    async *rows(seen: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
      let from = 1;
      rest = Buffer.concat([Buffer.from('\n'), rest]);
      for (;;) {
        const end = rest.indexOf(terminator);
        const upto = end >= 0 ? end + 1 : rest.length - terminator.length + 1;
        if (upto > from) {
          const chunk = rest.subarray(from, upto);
          seen(chunk);
          yield chunk;
          rest = rest.subarray(upto - 1);
          from = 1;
        }
        if (end >= 0) {
          rest = rest.subarray(rest.indexOf(terminator) + terminator.length);
          return;
        }
        await more();
      }
    },
    async end(): Promise<void> {
      const wanted = seal.digest('hex');
      const { end } = JSON.parse((await line()).toString()) as { end?: string };
      if (end !== wanted) throw new CannotRestore('The backup is damaged: its last line does not fit the others.');
    },
    close: () => source.destroy(),
  };
}
