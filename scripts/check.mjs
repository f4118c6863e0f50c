/** `npm run check`: format, lint and style, types, import order, tests. With `--static` it leaves out the tests. */
import { buildPages, checkSources, runParts, runTests } from './checks.mjs';
import { command, install } from './prepare.mjs';

await command(async () => {
  install();
  const whole = !process.argv.includes('--static');
  await runParts(
    // Some tests look at the built pages.
    { 'static checks': checkSources, ...(whole ? { build: buildPages } : {}) },
    whole ? { tests: runTests } : {},
  );
});
