/** Thieves and races for the same transfers, in full size: see src/topups/thieves.server.test.ts. */
import { expect, test } from 'vitest';
import { testPortal } from '#testportal.server.ts';
import { raceNodes } from '#topups/nodes.testing.ts';
import { playThieves, prepare } from '#topups/thieves.testing.ts';

const portal = await testPortal();
await prepare(portal);

test('10,000 histories with thieves', async () => {
  const told = await playThieves(portal, 10_000);
  process.stdout.write(`thieves: ${told}\n`);
  expect(told).toContain('10000 histories');
}, 300_000);

/** `RACES=all` goes on until all 1,000 are run, a few minutes. */
const all = process.env['RACES'] === 'all';

test('as many races of two nodes, up to 1,000, as fit into 20 seconds', async () => {
  const raced = await raceNodes(portal, 1_000, all ? Number.POSITIVE_INFINITY : 20_000);
  process.stdout.write(`thieves: ${raced} races of two nodes\n`);
  expect(raced).toBeGreaterThanOrEqual(all ? 1_000 : 20);
}, 600_000);
