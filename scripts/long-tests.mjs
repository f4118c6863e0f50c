/**
 * The tests that take long, mostly by waiting: `npm run prove` runs them, `npm test` all others. They begin in this
 * order, the longest first, so that nothing waits for them at the end; the two that start several nodes stand apart, so
 * that the first is over when the second begins.
 */
export const longTests = [
  'torture/torture.test.ts',
  'src/attacks.wire.server.test.ts',
  'src/server/postgres.server.test.ts',
  'src/server/http.server.test.ts',
  'src/attacks.input.server.test.ts',
  'src/attacks.accounts.server.test.ts',
  'scripts/demo.test.mjs',
  'torture/several.test.ts',
  'torture/*.test.ts',
  'src/attacks.sessions.server.test.ts',
  'src/attacks.starving.server.test.ts',
  'src/attacks.guessing.server.test.ts',
  'src/attacks.streams.server.test.ts',
  'src/clients/search.server.test.ts',
  'src/requests/killed.server.test.ts',
];
