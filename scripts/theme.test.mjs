import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { theme } from '#ui/theme.tsx';
import { themeCss } from './theme.ts';

test('the variables that the browser gets are those that Mantine computes from the theme', () => {
  const written = readFileSync(join(import.meta.dirname, '../src/ui/theme.css'), 'utf8');
  expect(written, 'npm run theme writes it').toBe(themeCss(theme));
});
