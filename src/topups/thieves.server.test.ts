/**
 * Whoever names a hash first, and whatever they declare: only who sent money is credited with it without an admin, and
 * once. torture/thieves.test.ts does the same for longer.
 */
import { expect, test } from 'vitest';
import { testPortal } from '#portal.testing.server.ts';
import { raceNodes } from './nodes.testing.server.ts';
import { playThieves, prepare } from './thieves.testing.server.ts';

const portal = await testPortal();
await prepare(portal);

test('in 300 histories with thieves no claimed hash is credited by itself, and what was declared is its declarer’s', async () => {
  expect(await playThieves(portal, 300)).toContain('300 histories');
});

test('in races of two nodes and an admin each line is credited once, and a batch for two clients credits both', async () => {
  expect(await raceNodes(portal, 40, 20_000)).toBeGreaterThan(0);
});
