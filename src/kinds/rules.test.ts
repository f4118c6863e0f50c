import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rulesPage } from './rules.ts';

test('the database knows the same rules as the portal; `npm run schema` prints them anew', async () => {
  expect(await readFile(join(import.meta.dirname, '../../migrations/functions/rules.sql'), 'utf8')).toBe(rulesPage());
});
