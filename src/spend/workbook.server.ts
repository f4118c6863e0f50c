/**
 * The rows of a workbook's first sheet, read in a thread: a workbook of a few kilobytes may need more memory and time
 * than a node has, and a thread that takes too much ends alone.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Cell } from './cells.ts';

type Rows = readonly (readonly Cell[])[];
/** What stopped the reading. */
type Unread = 'damaged' | 'too large';

/** A hundred thousand rows of twelve columns take six seconds. */
const mostMs = 60_000;
const idleMs = 10_000;

/** One workbook at a time, as each may take all the memory of a thread. */
let reading: Promise<unknown> = Promise.resolve();
/** It is kept for the next one for a while, and then its memory goes with it. */
let thread: { worker: Worker; idle: NodeJS.Timeout } | undefined;

/** The rows within these cells, such as `A1:IV100`. */
export function rowsInWorkbook(bytes: Uint8Array, range: string): Promise<Rows | Unread> {
  const rows = reading.then(() => readApart(bytes, range));
  reading = rows.catch(() => undefined);
  return rows;
}

async function readApart(bytes: Uint8Array, range: string): Promise<Rows | Unread> {
  thread ??= begin();
  const { worker, idle } = thread;
  idle.refresh();
  const tooLong = AbortSignal.timeout(mostMs);
  try {
    worker.postMessage({ bytes, range });
    const [read] = await once(worker, 'message', { signal: tooLong });
    return read as Rows | Unread;
  } catch (error) {
    await end();
    if (tooLong.aborted || (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') return 'too large';
    throw error;
  }
}

function begin() {
  const worker = new Worker(new URL('workbook.thread.server.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    execArgv: [],
  });
  worker.unref();
  // Whoever waits for rows hears of it; with nobody waiting it would end the process.
  worker.on('error', () => undefined);
  worker.once('exit', () => {
    if (thread?.worker !== worker) return;
    clearTimeout(thread.idle);
    thread = undefined;
  });
  return { worker, idle: setTimeout(() => void end(), idleMs + mostMs).unref() };
}

async function end(): Promise<void> {
  clearTimeout(thread?.idle);
  const ending = thread?.worker;
  thread = undefined;
  await ending?.terminate();
}
