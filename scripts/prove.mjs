/**
 * `npm run prove`: the checks that take longer than `npm test`: slow attacks, faults, several nodes, a minute of random
 * histories compared with the model, and every rule flipped.
 */
import { buildPages, runFlips, runLongTests, runModel, runParts } from './checks.mjs';
import { command, install } from './prepare.mjs';

const modelSeconds = 60;

await command(async () => {
  install();
  await runParts({
    build: buildPages,
    'long tests': runLongTests,
    model: () => runModel(modelSeconds),
    flips: runFlips,
  });
});
