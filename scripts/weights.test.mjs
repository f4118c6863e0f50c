/** A build that has grown too heavy is stopped, and the message says which page and by how much. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tooHeavy, weightsOf } from './weights.ts';

let build;

/**
 * Writes a build of three pages as the real one is: a shared shell, a part of two pages, and a heavy page.
 */
beforeAll(async () => {
  build = await mkdtemp(join(tmpdir(), 'portal-weights-'));
  const client = join(build, 'client');
  await mkdir(join(client, 'assets'), { recursive: true });
  const sizes = { entry: 50, frame: 30, shared: 10, light: 5, heavy: 31, late: 90 };
  for (const [name, kb] of Object.entries(sizes))
    await writeFile(join(client, `assets/${name}.js.br`), Buffer.alloc(kb * 1024));
  const preload = (name) => `<link rel="modulepreload" href="/assets/${name}.js"/>`;
  await writeFile(join(client, 'index.html'), `${preload('entry')}${preload('frame')}`);
  const scripts = (...names) => names.map((name) => `/assets/${name}.js`);
  const pages = [
    { address: '/', audience: 'public', id: 'home' },
    { address: '/light', audience: 'client', scripts: scripts('light', 'shared') },
    { address: '/heavy', audience: 'client', scripts: scripts('heavy', 'shared') },
  ];
  await writeFile(join(build, 'pages.json'), JSON.stringify(pages));
});
afterAll(() => rm(build, { recursive: true }));

test('a route weighs what its page needs beyond the shell, and what comes after a click weighs nothing', async () => {
  expect(await weightsOf(build)).toEqual({
    shellKb: 80,
    routes: [
      { address: '/light', ownKb: 15 },
      { address: '/heavy', ownKb: 41 },
    ],
  });
});

test('the page that is too heavy is named with its weight, and so is a shell', async () => {
  const found = await weightsOf(build);
  expect(tooHeavy(found)).toEqual(['/heavy brings 41 KB of its own; 40 KB are allowed']);
  expect(tooHeavy({ ...found, shellKb: 140.1 })[0]).toBe('the shell weighs 140.1 KB; 140 KB are allowed');
  expect(tooHeavy({ shellKb: 140, routes: [{ address: '/light', ownKb: 40 }] })).toEqual([]);
});
