/** The short form of `npm run torture`: every fault once, against two nodes under load. */
import { expect, test } from 'vitest';
import { busyFactor } from '#server/busy.testing.server.ts';
import { torture } from './run.ts';

test(
  'two nodes lose nothing and tell no lies while nodes, database, wires, disk and clocks fail',
  { timeout: 400_000 },
  async () => {
    const seed = Math.floor(Math.random() * 1e9);
    const said = [`npm run torture -- short --seed=${seed}`];
    const report = await torture({ seed, minutes: 'short', say: (sentence) => said.push(sentence) });
    expect(report.findings, said.join('\n')).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(100);
    expect(report.verdicts).toBeGreaterThan(50);
    for (const [what, many] of Object.entries(report.played)) expect(many, what).toBeGreaterThan(0);
    expect(report.slowestMs).toBeLessThan(30_000 * busyFactor());
  },
);

test('a run without a fault is no run that found nothing', async () => {
  await expect(torture({ seed: 1, minutes: 'short', only: 'no such fault', say: () => {} })).rejects.toThrow(
    'no such fault',
  );
});
