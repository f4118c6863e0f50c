/** docs/scaling.md says what `npm run scale` computes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needsOf, tableOf, troubles, usual } from './scale.ts';

test('the table of docs/scaling.md is what is computed', async () => {
  const text = await readFile(join(import.meta.dirname, '../docs/scaling.md'), 'utf8');
  for (const line of tableOf(usual)) expect(text).toContain(`\n${line}\n`);
});

test('what clients need grows with them, and trouble comes in one order', () => {
  const sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000].map(needsOf);
  for (const [n, needs] of sizes.entries()) {
    const less = sizes[n - 1];
    if (!less) continue;
    for (const [name, value] of Object.entries(needs)) expect(value, name).toBeGreaterThanOrEqual(less[name]);
    expect(needs.gigabytesAYear / less.gigabytesAYear).toBeCloseTo(10);
    expect(troubles(needs).length).toBeGreaterThanOrEqual(troubles(less).length);
  }
});
