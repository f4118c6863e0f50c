/** The short form of `npm run torture -- failover`: one life with a standby that is waited for, and the control. */
import { expect, test } from 'vitest';
import { failover } from './failover.ts';
import { control, lostIn } from './failovers.ts';
import { randomFrom } from './random.ts';
import { ends, meanwhiles } from './scenarios.ts';

const seed = Math.floor(Math.random() * 1e9);

test('a primary whose commits wait dies, and what was acknowledged is on the promoted standby', async () => {
  const report = await failover(randomFrom(seed), {
    synchronous: true,
    meanwhile: [meanwhiles.away(3), meanwhiles.cancelled],
    end: ends.movesEarly,
  });
  expect(report.findings, `seed ${seed}`).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(3);
  expect(report.readsWhileAway).toBeGreaterThan(10);
}, 300_000);

test('without synchrony something is lost, so that the test above can fail', async () => {
  expect(lostIn(await control(seed))).toBeGreaterThan(0);
}, 300_000);
