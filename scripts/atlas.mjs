/**
 * `npm run atlas`: pictures of every signed-in screen, in every state, width and theme, on contact sheets in
 * build/atlas.
 */
import { join } from 'node:path';
import { runJourneys } from './checks.mjs';
import { build, command, Failed, install, root } from './prepare.mjs';

await command(async () => {
  install();
  build();
  const folder = join(root, 'build/atlas');
  const { failed } = await runJourneys(['e2e/screens.e2e.ts'], { ATLAS: folder });
  console.log(`The contact sheets are in ${folder}.`);
  if (failed > 0) throw new Failed('Some screens have faults; see above.');
});
