import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { note, record } from '../bench/history.ts';

test('a bench writes its figures when it is told to, with day, commit and machine, in the place of its earlier ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-history-'));
  const file = join(folder, 'bench.md');
  const read = () => readFile(file, 'utf8');
  await writeFile(file, '# Figures\n');
  note('orders a second', '15,893', 'at least 4 | missed');
  await record('npm run bench', ['--quick'], file);
  expect(await read()).toBe('# Figures\n');

  await record('npm run bench', ['--quick', '--record', 'same'], file);
  const once = await read();
  expect(once).toMatch(
    /^# Figures\n\n## `npm run bench -- --quick same`\n\n\d{4}-\d\d-\d\d \d\d:\d\d UTC, (\w{7,}|no commit)( with changes)? on \d+ × .+, \d+ GB, a page fault \d+\.\d µs, PostgreSQL 18\S*, Node 24\S*; load \d+\.\d before it\.\n\n/,
  );
  expect(once.endsWith('| orders a second | 15,893 | at least 4 \\| missed |\n')).toBe(true);

  note('wallet read', '3 ms');
  await record('npm run bench', ['--record'], file);
  const both = await read();
  expect(both.startsWith(`${once}\n## \`npm run bench\`\n`)).toBe(true);

  note('orders a second', '16,000');
  await record('npm run bench', ['--record', '--quick', 'same'], file);
  const again = await read();
  expect(again).toContain('| orders a second | 16,000 |  |\n\n## `npm run bench`\n');
  expect(again).not.toContain('15,893');
  expect(again.split('\n## ')[2]).toBe(both.split('\n## ')[2]);
  await rm(folder, { recursive: true });
});
