import { defineConfig } from '@playwright/test';
import { longJourneys } from './scripts/long-tests.mjs';

// `npm test` brings its own Chromium (scripts/chromium.mjs) and says where it is and what it needs.
const executablePath = process.env['CHROMIUM'];
const browserEnvironment = JSON.parse(process.env['CHROMIUM_ENV'] ?? '{}') as Record<string, string>;
/** As for the tests (vitest.config.ts): `quick` leaves out the long journeys, `long` walks only them. */
const asked = process.env['TESTS'];
const long = [/@long/, ...longJourneys.map((name) => new RegExp(`(^|[ /])${name}\\.e2e\\.ts`))];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  ...(asked === 'quick' ? { grepInvert: long } : {}),
  ...(asked === 'long' ? { grep: long } : {}),
  outputDir: 'test-results',
  // Each worker has a portal with a database of its own (e2e/portal.ts); two fill the machine.
  workers: 2,
  fullyParallel: false,
  // Generous, as no test measures time: a slow machine is not a fault. What needed its second try is named at the end.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  retries: 1,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    // What never comes is known before the whole journey's time is over.
    actionTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      env: { ...(process.env as Record<string, string>), ...browserEnvironment },
      args: ['--no-sandbox'],
    },
  },
});
