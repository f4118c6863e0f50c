import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/database.server.ts';
import { appRole, migrate } from '#server/migrate.server.ts';
import { startPostgres } from '#server/postgres.server.ts';
import { testSecrets } from '#server/setup.testing.server.ts';
import type { TestDatabase } from '#server/database.testing.server.ts';
import { findings, story } from './story.testing.server.ts';

test(
  'the database killed under load loses no order that was acknowledged, and the book is in order',
  { timeout: 90_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portal-killed-'));
    // This test needs a PostgreSQL of its own with fsync on; the one that tests share has it off.
    const postgres = await startPostgres(dataDir);
    await migrate(postgres.url, undefined, { voucherKeys: testSecrets.voucherKeys });
    const [portal, owner] = [
      openDatabase(postgres.url, { max: 4, role: appRole, vouch: testSecrets.vouch }),
      openDatabase(postgres.url, { max: 2 }),
    ];
    const at = story({ ...portal, url: postgres.url, owner } as TestDatabase);
    const clients = await Promise.all(Array.from({ length: 6 }, () => at.client(1_000_000_00n)));
    const acknowledged: string[] = [];
    let failed = 0;
    let going = true;
    const caller = async (_: unknown, n: number) => {
      while (going) {
        await at.order(clients[n % clients.length]!, [15_00n]).then(
          ({ requests }) => acknowledged.push(requests[0]!.applyId),
          () => sleep(50).then(() => (failed += 1)),
        );
      }
    };
    const callers = Promise.all(Array.from({ length: 24 }, caller));
    await sleep(1_000);
    const killed = postgres.pid!;
    const before = acknowledged.length;
    process.kill(killed, 'SIGKILL');
    while (postgres.pid === killed || postgres.pid === undefined) await sleep(50);
    for (const known = acknowledged.length; acknowledged.length < known + 50;) await sleep(50);
    going = false;
    await callers;
    const rows = await portal.query('t.found', 'select from requests where apply_id = any ($1::text[])', [
      acknowledged,
    ]);
    expect(before).toBeGreaterThan(0);
    expect(failed).toBeGreaterThan(0);
    expect(rows).toHaveLength(acknowledged.length);
    expect(await findings(postgres.url)).toEqual([]);
    await Promise.all([portal.close(), owner.close()]);
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  },
);
