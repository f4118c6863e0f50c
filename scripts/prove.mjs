/**
 * `npm run prove`: what takes longer than `npm test`, and belongs to it: attacks that wait, faults and several nodes,
 * minutes of random histories beside the model, and every rule flipped.
 */
import { buildPages, runFlips, runLongTests, runModel, runParts } from './checks.mjs';
import { command, install } from './prepare.mjs';

const modelSeconds = 120;

await command(async () => {
  install();
  await runParts({
    build: buildPages,
    'long tests': runLongTests,
    model: () => runModel(modelSeconds),
    flips: runFlips,
  });
});
