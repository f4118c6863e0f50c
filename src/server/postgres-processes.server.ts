/** The processes of an embedded PostgreSQL: which they are, and how they are ended. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Ends every process on the data folder, with stronger signals each time; PostgreSQL's journal makes all of them safe.
 */
export async function stopProcesses(data: string): Promise<void> {
  const steps = [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const;
  for (const [signal, patience] of steps) {
    const pids = await processesOn(data);
    if (pids.length === 0) return;
    const postmaster = Number((await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
    const orphans = !pids.includes(postmaster);
    // Workers whose postmaster is gone take SIGINT as "cancel the query", so they get SIGQUIT.
    const said = orphans && signal === 'SIGINT' ? 'SIGQUIT' : signal;
    for (const pid of orphans || said === 'SIGKILL' ? pids : [postmaster]) tell(pid, said);
    for (const end = Date.now() + patience; Date.now() < end && (await anyOn(data, pids));) await sleep(20);
  }
}

export function tell(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended meanwhile.
  }
}

/**
 * Every process of PostgreSQL has the data folder as its working directory, so the kernel can list them. A pid file is
 * no use: after a kill it may name no process, or an unrelated one.
 */
export async function processesOn(data: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => worksOn(data, pid)));
  return pids.filter((_, index) => found[index]);
}

async function anyOn(data: string, pids: number[]): Promise<boolean> {
  for (const pid of pids) if (await worksOn(data, pid)) return true;
  return false;
}

async function worksOn(data: string, pid: number): Promise<boolean> {
  if ((await readlink(`/proc/${pid}/cwd`).catch(() => '')) !== data) return false;
  return /\/postgres( \(deleted\))?$/.test(await readlink(`/proc/${pid}/exe`).catch(() => ''));
}
