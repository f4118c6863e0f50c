import { availableParallelism } from 'node:os';
import { join, matchesGlob, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { alsoLong, longTests, ownProcess } from './scripts/long-tests.mjs';

const root = import.meta.dirname;
const allTests = ['src/**/*.test.{ts,tsx}', 'torture/**/*.test.ts', 'scripts/**/*.test.mjs'];
/** `quick` leaves out the long tests, `long` runs only them; without it everything that is asked for runs. */
const asked = process.env['TESTS'] === 'quick' || process.env['TESTS'] === 'long' ? process.env['TESTS'] : 'all';

/** What a way of asking runs, and in which processes. */
const byAsked = {
  // The files that one worker runs share one process, which loads the portal once: a third of the time was loading.
  quick: {
    exclude: longTests,
    projects: [
      { extends: true as const, test: { name: 'own', include: ownProcess } },
      { extends: true as const, test: { name: 'shared', include: allTests, exclude: ownProcess, isolate: false } },
    ],
    // Much of what is left is waiting, so that two more than there are cores fill them.
    maxWorkers: availableParallelism() + 2,
  },
  // Long tests wear a process out, so that each file has its own; one more than there are cores, as many of them wait.
  long: { include: [...longTests, ...alsoLong], maxWorkers: availableParallelism() + 1 },
  // Whoever flips rules changes modules on purpose (scripts/flip.ts), which no other file may see.
  all: { include: allTests },
};

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
    globalSetup: ['src/server/setup.testing.server.ts'],
    provide: { bookProof: join(root, 'src/requests/story.testing.server.ts') },
    // Test files run side by side, each on a database of its own; inside a file the order is the written one.
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A slow machine is not a fault: what measures time gives a busy machine more of it
    // (src/server/busy.testing.server.ts).
    testTimeout: 60_000,
    hookTimeout: 120_000,
    sequence: { concurrent: false, sequencer: LongFirst },
    ...byAsked[asked],
  },
});
