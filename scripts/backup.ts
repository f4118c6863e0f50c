/**
 * `npm run backup [-- file]`: writes all of the portal's data (DATA_DIR or DATABASE_URL) as of one moment into one
 * file, also while the portal runs. Without a name the file goes into DATA_DIR/backups. With `--beside` it waits for a
 * portal that is about to start, and never runs the database itself.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { newestSeals } from '#book/kept.server.ts';
import { backUp } from '#server/backup.server.ts';
import { readConfig } from '#server/config.server.ts';
import { whereToRead } from '#server/oldreads.server.ts';
import { visitDatabase } from '#server/postgres-visit.server.ts';
import { sayStored } from '#topups/storedpictures.server.ts';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { beside: { type: 'boolean', default: false } },
  });
  const config = readConfig(process.env);
  const name = `portal-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.backup.gz`;
  const file = resolve(positionals[0] ?? join(config.dataDir, 'backups', name));
  const database = await visitDatabase(config, values);
  try {
    const began = performance.now();
    const url = await whereToRead(database.url, config.readDatabaseUrl, { say: (sentence) => console.log(sentence) });
    // The file is worth no less where this can't be read, as in a database that is older than these sources.
    const { bytes, tables, seen } = await backUp(url, file, config.backupKeys, (client) =>
      whatIsInIt(client).catch(() => undefined),
    );
    for (const { name: table, rows, sha256 } of tables)
      console.log(`${table} (${rows.toLocaleString('en')} rows, ${sha256.slice(0, 12)}…)`);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const care = config.backupKeys
      ? 'It is encrypted: without BACKUP_KEY nobody opens it, so keep that elsewhere.'
      : 'It holds everything: keep it as you keep passwords.';
    console.log(`Backed up into ${file} (${(bytes / 1024 / 1024).toFixed(1)} MB, ${seconds} s). ${care}`);
    if (!config.secretKeys && !config.databaseUrl) {
      console.log(
        `Not in it: ${join(config.dataDir, 'secret.key')}. Keep a copy somewhere else; without it nobody's second factor opens.`,
      );
    }
    if (!seen) console.log('Its newest seal, and how many pictures it only names, could not be read.');
    if (seen?.elsewhere) console.log(seen.elsewhere);
    // Kept elsewhere, it proves later that nothing before it was changed, not even by the owner.
    if (seen?.seal) console.log(`Newest seal, over all movements up to ${seen.seal.upto}: ${seen.seal.head}`);
  } finally {
    await database.stop();
  }
} catch (error) {
  console.error(`No backup was made: ${(error as Error).message}`);
  process.exitCode = 1;
}

/** Read inside of the backup's snapshot: what was sealed since is not in the file. */
async function whatIsInIt(client: pg.Client) {
  const seals = await newestSeals(client);
  return { seal: seals.find(({ of }) => of === 'book'), elsewhere: await sayStored(client) };
}
