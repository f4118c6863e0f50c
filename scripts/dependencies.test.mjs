import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { factsIn, faultsOf, licencesPage, readLock, readManifest } from './dependencies.ts';

const digest = `sha512-${'a'.repeat(86)}==`;
const good = { version: '1.0.0', integrity: digest, license: 'MIT' };
const lockOf = (found) => ({
  lockfileVersion: 3,
  packages: { '': { version: '0' }, 'node_modules/thing': { ...good, ...found } },
});
const nothing = { dependencies: {}, devDependencies: {}, optionalDependencies: {} };

test('every package is pinned, has its digest, comes from the registry, runs nothing unknown and has a licence that was read', () => {
  expect(faultsOf(readLock(), readManifest())).toEqual([]);
});

test('the list of licences is up to date', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/licences.md'), 'utf8');
  expect(page).toBe(licencesPage(readLock(), readManifest(), factsIn(page)));
});

test('every package that package.json asks for has a size and a source in it, but for those of another processor', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/licences.md'), 'utf8');
  const without = Object.entries(factsIn(page)).filter(([, { size, source }]) => size === '–' || source === '–');
  const { packages } = readLock();
  expect(without.filter(([named]) => packages[`node_modules/${named.split(' ')[0]}`].cpu === undefined)).toEqual([]);
});

test('a package that nobody says what it is for is named, and so is what is said of one that is gone', () => {
  const asked = { ...nothing, devDependencies: { thing: '1.0.0' } };
  expect(faultsOf(lockOf({}), asked, { thing: 'a thing' })).toEqual([]);
  expect(faultsOf(lockOf({}), asked, {})).toEqual(['scripts/purposes.ts does not say what thing is for.']);
  expect(faultsOf(lockOf({}), nothing, { thing: 'a thing' })).toEqual([
    'scripts/purposes.ts says what thing is for, which package.json does not ask for.',
  ]);
});

test('what would slip in is found', () => {
  expect(faultsOf(lockOf({}), nothing, {})).toEqual([]);
  for (const [found, said] of [
    [{ integrity: undefined }, 'no sha512 digest'],
    [{ integrity: 'sha1-abc' }, 'no sha512 digest'],
    [{ resolved: 'git+ssh://git@github.com/evil/thing.git' }, 'comes from'],
    [{ resolved: 'https://packages.example/thing.tgz' }, 'comes from'],
    [{ hasInstallScript: true }, 'runs a script'],
    [{ link: true }, 'link to a folder'],
    [{ license: 'AGPL-3.0-only' }, 'Nobody has read'],
    [{ license: 'MIT AND GPL-3.0-only' }, 'GPL-3.0-only'],
    [{ license: undefined }, 'none'],
  ])
    expect(faultsOf(lockOf(found), nothing, {}).join(), JSON.stringify(found)).toContain(said);
  for (const wanted of ['*', '^1.0.0', '~1.0.0', '1', 'latest', 'github:evil/thing', 'file:../thing', '>=1.0.0'])
    expect(faultsOf(lockOf({}), { ...nothing, dependencies: { thing: wanted } }, { thing: 'x' }), wanted).toHaveLength(
      1,
    );
});

/**
 * Output and exit code of `npm run audit:deps` against a registry that reports these vulnerabilities. `status` 405
 * plays a registry without an audit endpoint.
 */
async function auditWith(status, holes) {
  const registry = createServer(({ method, url }, response) => {
    const known =
      method === 'POST'
        ? holes
        : { name: url.slice(1), versions: { '8.0.0': { name: url.slice(1), version: '8.0.0' } } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(known));
  });
  await new Promise((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${registry.address().port}`,
    npm_config_fetch_retries: '0',
  };
  const script = join(import.meta.dirname, 'dependencies.ts');
  const answer = await new Promise((resolve) =>
    execFile(process.execPath, [script], { env }, (error, stdout, stderr) =>
      resolve([error?.code ?? 0, stdout + stderr]),
    ),
  );
  registry.close();
  registry.closeAllConnections();
  return answer;
}

test(
  'known holes fail the audit, none pass it, and a registry that does not answer is neither',
  { timeout: 60_000 },
  async () => {
    const hole = {
      id: 1,
      url: 'https://x.example',
      title: 'a hole',
      severity: 'critical',
      vulnerable_versions: '>=0',
      cwe: [],
      cvss: {},
    };
    expect(await auditWith(200, {})).toEqual([0, expect.stringContaining('Known holes: 0 critical, 0 high')]);
    expect(await auditWith(200, { pg: [hole] })).toEqual([1, expect.stringMatching(/Known holes: [1-9]\d* critical/)]);
    expect(await auditWith(405, {})).toEqual([2, expect.stringContaining('NOT AUDITED')]);
  },
);

const imagesIn = (folder) =>
  ['Dockerfile', 'cluster/Dockerfile', 'compose.yaml'].flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/^(?:FROM|\s*image:) +(\S+)/gm)].map(([, image]) => image),
  );

test('images have exact versions and digests, and one command writes the digest of a newer one', () => {
  const deploy = join(import.meta.dirname, '../deploy');
  const pinnedNow = imagesIn(deploy);
  expect(pinnedNow.length).toBeGreaterThan(4);
  for (const image of pinnedNow) expect(image).toMatch(/^[a-z-]+:(\d+\.)+\d+(-[a-z-]+)?@sha256:[0-9a-f]{64}$/);
  const digests = new Set(pinnedNow.map((image) => image.split('@')[1]));
  expect(digests.size).toBe(new Set(pinnedNow.map((image) => image.split('@')[0])).size);
  const folder = mkdtempSync(join(tmpdir(), 'images-'));
  try {
    cpSync(deploy, folder, { recursive: true });
    // As after another version was written into one of the files: nginx and PostgreSQL have no digest.
    const compose = join(folder, 'compose.yaml');
    writeFileSync(compose, readFileSync(compose, 'utf8').replaceAll(/@sha256:[0-9a-f]{64}/g, ''));
    const before = imagesIn(folder);
    expect(before.filter((image) => !image.includes('@'))).toHaveLength(2);
    const docker = (said) => writeFileSync(join(folder, 'docker'), `#!/bin/sh\necho '${said}'\n`, { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const pin = () => execFileSync(join(folder, 'pin-images.sh'), { env, stdio: 'pipe' });
    docker('Name: nothing');
    expect(pin).toThrow('The registry names no digest of');
    expect(imagesIn(folder)).toEqual(before);
    const pinned = `sha256:${'ab'.repeat(32)}`;
    docker(`Digest:    ${pinned}`);
    pin();
    expect(imagesIn(folder)).toEqual(before.map((image) => (image.includes('@') ? image : `${image}@${pinned}`)));
    const after = imagesIn(folder);
    pin();
    expect(imagesIn(folder)).toEqual(after);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
