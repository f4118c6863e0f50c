/**
 * `npm run check`: format, lint and style, types, import order, tests. With `--static` it leaves out the tests.
 */
import { build, command, Failed, install } from './prepare.mjs';
import { checkSources, runTests } from './checks.mjs';

await command(async () => {
  install();
  const failed = checkSources();
  if (!process.argv.includes('--static')) {
    // Some tests start whole nodes, which serve pages.
    build();
    failed.push(...(await runTests()).failed);
  }
  if (failed.length > 0) throw new Failed(`\nTo mend: ${failed.join(', ')}.`);
});
