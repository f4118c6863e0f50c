/** `npm test`: installs and builds what is missing, then checks everything, and ends with what the tests said. */
import { build, command, Failed, install } from './prepare.mjs';
import { checkPackages, checkSources, runFlips, runJourneys, runTests } from './checks.mjs';

await command(async () => {
  install();
  const failed = [...checkSources(), ...checkPackages()];
  build();
  const tests = await runTests();
  failed.push(...tests.failed, ...(await runFlips()), ...(await runJourneys()));
  console.log(`\n${tests.closing}\n`);
  console.log(`${tests.passed} passed, ${tests.broken} failed`);
  if (failed.length > 0) throw new Failed(`To mend: ${failed.join(', ')}.`);
});
