/** `npm run bench -- weights`: what the portal's shell and every route weigh, from the build as it stands. */
import { join } from 'node:path';
import { limits, tooHeavy, weightsOf } from '../scripts/weights.ts';
import { goal } from './ledger.ts';
import { areBuilt } from './portal.ts';

/** Prints both, heaviest first. */
export async function weighed(): Promise<void> {
  if (!areBuilt('weights')) return;
  const found = await weightsOf(join(import.meta.dirname, '../build'));
  console.log(
    `JavaScript with brotli: shell ${found.shellKb} KB (goal ≤ ${limits.shell}), routes beyond it (goal ≤ ${limits.route}):`,
  );
  for (const { address, ownKb } of found.routes.toSorted((one, other) => other.ownKb - one.ownKb))
    console.log(`${ownKb.toFixed(1).padStart(7)} KB  ${address}`);
  const faults = tooHeavy(found);
  for (const fault of faults) console.log(`misses: ${fault}`);
  goal('weights of shell and routes within their limits', faults.length === 0 ? 1 : 0, 1, 'at least');
}
