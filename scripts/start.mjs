/** `npm start`: installs and builds what is missing, then runs the portal until it is told to stop. */
import { join } from 'node:path';
import { memory } from './memory.mjs';
import { build, environment, Failed, install, node, root } from './prepare.mjs';
import { keep } from './process.mjs';

try {
  install();
  build();
  const preload = [...memory, '--import', join(root, 'scripts/end-with-parent.mjs')];
  process.exitCode = await keep(node(), [...preload, join(root, 'src/main.server.ts')], {
    env: { NODE_ENV: 'production', ...environment() },
  });
} catch (error) {
  if (!(error instanceof Failed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
