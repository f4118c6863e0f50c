/**
 * `npm run atlas`: pictures of every signed-in screen, in every state, width and theme, on contact sheets in
 * build/atlas. `npm run atlas -- parts`: the same of every part of `ui/`.
 */
import { join } from 'node:path';
import { runJourneys } from './checks.mjs';
import { build, command, Failed, install, root } from './prepare.mjs';

await command(async () => {
  install();
  const folder = join(root, 'build/atlas');
  if (process.argv.includes('parts')) return parts(folder);
  build();
  const { failed } = await runJourneys(['e2e/screens.e2e.ts'], { ATLAS: folder });
  console.log(`The contact sheets are in ${folder}.`);
  if (failed > 0) throw new Failed('Some screens have faults; see above.');
});

async function parts(folder) {
  const { drawParts } = await import('./parts.ts');
  const faults = await drawParts(folder);
  console.log(`The contact sheets are in ${folder}.`);
  if (faults.length > 0) throw new Failed(faults.join('\n'));
}
