/**
 * Style sheets keep to the system of `ui/tokens.css`, and every class of a module is used and exists.
 * The compiler checks none of it.
 */
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

test('what holds everywhere stands in four sheets; the portal keeps everything else in modules beside their component', () => {
  // The public pages are drawn once, carry no script that could name a class, and share sheets of their own.
  const shared = globSync('src/!(site)/**/*.css', { cwd: root }).filter((file) => !file.endsWith('.module.css'));
  expect(shared.toSorted()).toEqual(['base', 'mantine', 'theme', 'tokens'].map((name) => `src/ui/${name}.css`));
});

test('no class is asked for that is not there, and none is there that nobody asks for', () => {
  const sheets = globSync('src/**/*.module.css', { cwd: root });
  const there = sheets.flatMap((file) => [...classesOf(read(file))].map((name) => `${file} ${name}`));
  const asked = globSync('src/**/*.tsx', { cwd: root }).flatMap(askedBy);
  expect(asked.length).toBeGreaterThan(100);
  expect([...new Set(asked)].toSorted()).toEqual(there.toSorted());
});

/** What a sheet says of these properties, as `file: property: value`. */
const sayings = (properties) =>
  globSync('src/**/*.css', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(new RegExp(`(?<![\\w-])(${properties})(?:-[a-z]+)*:\\s*([^;{}]+);`, 'g'))].map(
      ([, property, value]) => ({ said: `${file}: ${property}: ${value}`, value }),
    ),
  );

test('every token that a sheet asks for is there', () => {
  const sources = globSync('src/**/*.{css,ts,tsx}', { cwd: root }).map(read);
  const told = new Set(
    sources.flatMap((text) => [...text.matchAll(/(--[\w-]+)['"]?\]?\s*:/g)].map(([, name]) => name)),
  );
  // Mantine's own components tell this one.
  told.add('--button-color');
  const asked = sources.flatMap((text) => [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
  expect(asked.length).toBeGreaterThan(1_000);
  expect([...new Set(asked)].filter((name) => !told.has(name) && !name.startsWith('--mantine-'))).toEqual([]);
});

test('there is one radius, but for what is round and for the phone that is drawn on the home page', () => {
  const radii = sayings('border-radius');
  const isOne = (value) =>
    /^(var\(--radius\)|calc\(var\(--radius\) \/ 2\)|50%|99px|999px|0|inherit|2px|2rem)(?: 0| var\(--radius\))*$/.test(
      value,
    );
  expect(radii.length).toBeGreaterThan(40);
  expect(radii.filter(({ value }) => !isOne(value)).map(({ said }) => said)).toEqual([]);
});

test('distances stand on a grid of 4 pixels, with half steps where things are small', () => {
  const faults = sayings('padding|margin|gap').filter(({ value }) =>
    [...value.matchAll(/(\d*\.?\d+)(px|rem)/g)].some(([, many, unit]) => {
      const pixels = Number(many) * (unit === 'rem' ? 16 : 1);
      return pixels > 1 && pixels % (pixels > 12 ? 4 : 2) !== 0;
    }),
  );
  expect(faults.map(({ said }) => said)).toEqual([]);
});

test('no figure stands closer to the next than -0.02em, where $260.00 would collide', () => {
  const tracking = sayings('letter-spacing');
  const isApart = (value) => value === '0' || (/^-?\d*\.?\d+em$/.test(value) && Number.parseFloat(value) >= -0.02);
  expect(tracking.length).toBeGreaterThan(30);
  expect(tracking.filter(({ value }) => !isApart(value)).map(({ said }) => said)).toEqual([]);
});

test('there is one select: no page of the portal has one of its own beside it', () => {
  const pages = globSync('src/!(site)/**/*.tsx', { cwd: root });
  expect(pages.filter((file) => /<select\b/.test(read(file)))).toEqual([]);
});

test('every part of ui/ that has looks of its own stands on the sheet of `npm run atlas -- parts`', () => {
  const sheet = globSync('scripts/sheet*.tsx', { cwd: root }).map(read).join('\n');
  const parts = globSync('src/ui/*.module.css', { cwd: root }).map((file) => file.replace(/^.*\/|\.module\.css$/g, ''));
  // A list brings these along; toasts come with the frame around every page.
  const along = ['Cards', 'Pager', 'TableRows', 'TableTools', 'Toaster', 'StepUp'];
  const missing = parts.filter((part) => !along.includes(part) && !sheet.includes(`/${part}.tsx'`));
  expect(missing).toEqual([]);
});
