import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { note, record } from '../bench/history.ts';

test('a bench adds its figures to the history when it is told to, with day, commit and machine, and changes nothing before them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-history-'));
  const file = join(folder, 'bench.md');
  await writeFile(file, '# History\n');
  note('orders a second', '15,893', 'at least 4 | missed');
  await record('npm run bench', ['--quick'], file);
  expect(await readFile(file, 'utf8')).toBe('# History\n');
  await record('npm run bench', ['--quick', '--record', 'same'], file);
  const once = await readFile(file, 'utf8');
  expect(once).toMatch(/^# History\n\n## \d{4}-\d\d-\d\d \d\d:\d\d UTC, `npm run bench -- --quick same`\n/);
  expect(once).toMatch(
    /\n(\w{7,}|no commit)( with changes)? on \d+ × .+, \d+ GB, a page fault \d+\.\d µs, PostgreSQL 18\S*, Node 24\S*; load \d+\.\d before it\.\n/,
  );
  expect(once).toContain('| orders a second | 15,893 | at least 4 \\| missed |\n');
  note('wallet read', '3 ms');
  await record('npm run bench', ['--record'], file);
  const twice = await readFile(file, 'utf8');
  expect(twice.startsWith(once)).toBe(true);
  expect(twice.slice(once.length)).not.toContain('orders a second');
  await rm(folder, { recursive: true });
});
