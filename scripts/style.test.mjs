/**
 * Tests the checks of our code rules: each rule is broken once in a small project made for it, and the same programs
 * with the same settings have to report exactly that.
 */
import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import borders, { order, tests } from '../.dependency-cruiser.mjs';
import { longTests } from './long-tests.mjs';

const root = join(import.meta.dirname, '..');
const houses = [];

afterAll(async () => {
  for (const house of houses) await rm(house, { recursive: true });
});

/** A folder with this project's settings and packages, and with these files. */
async function build(files) {
  const house = await mkdtemp(join(tmpdir(), 'portal-style-'));
  houses.push(house);
  for (const name of [
    '.dependency-cruiser.mjs',
    '.oxlintrc.json',
    '.oxfmtrc.json',
    'tsconfig.json',
    'tsconfig.pure.json',
    'pure.d.ts',
    'package.json',
  ]) {
    await cp(join(root, name), join(house, name));
  }
  await symlink(join(root, 'node_modules'), join(house, 'node_modules'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(house, name)), { recursive: true });
    await writeFile(join(house, name), text);
  }
  return house;
}

async function run(house, program, ...args) {
  const bin = join(root, 'node_modules/.bin');
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  return promisify(execFile)(join(bin, program), args, { cwd: house, env, maxBuffer: 1e8, timeout: 50_000 })
    .then(({ stdout }) => ({ code: 0, output: stdout }))
    .catch((error) => ({ code: error.code, output: error.stdout || error.stderr }));
}

async function violations(files) {
  const { output } = await run(await build(files), 'depcruise', 'src', '--output-type', 'json');
  const found = JSON.parse(output).summary.violations;
  return [...new Set(found.map(({ from, rule }) => `${rule.name}: ${from}`))];
}

async function lint(files) {
  const { output } = await run(await build(files), 'oxlint', '--format', 'json', 'src');
  const found = JSON.parse(output).diagnostics;
  return [...new Set(found.map(({ code, filename }) => `${code}: ${filename}`))];
}

