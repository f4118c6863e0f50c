/** Thieves and races for the same transfers, in full size: see src/topups/thieves.server.test.ts. */
import { expect, test } from 'vitest';
import { testPortal } from '#portal.testing.server.ts';
import { raceNodes } from '#topups/nodes.testing.server.ts';
import { playThieves, prepare } from '#topups/thieves.testing.server.ts';

const portal = await testPortal();
await prepare(portal);

/** `RACES=all` plays 10,000 histories and all 1,000 races, a few minutes. */
const all = process.env['RACES'] === 'all';
const histories = all ? 10_000 : 2_000;

test(`${histories} histories with thieves`, async () => {
  const told = await playThieves(portal, histories);
  process.stdout.write(`thieves: ${told}\n`);
  expect(told).toContain(`${histories} histories`);
}, 300_000);

test('as many races of two nodes, up to 1,000, as fit into 20 seconds', async () => {
  const raced = await raceNodes(portal, 1_000, all ? Number.POSITIVE_INFINITY : 20_000);
  process.stdout.write(`thieves: ${raced} races of two nodes\n`);
  expect(raced).toBeGreaterThanOrEqual(all ? 1_000 : 20);
}, 600_000);
