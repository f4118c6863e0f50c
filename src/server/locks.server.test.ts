import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { locks } from './locks.server.ts';

const root = join(import.meta.dirname, '../..');

test('every number of an advisory lock stands in one file, and each is of one thing', async () => {
  const numbers = Object.values(locks).map(String);
  expect(new Set(numbers).size).toBe(numbers.length);
  const inSql: string[] = [];
  for await (const file of glob('{src/**/*.ts,migrations/**/*.sql}', { cwd: root })) {
    if (file.endsWith('.test.ts') || file.endsWith('schema.sql')) continue;
    const text = await readFile(join(root, file), 'utf8');
    for (const [, number] of text.matchAll(/pg_(?:try_)?advisory\w*\((\d+)/g)) {
      inSql.push(number!);
      expect(file).toMatch(/^migrations\/functions\//);
    }
  }
  expect(numbers).toEqual(expect.arrayContaining(inSql));
  expect(inSql.length).toBe(4);
});
