/**
 * `npm run demo`: installs and builds what is missing, then runs the portal with invented data until it is told to
 * stop.
 */
import { join } from 'node:path';
import { build, command, environment, install, node, root } from './prepare.mjs';
import { keep } from './process.mjs';

await command(async () => {
  install();
  build();
  const preload = ['--import', join(root, 'scripts/end-with-parent.mjs')];
  process.exitCode = await keep(node(), [...preload, join(root, 'seeds/demo.ts')], {
    env: { NODE_ENV: 'production', ...environment() },
  });
});
