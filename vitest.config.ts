import { availableParallelism } from 'node:os';
import { join, matchesGlob, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longTests } from './scripts/long-tests.mjs';

const root = import.meta.dirname;
const allTests = ['src/**/*.test.{ts,tsx}', 'torture/**/*.test.ts', 'scripts/**/*.test.mjs'];
/** `quick` leaves out the long tests, `long` runs only them; without it everything that is asked for runs. */
const asked = process.env['TESTS'];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longTests.findIndex((glob) => matchesGlob(relative(root, moduleId), glob));
      return at < 0 ? longTests.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    include: asked === 'long' ? longTests : allTests,
    exclude: ['node_modules/**', ...(asked === 'quick' ? longTests : [])],
    globalSetup: ['src/server/testing-setup.server.ts'],
    provide: { bookProof: join(root, 'src/requests/testing.server.ts') },
    // Test files run side by side, each on a database of its own; inside a file the order is the written one.
    pool: 'forks',
    // Much of their time is waiting, so that two fill two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A slow machine is not a fault: what measures time gives a busy machine more of it
    // (src/server/testing-busy.server.ts).
    testTimeout: 60_000,
    hookTimeout: 120_000,
    sequence: { concurrent: false, sequencer: LongFirst },
  },
});