test('every folder of src/ has its place in the order, and the order names no other', async () => {
  const entries = await readdir(join(root, 'src'), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(folders.filter((name) => !order.includes(name))).toEqual([]);
  expect(order.filter((name) => !folders.includes(name))).toEqual([]);
});

test('the map draws the house as it stands: its order, its folders, slices without sub-folders', async () => {
  const map = await readFile(join(root, 'ARCHITECTURE.md'), 'utf8');
  const [, drawn = ''] = map.match(/## The order of imports\s+`([^`]+)`/) ?? [];
  expect(drawn.split(/,\s*/)).toEqual(order);
  const folders = [...map.matchAll(/`((?:src|docs|migrations|e2e|bench|scripts)(?:\/\w+)*)\/`/g)].map(
    ([, folder]) => folder,
  );
  expect(folders.filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
  const inside = await Promise.all(order.map((word) => readdir(join(root, 'src', word), { withFileTypes: true })));
  expect(inside.flat().filter((entry) => entry.isDirectory())).toEqual([]);
});

test('no slice may import what stands right of it', async () => {
  const pairs = order.slice(0, -1).map((word, index) => [word, order[index + 1]]);
  const files = pairs.map(([word, next]) => [
    `src/${word}/planted.ts`,
    `import { word } from '#${next}/planted.ts';\nexport const planted = word;\n`,
  ]);
  const found = await violations({
    ...Object.fromEntries(files),
    [`src/${order.at(-1)}/planted.ts`]: 'export const word = 1;\n',
  });
  for (const [word] of pairs) expect(found).toContain(`order-${word}: src/${word}/planted.ts`);
});

/** The rule, the file that breaks it, and how. */
const plantedBorders = [
  ['tools-know-no-domain', 'src/ui/tool.tsx', `export { one as two } from '#server/one.ts';`],
  ['nobody-imports-the-top', 'src/ledger/low.ts', `export { top as one } from '#top.ts';`],
  ['only-tests-import-testing', 'src/ledger/tool.ts', `export { made as one } from './made.testing.ts';`],
  ['pure-stays-pure', 'src/ledger/pure.ts', `export { tool as one } from './tool.server.ts';`],
  ['pure-needs-no-platform', 'src/ledger/disk.ts', `export { readFile } from 'node:fs';`],
  ['pure-needs-no-platform', 'src/ledger/heavy.ts', `export { z } from 'zod';`],
  ['browser-asks-over-the-wire', 'src/ledger/Page.tsx', `export { tool as one } from './tool.server.ts';`],
  ['server-draws-no-pages', 'src/ledger/page.server.ts', `export { page as one } from './page.tsx';`],
  [
    'stores-are-private',
    'src/wallet/wallet.server.ts',
    `export { store as one } from '#ledger/ledger.store.server.ts';`,
  ],
  ['no-circles', 'src/ledger/egg.ts', `export { one as egg } from './hen.ts';`],
  ['installed-for-production', 'src/ledger/tried.server.ts', `export { expect } from 'vitest';`],
  ['exists', 'src/ledger/lost.ts', `export { one } from './nowhere.ts';`],
];

const innocent = {
  'src/top.ts': 'export const top = 1;',
  'src/server/one.ts': 'export const one = 1;',
  'src/ledger/tool.server.ts': 'export const tool = 1;\nexport type Tool = number;',
  'src/ledger/page.tsx': `import type { Tool } from './tool.server.ts';\nexport const page: Tool = 1;`,
  'src/ledger/ledger.store.server.ts': 'export const store = 1;',
  'src/ledger/hen.ts': `export { egg as one } from './egg.ts';`,
  'src/ledger/made.testing.ts': 'export const made = 1;',
  'src/ledger/ledger.test.ts': `export { made as two } from './made.testing.ts';`,
  'src/ledger/field.ts': `export { z } from 'zod/mini';`,
};

test('every border can be seen to be crossed', async () => {
  const found = await violations({
    ...innocent,
    ...Object.fromEntries(plantedBorders.map(([, file, text]) => [file, text])),
  });
  for (const [rule, file] of plantedBorders) expect(found).toContain(`${rule}: ${file}`);
  const rules = borders.forbidden.map(({ name }) => name).filter((name) => !name.startsWith('order-'));
  expect(rules.filter((name) => !plantedBorders.some(([rule]) => rule === name))).toEqual([]);
});

test('a house in order is left in peace', async () => {
  const { 'src/ledger/hen.ts': _, ...files } = innocent;
  expect(await violations(files)).toEqual([]);
});

const lines = (count, line) => Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** The rule, a text that breaks it, and what the file's name ends with. */
const plantedStyle = [
  ['eslint(max-lines)', lines(301, (index) => `export const v${index} = ${index};`)],
  ['eslint(max-lines-per-function)', `export function long() {\n${lines(70, (index) => `  void ${index};`)}\n}`],
  ['eslint(no-warning-comments)', `// ${'TO'}${'DO'} later\nexport const one = 1;`],
  ['eslint(no-console)', `export const say = () => console.log('hello');`],
  ['eslint(no-restricted-imports)', `import { two } from '../wallet/two.ts';\nexport const one = two;`],
  ['import(no-default-export)', 'export default 1;'],
  ['oxc(no-barrel-file)', `export * from './one.ts';`],
  ['typescript(no-explicit-any)', 'export const one = (value: any) => value as number;'],
  ['typescript(no-floating-promises)', `export const forget = () => {\n  Promise.resolve(1);\n};`],
  [
    'typescript(switch-exhaustiveness-check)',
    `export function say(word: 'yes' | 'no') {\n  switch (word) {\n    case 'yes':\n      return 1;\n  }\n  return 2;\n}`,
  ],
  [
    'react-hooks(rules-of-hooks)',
    `import { useState } from 'react';\nexport function One({ on }: { on: boolean }) {\n  if (on) useState(1);\n  return null;\n}`,
    '.tsx',
  ],
  ['jsx-a11y(alt-text)', 'export const One = () => <img src="/one.png" />;', '.tsx'],
  [
    `vitest(no-focused-tests)`,
    `import { expect, test } from 'vitest';\ntest${'.on'}${'ly'}('one', () => expect(1).toBe(1));`,
    '.test.ts',
  ],
  [
    `vitest(no-disabled-tests)`,
    `import { expect, test } from 'vitest';\ntest${'.sk'}${'ip'}('one', () => expect(1).toBe(1));`,
    '.test.ts',
  ],
];

test('every habit can be seen to be broken', async () => {
  const files = plantedStyle.map(([, text, ending = '.ts'], index) => [
    `src/ledger/planted${index}${ending}`,
    `${text}\n`,
  ]);
  const found = await lint({ ...Object.fromEntries(files), 'src/ledger/one.ts': 'export const one = 1;\n' });
  for (const [index, [rule]] of plantedStyle.entries()) expect(found).toContain(`${rule}: ${files[index]?.[0]}`);
  expect(found.filter((each) => each.endsWith('/one.ts'))).toEqual([]);
});

test('a pure file that needs a browser or Node does not compile', async () => {
  const house = await build({
    'src/ledger/browser.ts': 'document.title = "";\n',
    'src/ledger/node.ts': 'process.exit();\n',
  });
  const { code, output } = await run(house, 'tsc', '-p', 'tsconfig.pure.json');
  expect(code).not.toBe(0);
  expect(output).toContain('src/ledger/browser.ts');
  expect(output).toContain('src/ledger/node.ts');
});

test('no pure file brings the types of Node along, with which all others would compile', async () => {
  const { output } = await run(root, 'tsc', '-p', 'tsconfig.pure.json', '--listFilesOnly');
  expect(output).toContain('src/kernel/money.ts');
  expect(output.split('\n').filter((file) => /@types\/node|\.server\.ts$/.test(file))).toEqual([]);
});

test('what only tests import says so by its name, in one way', async () => {
  const files = await readdir(join(root, 'src'), { recursive: true });
  const called = files.filter((file) => /(^|[/.-])test/.test(file) && /\.tsx?$/.test(file));
  expect(called.filter((file) => !new RegExp(tests).test(file))).toEqual([]);
});

test('a file in another format is named', async () => {
  const house = await build({ 'src/ledger/odd.ts': 'export const one = "1"\n' });
  const { code, output } = await run(house, 'oxfmt', '--check', 'src');
  expect(code).not.toBe(0);
  expect(output).toContain('src/ledger/odd.ts');
});

test('no two statements have one name: a connection that has prepared the one refuses the other', async () => {
  const files = (await readdir(join(root, 'src'), { recursive: true })).filter((file) =>
    /(?<!\.testing)\.server\.ts$/.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(root, 'src', file), 'utf8')));
  const names = texts.flatMap((text) =>
    [...text.matchAll(/\.query(?:<[^(]*>)?\(\s*'([a-z_]+\.[^']+)'/g)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(150);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('the portal in a browser writes its numbers itself: the first one that a phone writes holds it up', async () => {
  const files = (await readdir(join(root, 'src'), { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file) && !/^site\/|\.server\.ts$/.test(file) && !new RegExp(tests).test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  const texts = await Promise.all(files.map((file) => readFile(join(root, 'src', file), 'utf8')));
  expect(files.filter((_, at) => /toLocaleString\(|Intl\.NumberFormat/.test(texts[at]))).toEqual([]);
});

test('CI runs npm test, then what takes longer, and nothing else', async () => {
  const commands = (await readFile(join(root, '.ci/run'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !/^(#|set |cd )/.test(line));
  expect(commands).toEqual(['npm test', 'npm run prove']);
});

test('each test that is said to take long is there', () => {
  for (const glob of longTests) expect(globSync(glob, { cwd: root }), glob).not.toEqual([]);
});
