/**
 * What every command needs first: the packages of package-lock.json, and the pages built from the current sources. Both
 * are made only where they are missing or old, so that a second start is fast and needs no network. Runs on Node 20
 * without any package.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');

/** Thrown when a command failed whose own output already said why. */
export class Failed extends Error {}

/** Runs a command to its end. An expected failure prints one sentence, a bug prints its stack. */
export async function command(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Installs exactly what package-lock.json says, unless it is already installed. */
export function install() {
  if (installed()) return;
  console.log('Installing the packages that package-lock.json names …');
  const cli = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = cli
    ? spawnSync(process.execPath, [cli, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0)
    throw new Failed(error ? `npm can't be run: ${error.message}` : 'npm ci failed; the lines above say why.');
}

/** npm writes a list of what it installed at the very end, so a half-finished install has none or an older one. */
function installed() {
  const [wanted, found] = [join(root, 'package-lock.json'), join(modules, '.package-lock.json')].map(packagesIn);
  return Object.entries(wanted).every(([place, { version, optional }]) => {
    if (place === '') return true;
    return found[place] ? found[place].version === version : optional === true;
  });
}

function packagesIn(lock) {
  return existsSync(lock) ? JSON.parse(readFileSync(lock, 'utf8')).packages : {};
}

/**
 * The Node that runs the portal: npm brings it, because the server's TypeScript needs 24 and the machine may have 20.
 */
export function node() {
  const brought = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(brought) && spawnSync(brought, ['--version']).status === 0) return brought;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Failed(
    `The portal runs on Node 24; npm has none for ${process.platform} on ${process.arch}, and this is ${process.version}. Install Node 24 and start again.`,
  );
}

/** The environment in which packages' own programs find each other and the right Node. */
export function environment() {
  return {
    ...process.env,
    PATH: [join(modules, '.bin'), process.env.PATH].join(delimiter),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache/compiled'),
  };
}

const stamp = join(root, 'build/sources');

/** Whether the pages in build/ were made from the same sources and packages: no setting is in them. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesOfPages();
}

/** Builds the pages where they are missing or old. */
export function build() {
  if (!existsSync(join(root, 'react-router.config.ts')) || isBuilt()) return;
  oneAtATime(() => {
    if (isBuilt()) return;
    const sources = sourcesOfPages();
    buildPages();
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, sources);
  });
}

/** A second process waits until the first has built, so that two nodes of one checkout build once. */
function oneAtATime(work) {
  const lock = join(modules, '.cache/building');
  mkdirSync(dirname(lock), { recursive: true });
  while (!takes(lock)) {
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function takes(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the process that took the lock was killed while it built. */
function isAbandoned(lock) {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function buildPages() {
  console.log('Building the pages …');
  const cli = join(modules, '@react-router/dev/bin.cjs');
  const { status, stdout, stderr } = spawnSync(node(), [cli, 'build'], {
    cwd: root,
    env: { ...environment(), NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Failed(`${stdout ?? ''}${stderr ?? ''}\nThe pages could not be built; the lines above say why.`);
}

/** A digest of everything that the pages are made of: the sources of the browser, and the files that build them. */
function sourcesOfPages() {
  const digest = createHash('sha256');
  const files = ['package-lock.json', 'vite.config.ts', 'react-router.config.ts', 'tsconfig.json'];
  for (const folder of ['src', 'public'])
    files.push(...filesIn(folder).filter((file) => !/\.(server|test)\.tsx?$|\.server\.test\.ts$/.test(file)));
  files.push(...filesIn('scripts').filter((file) => file.includes('build')));
  for (const file of files.sort())
    digest
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return digest.digest('hex');
}

function filesIn(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  );
}
