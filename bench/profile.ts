/**
 * `npm run bench -- profile`: where the microseconds of a wallet read go. The portal and bare Fastify with a constant
 * answer are read by the same callers, each under V8's sampling profiler; what the samples say is divided among the
 * calls, and what PostgreSQL's processes take is read from the kernel.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnPortal } from '../scripts/portal.ts';
import type { Book } from './book.ts';
import type { Cast, Task, Told } from './caller.ts';
import { say } from './ledger.ts';
import { coreSecondsOf } from './portal.ts';
import { seat } from './seats.ts';

const callers = 32;
const path = '/kimi/get-wallet-of-user';

type Frame = { callFrame: { functionName: string; url: string }; id: number };
type Profile = { nodes: Frame[]; samples: number[]; timeDeltas: number[] };

/** Reads both for so many seconds, and prints microseconds of a core for each call, by whose code it was. */
export async function profiled(url: string, book: Book, seconds: number): Promise<void> {
  const cast: Cast = { url, tokens: await seat(url, book.busiest, book.clients), first: Number(book.busiest) };
  const caller = fork(join(import.meta.dirname, 'caller.ts'));
  caller.send(cast);
  const folder = mkdtempSync(join(tmpdir(), 'portal-profile-'));
  const watched = (name: string) => ['--cpu-prof', `--cpu-prof-dir=${join(folder, name)}`];
  try {
    const portal = await spawnPortal(
      { DATABASE_URL: url, SECRET_KEY: 'a-key-for-as-long-as-the-bench-runs' },
      watched('portal'),
    );
    const made = await readFor(caller, { address: portal.address, path, seconds }, portal.child.pid!);
    await portal.close();
    report('wallet read', made, join(folder, 'portal'), seconds);

    const program = [...watched('bare'), join(import.meta.dirname, 'constant.ts')];
    const bare = spawn(process.execPath, program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const [address] = (await once(bare, 'message')) as [string];
    const constant = await readFor(caller, { address, path: '/', seconds }, bare.pid!);
    bare.disconnect();
    await once(bare, 'exit');
    report('bare Fastify', constant, join(folder, 'bare'), seconds);
  } finally {
    caller.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Read = { address: string; path: string; seconds: number };
/** `coreUs` of the process that answered, `postgresUs` of all of PostgreSQL's, for each call. */
type Made = { perSecond: number; coreUs: number; postgresUs: number };

/** Warms up first, so that what is compiled then is not counted twice. */
async function readFor(caller: ChildProcess, read: Read, pid: number): Promise<Made> {
  const run = async (): Promise<Told> => {
    caller.send({ what: 'read', callers, ...read } satisfies Task);
    const [told] = (await once(caller, 'message')) as [Told | { failed: string }];
    if ('failed' in told) throw new Error(told.failed);
    return told;
  };
  await run();
  const backends = postgresPids();
  const ofBackends = async () => (await Promise.all(backends.map(coreSecondsOf))).reduce((sum, each) => sum + each, 0);
  const before = [await coreSecondsOf(pid), await ofBackends()] as const;
  const told = await run();
  const perCall = (seconds: number) => (seconds * 1_000_000) / told.made;
  return {
    perSecond: told.perSecond,
    coreUs: perCall((await coreSecondsOf(pid)) - before[0]),
    postgresUs: perCall((await ofBackends()) - before[1]),
  };
}

function postgresPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => nameOf(pid).startsWith('postgres'))
    .map(Number);
}

function nameOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8');
  } catch {
    return ''; // It ended meanwhile.
  }
}

function report(name: string, { perSecond, coreUs, postgresUs }: Made, folder: string, seconds: number): void {
  say(name, `${perSecond.toFixed(0)} a second, ${coreUs.toFixed(1)} µs of a core a call`);
  for (const [whose, share] of sharesOf(folder, seconds))
    if (share > 0.01) say(`  ${whose}`, `${(share * coreUs).toFixed(1)} µs`);
  if (postgresUs > 0.5) say('  besides it, PostgreSQL', `${postgresUs.toFixed(1)} µs`);
}

/** Whose code ran, as shares of the samples of the last `seconds`; idle ones are left out. */
function sharesOf(folder: string, seconds: number): [string, number][] {
  const [file] = readdirSync(folder).filter((each) => each.endsWith('.cpuprofile'));
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file!), 'utf8')) as Profile;
  const names = new Map(nodes.map(({ id, callFrame }) => [id, whoseIs(callFrame)]));
  const sums = new Map<string, number>();
  let left = seconds * 1_000_000;
  for (let at = samples.length - 1; at >= 0 && left > 0; at--) {
    const whose = names.get(samples[at]!)!;
    if (whose === undefined) continue;
    sums.set(whose, (sums.get(whose) ?? 0) + timeDeltas[at]!);
    left -= timeDeltas[at]!;
  }
  const all = [...sums.values()].reduce((sum, each) => sum + each, 0);
  return [...sums]
    .map(([whose, us]): [string, number] => [whose, us / all])
    .toSorted((one, other) => other[1] - one[1]);
}

function whoseIs({ functionName, url }: Frame['callFrame']): string | undefined {
  if (functionName === '(idle)') return undefined;
  if (functionName === '(garbage collector)') return 'collecting garbage';
  if (url === '') return builtIn(functionName);
  if (url.startsWith('node:')) return 'Node';
  const [, pack] = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
  if (pack === undefined) return `the portal: ${/\/src\/([^/]+)/.exec(url)?.[1] ?? 'bench'}`;
  return /^pg(-|$)/.test(pack) ? 'pg' : pack;
}

/** What has no file is of V8 or Node's C++: writing to a socket is one system call each, the rest is under one name. */
function builtIn(name: string): string {
  return name.startsWith('write') ? 'writing to sockets' : name === '(program)' ? 'Node, outside of JavaScript' : 'V8';
}
