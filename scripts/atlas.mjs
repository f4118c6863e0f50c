/** `npm run atlas`: pictures of every signed-in screen, in every state, width and theme, on contact sheets in build/atlas. */
import { join } from 'node:path';
import { runJourneys } from './checks.mjs';
import { build, Failed, install, root } from './prepare.mjs';

try {
  install();
  build();
  const folder = join(root, 'build/atlas');
  const failed = await runJourneys(['e2e/screens.e2e.ts'], { ATLAS: folder });
  console.log(`The contact sheets are in ${folder}.`);
  if (failed.length > 0) throw new Failed('Some screens have faults; see above.');
} catch (error) {
  if (!(error instanceof Failed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
