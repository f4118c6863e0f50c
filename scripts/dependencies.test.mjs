import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultsOf, licencesPage, readLock, readManifest } from './dependencies.ts';

const digest = `sha512-${'a'.repeat(86)}==`;
const good = { version: '1.0.0', integrity: digest, license: 'MIT' };
const lockOf = (found) => ({ lockfileVersion: 3, packages: { '': { version: '0' }, 'node_modules/thing': { ...good, ...found } } });
const nothing = { dependencies: {}, devDependencies: {}, optionalDependencies: {} };

test('every package is pinned, has its digest, comes from the registry, runs nothing unknown and has a licence that was read', () => {
  expect(faultsOf(readLock(), readManifest())).toEqual([]);
});

test('the list of licences is up to date', () => {
  expect(readFileSync(join(import.meta.dirname, '../docs/licences.md'), 'utf8')).toBe(licencesPage(readLock()));
});

test('what would slip in is found', () => {
  expect(faultsOf(lockOf({}), nothing)).toEqual([]);
  for (const [found, said] of [
    [{ integrity: undefined }, 'no sha512 digest'],
    [{ integrity: 'sha1-abc' }, 'no sha512 digest'],
    [{ resolved: 'git+ssh://git@github.com/evil/thing.git' }, 'comes from'],
    [{ resolved: 'http://registry.npmjs.org/thing.tgz' }, 'comes from'],
    [{ hasInstallScript: true }, 'runs a script'],
    [{ link: true }, 'link to a folder'],
    [{ license: 'AGPL-3.0-only' }, 'Nobody has read'],
    [{ license: 'MIT AND GPL-3.0-only' }, 'GPL-3.0-only'],
    [{ license: undefined }, 'none'],
  ])
    expect(faultsOf(lockOf(found), nothing).join(), JSON.stringify(found)).toContain(said);
  for (const wanted of ['*', '^1.0.0', '~1.0.0', '1', 'latest', 'github:evil/thing', 'file:../thing', '>=1.0.0'])
    expect(faultsOf(lockOf({}), { ...nothing, dependencies: { thing: wanted } }), wanted).toHaveLength(1);
});
