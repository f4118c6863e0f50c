/**
 * The rows of a workbook's first sheet, read in a process of its own: a workbook of a few kilobytes may need more
 * memory and time than a node has, and what takes too much ends alone. A thread would not be enough: a full heap of it
 * may end the whole process.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { openFairTurns } from '#server/fairturns.server.ts';
import { bareEnvironment } from '#server/postgres-install.server.ts';
import type { Cell } from './cells.ts';

type Rows = readonly (readonly Cell[])[];
/** What stopped the reading. */
type Unread = 'damaged' | 'too large';
type Workbook = {
  bytes: Uint8Array;
  /** The cells to read, such as `A1:IV100`. */
  range: string;
  /** How many bytes all of its parts come to. */
  unpacked: number;
};

/** A hundred thousand rows of twelve columns are 35 MB, and take six seconds. */
const mostMs = 60_000;
const bytesPerSecond = 6_000_000;
const idleMs = 10_000;

/** One workbook at a time, as each may take all the memory of the process that reads it. */
const turns = openFairTurns({
  atOnce: 1,
  seconds: 60,
  every: 60,
  patienceSeconds: 60,
  mostSize: 64 * 1024 * 1024,
  busy: 'Many workbooks are being read just now. Please try again in a moment.',
  ownShare: 'Please wait until your other workbooks were read.',
});
/** It is kept for the next one for a while, and then its memory goes with it. */
let reader: ReturnType<typeof begin> | undefined;

/** Turns are fair between owners. Refuses where they would come too late. */
export function rowsInWorkbook(workbook: Workbook, owner: string): Promise<Rows | Unread> {
  const { bytes, unpacked } = workbook;
  const work = { owner, size: bytes.length, seconds: unpacked / bytesPerSecond };
  return turns.take(work, () => readApart(workbook));
}

async function readApart({ bytes, range }: Workbook): Promise<Rows | Unread> {
  reader ??= begin();
  const { child, idle, errors } = reader;
  idle.refresh();
  const late = setTimeout(() => child.kill('SIGKILL'), mostMs).unref();
  const heard = new AbortController();
  try {
    const read = once(child, 'message', heard).then(([message]) => message as Rows | Unread);
    const ended = once(child, 'close', heard).then(([code, signal]): Unread => {
      // Of too much memory it ends by itself or by the system's hand, and of too much time by ours.
      if (signal !== null) return 'too large';
      throw new Error(`The process that reads workbooks ended with ${code}: ${errors.text.trim()}`);
    });
    // Where it can't be sent, the process has ended.
    child.send({ bytes, range }, () => undefined);
    return await Promise.race([read, ended]);
  } catch (error) {
    end();
    throw error;
  } finally {
    clearTimeout(late);
    heard.abort();
  }
}

function begin() {
  const child = fork(join(import.meta.dirname, 'workbook.child.server.ts'), {
    execArgv: ['--max-old-space-size=256'],
    serialization: 'advanced',
    env: bareEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Otherwise Ctrl-C in the terminal would stop it too, while the portal still has requests to finish.
    detached: true,
  });
  // What a process has to say that runs out of memory fills a page of the log; its end is enough.
  const errors = { text: '' };
  child.stderr!.on('data', (bytes: Buffer) => (errors.text = (errors.text + bytes.toString()).slice(-1_000)));
  child.unref();
  child.channel!.unref();
  (child.stderr as Socket).unref();
  // Whoever waits for rows hears of it; with nobody waiting it would end the portal.
  child.on('error', () => undefined);
  child.once('exit', () => {
    if (reader?.child === child) forget();
  });
  return { child, errors, idle: setTimeout(end, idleMs + mostMs).unref() };
}

function end(): void {
  reader?.child.kill('SIGKILL');
  forget();
}

function forget(): void {
  clearTimeout(reader?.idle);
  reader = undefined;
}
