import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'torture/**/*.test.ts', 'scripts/**/*.test.mjs'],
    globalSetup: ['src/server/testing-setup.server.ts'],
    provide: { bookProof: join(import.meta.dirname, 'src/requests/testing.server.ts') },
    // Test files run side by side, each on a database of its own; inside a file the order is the written one.
    pool: 'forks',
    // No test measures time, so a slow machine is not a fault.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    sequence: { concurrent: false },
    coverage: { include: ['src/**/*.ts'], exclude: ['src/**/*.test.ts', 'src/**/*.generated.ts'] },
  },
});
