import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

test('a build waits longer for a page than the ten seconds that React Router gives it', async () => {
  await import('../react-router.config.ts');
  const asked = AbortSignal.timeout(20);
  await sleep(200);
  expect(asked.aborted).toBe(false);
});
