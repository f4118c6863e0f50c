/** `npm run explain -- DP-7K3Q-X2MF`: prints one request's whole story from the portal's database, also while it runs. */
import pg from 'pg';
import { explain } from '#requests/explain.server.ts';
import { readConfig } from '#server/config.server.ts';
import { visitDatabase } from '#server/postgres.server.ts';

const applyId = process.argv[2];
if (!applyId) {
  console.error('Which request? For example: npm run explain -- DP-7K3Q-X2MF');
  process.exit(2);
}
const database = await visitDatabase(readConfig(process.env));
const client = new pg.Client({ connectionString: database.url, application_name: 'agency-portal explain' });
try {
  await client.connect();
  const story = await explain(client, applyId);
  console.log(story ? story.join('\n') : `There is no request ${applyId}.`);
  process.exitCode = story ? 0 : 1;
} finally {
  await client.end();
  await database.stop();
}
