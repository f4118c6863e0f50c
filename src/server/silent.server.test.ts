/** What copies a database waits for no machine that is gone: one that takes connections and says nothing. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { backUp, format, version } from './backup.server.ts';
import { openReplication } from './replication.server.ts';
import { restore } from './restore.server.ts';

test('backup, restore and archive give up on a database that says nothing', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const url = `postgres://who@127.0.0.1:${(silent.address() as AddressInfo).port}/portal`;
  const folder = await mkdtemp(join(tmpdir(), 'portal-silent-'));
  const file = join(folder, 'one.backup.gz');
  await writeFile(file, gzipSync(`${JSON.stringify({ format, version, migrations: [], tables: [] })}\n`));
  const tries = [backUp(url, join(folder, 'two.backup.gz')), restore(url, file), openReplication(url)];
  const ended = await Promise.allSettled(tries);
  expect(ended.map((each) => each.status === 'rejected' && String(each.reason))).toEqual(
    tries.map(() => expect.stringMatching(/timeout/)),
  );
  await rm(folder, { recursive: true });
  silent.close();
}, 60_000);
