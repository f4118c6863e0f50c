/**
 * `npm run explain -- DP-7K3Q-X2MF`: prints one request's whole story from the portal's database, also while it runs.
 */
import { explain } from '#requests/explain.server.ts';
import { onDatabase } from './visit.ts';

const applyId = process.argv[2];
if (!applyId) {
  console.error('Which request? For example: npm run explain -- DP-7K3Q-X2MF');
  process.exit(2);
}
try {
  const story = await onDatabase('explain', (client) => explain(client, applyId));
  console.log(story ? story.join('\n') : `There is no request ${applyId}.`);
  process.exitCode = story ? 0 : 1;
} catch (error) {
  console.error(`Nothing could be looked up: ${(error as Error).message}`);
  process.exitCode = 2;
}
