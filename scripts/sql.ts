/**
 * `npm run sql -- "select …"`: runs statements on the portal's database (DATA_DIR or DATABASE_URL) as its owner, all or
 * none, also while the portal runs, and prints each row as a line of JSON. For what docs/operations.md says to do by
 * hand: the embedded PostgreSQL comes without a psql. The book cannot be changed with it; triggers stop its owner too.
 */
import { onDatabase } from './visit.ts';

const statements = process.argv[2];
if (!statements) {
  console.error('Which statement? For example: npm run sql -- "select count(*) from clients"');
  process.exit(2);
}
try {
  const results = [await onDatabase('sql', (client) => client.query(statements))].flat();
  for (const { command, rows, rowCount } of results) {
    for (const row of rows) console.log(JSON.stringify(row));
    console.log(`${command}: ${rowCount ?? 0} row${rowCount === 1 ? '' : 's'}`);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
