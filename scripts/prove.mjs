/**
 * `npm run prove`: the checks that take longer than `npm test`: slow attacks, faults, several nodes, journeys through
 * every screen in its rarer states, half a minute of random histories compared with the model, and every rule flipped.
 */
import { buildPages, runFlips, runJourneys, runLongTests, runModel, runParts } from './checks.mjs';
import { command, install } from './prepare.mjs';

const modelSeconds = 30;

await command(async () => {
  install();
  await runParts(
    { build: buildPages },
    { 'long tests': runLongTests },
    { 'long journeys': () => runJourneys([], { TESTS: 'long' }) },
    { model: () => runModel(modelSeconds) },
    { flips: runFlips },
  );
});
