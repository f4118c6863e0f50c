/** The weight of the portal's shell and of every route, from the build as it stands: `npm run bench -- weights`. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { limits, tooHeavy, weightsOf } from '../scripts/weights.ts';

/** Prints both, heaviest first, and answers whether all keep their limits. */
export async function weights(buildDirectory = join(import.meta.dirname, '../build')): Promise<boolean> {
  const found = await weightsOf(buildDirectory);
  console.log(`JavaScript with brotli: shell ${found.shellKb} KB (goal ≤ ${limits.shell}), routes beyond it (goal ≤ ${limits.route}):`);
  for (const { address, ownKb } of found.routes.toSorted((one, other) => other.ownKb - one.ownKb))
    console.log(`${ownKb.toFixed(1).padStart(7)} KB  ${address}`);
  const faults = tooHeavy(found);
  for (const fault of faults) console.log(`misses: ${fault}`);
  return faults.length === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) process.exitCode = (await weights()) ? 0 : 1;
