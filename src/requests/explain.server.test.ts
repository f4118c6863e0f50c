import pg from 'pg';
import { expect, test } from 'vitest';
import { withConnection } from '#server/connection.server.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { explain } from './explain.server.ts';
import { story } from './story.testing.server.ts';

const db = await testDatabase();
const at = story(db);

test('one request tells its whole story: people, verdicts, movements with balances, and what is left', async () => {
  const { client, adsId } = await at.account(100_00n, 50_00n);
  const { applyId } = (await at.deposit(client, adsId, 20_00n)).requests[0]!;
  await at.approve(applyId);
  await at.reverse(applyId);
  const owner = new pg.Client({ connectionString: db.url });
  await owner.connect();
  const lines = (await explain(owner, applyId.toLowerCase()))!.map((line) =>
    line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}/, ''),
  );
  expect(await explain(owner, 'DP-0000-0000')).toBeUndefined();
  await owner.end();
  expect(lines[0]).toBe(`${applyId}  deposit on Google, Reversed`);
  expect(lines.join('\n')).toMatch(/reverse by \w+: "a mistake"/);
  expect(lines).toContain(
    `  $20.00 from held:${client} (then $3.00) to ${await at.accountOf(adsId)} (then $120.00), fee $3.00 along`,
  );
  expect(lines).toContain(`  $3.00 from fee to wallet:${client} (then $50.00)`);
  expect(lines.at(-1)).toBe(`wallet:${client} holds $50.00 now`);
});

test('the story of a replacement says what both accounts hold, the old one and the one that it opened', async () => {
  const { client, adsId } = await at.account(100_00n, 50_00n);
  const { applyId } = await at.replaced(client, adsId, 'in-its-place');
  const lines = await withConnection(db.url, (owner) => explain(owner, applyId));
  const told = lines!.join('\n');
  expect(told).toMatch(new RegExp(`^Google ${adsId} .* holds \\$0\\.00 now`, 'm'));
  expect(told).toMatch(/^Google in-its-place .* holds \$100\.00 now, fee left \$15\.00$/m);
});
