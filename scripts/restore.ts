/**
 * `npm run restore -- FILE`: puts a backup into an empty database (a new DATA_DIR, or an empty one behind
 * DATABASE_URL). `npm run restore -- FOLDER [--to="2026-11-22 14:03:07"]`: brings an archive back as it was then, into
 * a new DATA_DIR. Where BACKUP_KEY is given, a file that is not sealed is refused, unless `--unsealed` says that it is
 * one's own from before. Both then prove the book. Ends with 1 when nothing was restored, with 2 when the audit of
 * what was restored finds something, with 3 when everything was restored but something after that failed.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { auditBook } from '#requests/book.server.ts';
import { readConfig, type Config } from '#server/config.server.ts';
import { withConnection } from '#server/connection.server.ts';
import { holdDatabase } from '#server/postgres.server.ts';
import { FailedAfterRestore, restore } from '#server/restore.server.ts';
import { CannotRewind, momentOf, rewind } from '#server/rewind.server.ts';
import type { Opening } from '#server/sealedfile.server.ts';
import { sayStored } from '#topups/storedpictures.server.ts';

/** What is committed stays, whatever fails after it. */
let restored = false;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, unsealed: { type: 'boolean', default: false } },
  });
  const [from] = positionals;
  if (!from)
    throw new Error(
      'which backup? For example: DATA_DIR=./new-data npm run restore -- data/backups/portal-2026-01-31T04-00-00.backup.gz',
    );
  const config = readConfig(process.env);
  const archived = (await stat(from)).isDirectory();
  if (values.to !== undefined && !archived)
    throw new CannotRewind('a backup is of one moment. Only an archive, which is a folder, goes back to another.');
  const opening = { keys: config.backupKeys, unsealed: values.unsealed };
  await (archived ? fromArchive(config, opening, resolve(from), values.to) : fromBackup(config, opening, from));
} catch (error) {
  const { message } = error as Error;
  const kept = restored || error instanceof FailedAfterRestore;
  console.error(
    kept
      ? `Everything was restored and is kept, but it is not proved, as what comes after that failed: ${message}\nDo not restore again: mend this, then “npm run audit” proves the book. Where it can't look yet, start the portal first, which brings the tables up to date.`
      : `Nothing was restored: ${message}`,
  );
  process.exitCode = kept ? 3 : 1;
}

async function fromBackup(config: Config, opening: Opening, file: string): Promise<void> {
  const database = await holdDatabase(
    { ...config, databaseUrl: config.migrateDatabaseUrl ?? config.databaseUrl },
    {},
    0,
  );
  try {
    const { at, tables, migrated } = await restore(database.url, file, opening);
    restored = true;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Restored ${rows.toLocaleString('en')} rows of ${tables.length} tables as of ${at}; each table was read again and is equal.`,
    );
    if (migrated.length > 0) console.log(`Brought up to date: ${migrated.join(', ')}.`);
    await prove(database.url);
  } finally {
    await database.stop();
  }
}

async function fromArchive(
  { dataDir, databaseUrl }: Config,
  opening: Opening,
  folder: string,
  moment: string | undefined,
): Promise<void> {
  if (databaseUrl) throw new CannotRewind('an archive comes back into a new DATA_DIR, without DATABASE_URL.');
  const to = moment === undefined ? undefined : momentOf(moment);
  const { copy } = await rewind({ folder, dataDir, opening, to });
  restored = true;
  const database = await holdDatabase({ dataDir, databaseUrl: undefined }, {}, 0);
  try {
    console.log(
      `Restored as it was ${to ? `at ${to.toISOString()}` : 'when the archive ended'}, from the copy of ${copy.at}.`,
    );
    await prove(database.url);
  } finally {
    await database.stop();
  }
}

async function prove(url: string) {
  const audited = async (client: pg.Client) => ({
    checked: await auditBook(client),
    elsewhere: await sayStored(client),
  });
  const { checked, elsewhere } = await withConnection(url, audited, 'agency-portal audit');
  const wrong = checked.filter(({ findings }) => findings > 0);
  for (const { check, shown } of wrong) console.error(`WRONG ${check}\n      ${shown.join('\n      ')}`);
  console.log(
    wrong.length === 0
      ? 'The book is proved: nothing was found.'
      : 'The book is NOT in order; the data is as it was kept.',
  );
  if (elsewhere) console.log(elsewhere);
  if (wrong.length > 0) process.exitCode = 2;
}
