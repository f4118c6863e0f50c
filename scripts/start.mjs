/**
 * `npm start`: installs what is missing, reads the settings, builds what is missing, then runs the portal until it is
 * told to stop.
 */
import { join } from 'node:path';
import { memory } from './memory.mjs';
import { build, command, environment, install, isBuilt, node, root } from './prepare.mjs';
import { keep } from './process.mjs';

await command(async () => {
  install();
  // The portal reads its settings itself; where pages are built first, what is wrong with them is said before that.
  if (!isBuilt()) {
    process.exitCode = await keep(node(), [join(root, 'scripts/settings.ts')], { env: environment() });
    if (process.exitCode !== 0) return;
    build();
  }
  const preload = [...memory, '--import', join(root, 'scripts/end-with-parent.mjs')];
  process.exitCode = await keep(node(), [...preload, join(root, 'src/main.server.ts')], {
    env: { NODE_ENV: 'production', ...environment() },
  });
});
