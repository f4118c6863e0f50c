/**
 * `npm run restore -- file`: puts a backup into an empty database (a new DATA_DIR, or an empty one behind
 * DATABASE_URL), then proves the book. Ends with 1 when nothing was restored, with 2 when the audit of what was
 * restored finds something.
 */
import { auditBook } from '#requests/book.server.ts';
import { readConfig } from '#server/config.server.ts';
import { withConnection } from '#server/connection.server.ts';
import { holdDatabase } from '#server/postgres.server.ts';
import { restore } from '#server/restore.server.ts';

const file = process.argv[2];
if (!file) {
  console.error(
    'Which backup? For example: DATA_DIR=./new-data npm run restore -- data/backups/portal-2026-01-31T04-00-00.backup.gz',
  );
  process.exit(1);
}
try {
  const config = readConfig(process.env);
  const database = await holdDatabase(
    { ...config, databaseUrl: config.migrateDatabaseUrl ?? config.databaseUrl },
    {},
    0,
  );
  try {
    const { at, tables, migrated } = await restore(database.url, file, { keys: config.backupKeys });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Restored ${rows.toLocaleString('en')} rows of ${tables.length} tables as of ${at}; each table was read again and is equal.`,
    );
    if (migrated.length > 0) console.log(`Brought up to date: ${migrated.join(', ')}.`);
    await prove(database.url);
  } finally {
    await database.stop();
  }
} catch (error) {
  console.error(`Nothing was restored: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function prove(url: string) {
  const checked = await withConnection(url, (client) => auditBook(client), 'agency-portal audit');
  const wrong = checked.filter(({ findings }) => findings > 0);
  for (const { check, shown } of wrong) console.error(`WRONG ${check}\n      ${shown.join('\n      ')}`);
  console.log(
    wrong.length === 0
      ? 'The book is proved: nothing was found.'
      : 'The book is NOT in order; the data is as it was backed up.',
  );
  if (wrong.length > 0) process.exitCode = 2;
}
