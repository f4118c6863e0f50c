/** Styles of Mantine's components are sent to everybody before the first paint: only those of components in use. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const assets = join(root, 'build/client/assets');

test('every style that is imported from Mantine belongs to a component that the build has', async () => {
  const { build } = (await import(join(root, 'scripts/prepare.mjs'))) as { build: () => void };
  build();
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const code = (await Promise.all(scripts.map((name) => readFile(join(assets, name), 'utf8')))).join('\n');
  const imports = await readFile(join(import.meta.dirname, 'mantine.css'), 'utf8');
  const files = [...imports.matchAll(/@import '([^']+)'/g)].map(([, file]) => file!);
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const styles = await readFile(join(root, 'node_modules', file), 'utf8');
    const classes = [...new Set(styles.match(/\bm_[0-9a-f]+/g))];
    // What belongs to the whole page has no class of its own.
    if (classes.length > 0)
      expect(
        classes.some((name) => code.includes(name)),
        file,
      ).toBe(true);
  }
}, 180_000);
