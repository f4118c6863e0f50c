/**
 * `npm run archive -- FOLDER [--days=14]`: keeps in FOLDER what brings the portal's own PostgreSQL back to any second
 * of the last days, for as long as it runs. With `--end` PostgreSQL keeps nothing for an archive any more.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { archive, endArchive } from '#server/archive.server.ts';
import { readConfig } from '#server/config.server.ts';
import { superuserUrl } from '#server/postgres.server.ts';

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { days: { type: 'string', default: '14' }, end: { type: 'boolean', default: false } },
  });
  const { dataDir, databaseUrl, backupKeys } = readConfig(process.env);
  if (databaseUrl)
    throw new Error(
      'this archives the PostgreSQL that comes along. One of your own has an archive of its own: docs/operations.md, Going back in time.',
    );
  const days = Number(values.days);
  if (!Number.isInteger(days) || days < 1) throw new Error('--days is a whole number of days, at least 1.');
  if (values.end) {
    await endArchive(await superuserUrl(dataDir));
    console.log('PostgreSQL keeps nothing for an archive any more.');
  } else {
    const [folder] = positionals;
    if (!folder) throw new Error('which folder? For example: npm run archive -- /mnt/elsewhere/archive');
    await archive({
      folder: resolve(folder),
      url: () => superuserUrl(dataDir),
      keys: backupKeys,
      days,
      say: (sentence) => console.log(sentence),
      stop: stop.signal,
    });
  }
} catch (error) {
  console.error(`Nothing is archived: ${(error as Error).message}`);
  process.exitCode = 1;
}
