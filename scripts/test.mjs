/**
 * `npm test`: installs and builds what is missing, then checks everything that takes seconds: sources, packages, tests,
 * and the journeys in a browser. What takes longer is `npm run prove`.
 */
import { buildPages, checkPackages, checkSources, runJourneys, runParts, runTests } from './checks.mjs';
import { command, install } from './prepare.mjs';

await command(async () => {
  install();
  const asked = process.argv.slice(2);
  await runParts(
    // The build uses little more than one core, and so do the checks.
    { 'static checks': checkSources, build: buildPages },
    { packages: checkPackages },
    { tests: runTests },
    // Whoever names journeys gets them, however long.
    { journeys: () => runJourneys(asked, asked.length > 0 ? {} : { TESTS: 'quick' }) },
  );
});
