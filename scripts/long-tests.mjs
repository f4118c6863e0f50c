/**
 * The slow tests, which wait or take much of a core: `npm run prove` runs them, `npm test` all others. They start in
 * this order, the longest first, so that no long one is left at the end. The two that start several nodes are not
 * neighbours in the list, so that they do not run at the same time.
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
  'src/attacks.history.server.test.ts',
  'src/attacks.streams.server.test.ts',
  'src/topups/autocredit.server.test.ts',
  'src/chain/looks.server.test.ts',
  'src/topups/thieves.server.test.ts',
  'src/main.server.test.ts',
  'src/chain/watcher.server.test.ts',
  'src/chain/unread.server.test.ts',
  'src/queue/traps.server.test.ts',
  'src/endpoints.server.test.ts',
  'src/hostile.server.test.ts',
  'src/attacks.browser.server.test.ts',
  'src/backup.server.test.ts',
  'src/wallet/statement-proof.server.test.ts',
  'src/requests/batches.server.test.ts',
  'src/topups/arrivals.server.test.ts',
  'src/chain/anvil.server.test.ts',
  'src/paylinks/declared.server.test.ts',
  'src/clients/search.server.test.ts',
  'src/requests/sought.server.test.ts',
  'src/requests/killed.server.test.ts',
  'src/site/onebuild.server.test.ts',
  'src/audit/search.server.test.ts',
  'src/telegram/telegram.server.test.ts',
  'src/server/silent.server.test.ts',
  'src/server/slowmail.server.test.ts',
  'scripts/style.test.mjs',
  'src/requests/givenback.server.test.ts',
  'src/server/jobs.server.test.ts',
  'src/requests/thresholds.server.test.ts',
  'src/topups/picturestore.server.test.ts',
  'src/connections/connections.server.test.ts',
];

/** Tests of histories and races: `npm test` plays few of them, `npm run prove` many. */
export const alsoLong = [
  'src/refunds/spent.server.test.ts',
  'src/requests/replacement.server.test.ts',
  'src/spend/histories.server.test.ts',
  'src/spend/serial.server.test.ts',
  'src/spend/settling.server.test.ts',
  'src/spend/takingback.server.test.ts',
];

/** Tests that read pictures of every format, which a process that takes in a client's pictures cannot any more. */
export const ownProcess = ['src/site/built.test.ts', 'src/site/signs.server.test.ts', 'src/ui/QrCode.test.tsx'];

/**
 * Journeys of `npm run prove`, beside those that are tagged @long. What they show of calls server tests show as well.
 */
export const longJourneys = [
  'messages',
  'admin-messages',
  'money-in-messages',
  'translated',
  'chain',
  'trial',
  'walked',
  'ease',
  'focus',
  'late',
  'passkeys',
  'roles',
  'screens',
  'second',
  'slips',
];
