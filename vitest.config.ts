import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take long, mostly waiting: they begin first, so that nothing waits for them at the end. The two that start
 * whole nodes stand apart, so that the first is over when the second begins.
 */
const long = [
  'torture/torture.test.ts',
  'src/model.server.test.ts',
  'src/attacks.wire.server.test.ts',
  'src/server/postgres.server.test.ts',
  'src/server/http.server.test.ts',
  'torture/several.test.ts',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => long.findLastIndex((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [
      ...sorted.filter((file) => place(file) >= 0).toSorted((one, other) => place(one) - place(other)),
      ...sorted.filter((file) => place(file) < 0),
    ];
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'torture/**/*.test.ts', 'scripts/**/*.test.mjs'],
    globalSetup: ['src/server/testing-setup.server.ts'],
    provide: { bookProof: join(import.meta.dirname, 'src/requests/testing.server.ts') },
    // Test files run side by side, each on a database of its own; inside a file the order is the written one.
    pool: 'forks',
    // Much of their time is waiting, so that two fill two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // No test measures time, so a slow machine is not a fault.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    sequence: { concurrent: false, sequencer: LongFirst },
  },
});
