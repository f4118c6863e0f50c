/** `npm run check`: format, lint and style, types, import order, tests. With `--static` it leaves out the tests. */
import { beside, buildPages, checkSources, runParts, runTests } from './checks.mjs';
import { command, install } from './prepare.mjs';

await command(async () => {
  install();
  const whole = !process.argv.includes('--static');
  // Some tests look at the built pages.
  await runParts(
    whole ? { 'sources, build': beside(checkSources, buildPages), tests: runTests } : { sources: checkSources },
  );
});
