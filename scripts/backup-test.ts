/**
 * `npm run backup:test`: restores the newest backup (or makes one) into a PostgreSQL of its own beside the portal's,
 * proves the book there and throws it away. The portal does it by itself once a week. Ends with 1 when it failed.
 */
import { setPriority } from 'node:os';
import { testBackup } from '#book/backuptest.server.ts';
import { readConfig } from '#server/config.server.ts';

// Clients come first.
setPriority(10);
const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());

try {
  const { file, at, rows, checks, own } = await testBackup(readConfig(process.env), stop.signal, (sentence) =>
    console.log(sentence),
  );
  console.log(
    `${file}, as of ${at}, came back: ${rows.toLocaleString('en')} rows, each read again; ${checks} checks found nothing.`,
  );
  if (own)
    console.log(
      'The test made this backup itself and has removed it again: DATA_DIR/backups has none of the last 36 hours. Who makes backups, and where do they go?',
    );
  process.exit(0);
} catch (error) {
  console.error(`The backup did not come back: ${(error as Error).message}`);
  process.exit(1);
}
