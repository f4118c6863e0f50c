import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findings } from '#requests/testing.server.ts';
import { testDatabase } from '#server/testing.server.ts';
import { demoConfig, makeDemo } from '../seeds/demo.ts';

const db = await testDatabase();

test('the demonstration shows every kind in every state, lately, and its book is proved', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-demo-'));
  await makeDemo(demoConfig({ DATA_DIR: dataDir }), db.url).finally(() => rm(dataDir, { recursive: true, force: true }));
  expect(await findings(db.url)).toEqual([]);

  const kinds = await db.owner.query(
    'demo.kinds',
    `select kind::text || coalesce(' ' || platform, '') as kind, array_agg(distinct state::text order by state::text) as states from requests group by 1`,
    [],
  );
  const states = Object.fromEntries(kinds.map((row) => [row.kind, row.states]));
  const all = ['Approved', 'Cancelled', 'Pending', 'Rejected', 'Reversed'];
  for (const kind of ['application', 'deposit', 'refund'])
    for (const platform of ['Google', 'Bing', 'Facebook'])
      expect({ kind, platform, states: states[`${kind} ${platform}`] }).toEqual({ kind, platform, states: all });
  for (const kind of ['topup', 'withdrawal']) expect({ kind, states: states[kind] }).toEqual({ kind, states: all });

  const times = await db.owner.query(
    'demo.times',
    `select count(distinct at::date)::int as days, bool_and(at < now()) as past,
       bool_and(at >= lag) as in_order from (select at, lag(at) over (order by id) from movements) m`,
    [],
  );
  expect(times).toEqual([{ days: expect.any(Number), past: true, in_order: true }]);
  expect(times[0].days).toBeGreaterThan(20);
}, 120_000);
