/**
 * What every command needs first: the packages of package-lock.json, and the pages built from the current sources. Both
 * are made only where they are missing or old, so that a second start is fast and needs no network. Runs on Node 20
 * without any package.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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
  oneAtATime(join(modules, '.cache/building'), isBuilt, () => {
    const sources = sourcesOfPages();
    buildPages();
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, sources);
  });
}

/** A second process waits until the first has built, so that two nodes of one checkout build once. */
export function oneAtATime(lock, isDone, work) {
  const mine = `${process.pid} ${birthOf(process.pid) ?? ''}`;
  try {
    mkdirSync(dirname(lock), { recursive: true });
    for (let said = false; ;) {
      const holder = read(lock);
      if (holder === undefined || removes(lock, holder)) {
        // Who built may be root, in whose folder this user takes no turn, and needs none.
        if (isDone()) return;
        if (takes(lock, mine)) break;
        continue;
      }
      // Empty for as long as it is being written.
      if (!said && holder)
        console.log(`Waiting for process ${holder.split(' ')[0]}, which builds the pages (${lock}) …`);
      said ||= holder !== '';
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    throw new Failed(`The pages have to be built, which this user can't do here: ${error.message}`);
  }
  try {
    if (!isDone()) work();
  } finally {
    if (read(lock) === mine) rmSync(lock, { force: true });
  }
}

function takes(lock, mine) {
  try {
    writeFileSync(lock, mine, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Undefined where it has just been given back. */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Removes what a process left that was killed while it built; answers whether to try again at once. */
function removes(lock, left) {
  if (!isAbandoned(lock, left)) return false;
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    // Somebody else removed it before and builds already: theirs is put back.
    if (read(aside) !== left) linkSync(aside, lock);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(error.code)) throw error;
  }
  rmSync(aside, { force: true });
  return true;
}

/** No build takes that long; asked only where nobody says when a process began. */
const longestMs = 30 * 60_000;

/**
 * Whether the process that took the lock is gone. After a power cut the file may be empty, and another process may have
 * its number by now: that one began at another time.
 */
function isAbandoned(lock, left) {
  const age = Math.abs(Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()));
  const [, pid, birth] = /^([1-9]\d*) ?(.*)$/.exec(left) ?? [];
  // Unless it is being written just now.
  if (pid === undefined) return age > 5_000;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (error.code === 'ESRCH') return true;
  }
  const now = birthOf(pid);
  return birth && now ? birth !== now : age > longestMs;
}

/** When a process began, and in which run of the machine. Undefined where the system does not say. */
function birthOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const run = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // Behind the program's name, in which anything may stand, the twentieth field is the beginning.
    return `${run} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return undefined;
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
