/**
 * The slow tests, which mostly wait: `npm run prove` runs them, `npm test` all others. They start in this order, the
 * longest first, so that no long one is left at the end. The two that start several nodes are not neighbours in the
 * list, so that they do not run at the same time.
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
  'src/attacks.fairness.server.test.ts',
  'src/attacks.streams.server.test.ts',
  'src/clients/search.server.test.ts',
  'src/requests/killed.server.test.ts',
];
