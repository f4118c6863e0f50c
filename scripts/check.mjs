/**
 * `npm run check`: format, lint and style, types, import order, tests. With `--static` it leaves out the tests.
 */
import { build, Failed, install } from './prepare.mjs';
import { checkSources, runTests } from './checks.mjs';

try {
  install();
  const failed = checkSources();
  if (!process.argv.includes('--static')) {
    // Some tests start whole nodes, which serve pages.
    build();
    failed.push(...(await runTests()).failed);
  }
  if (failed.length > 0) throw new Failed(`\nTo mend: ${failed.join(', ')}.`);
} catch (error) {
  if (!(error instanceof Failed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
