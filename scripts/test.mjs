/**
 * `npm test`: installs and builds what is missing, then checks everything that takes seconds: sources, packages, tests,
 * and the journeys in a browser. What takes longer is `npm run prove`.
 */
import { buildPages, checkPackages, checkSources, runJourneys, runParts, runTests } from './checks.mjs';
import { command, install } from './prepare.mjs';

await command(async () => {
  install();
  await runParts({
    'static checks': checkSources,
    packages: checkPackages,
    build: buildPages,
    tests: runTests,
    journeys: () => runJourneys(process.argv.slice(2)),
  });
});
