/** Style sheets stay small, and every class of a module is used and exists. The compiler checks neither. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file) => readFileSync(join(root, file), 'utf8');

/** The classes of a module, those of other sheets that it names by `:global()` left out. */
function classesOf(sheet) {
  const selectors = sheet
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/:global\((?:[^()]|\([^()]*\))*\)/g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}');
  return new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name));
}

/** The classes that a page uses of each module: `css['row']`, where it imports the module as `css`. */
function askedBy(page) {
  const text = read(page);
  return [...text.matchAll(/import (\w+) from '([.#][\w/-]+\.module\.css)'/g)].flatMap(([, as, from]) => {
    const sheet = from.startsWith('#') ? from.replace('#', 'src/') : join(dirname(page), from);
    return [...text.matchAll(new RegExp(`\\b${as}\\['([\\w-]+)'\\]`, 'g'))].map(([, name]) => `${sheet} ${name}`);
  });
}

test('a style sheet is one thing: 300 lines at most', () => {
  const long = globSync('src/**/*.css', { cwd: root }).filter((file) => read(file).trimEnd().split('\n').length > 300);
  expect(long).toEqual([]);
});

test('what holds everywhere stands in three sheets; the portal keeps everything else in modules beside their component', () => {
  // The public pages are drawn once, carry no script that could name a class, and share sheets of their own.
  const shared = globSync('src/!(site)/**/*.css', { cwd: root }).filter((file) => !file.endsWith('.module.css'));
  expect(shared.toSorted()).toEqual(['src/ui/base.css', 'src/ui/mantine.css', 'src/ui/tokens.css']);
});

test('no class is asked for that is not there, and none is there that nobody asks for', () => {
  const sheets = globSync('src/**/*.module.css', { cwd: root });
  const there = sheets.flatMap((file) => [...classesOf(read(file))].map((name) => `${file} ${name}`));
  const asked = globSync('src/**/*.tsx', { cwd: root }).flatMap(askedBy);
  expect(asked.length).toBeGreaterThan(100);
  expect([...new Set(asked)].toSorted()).toEqual(there.toSorted());
});
