/**
 * COPY is how PostgreSQL hands over whole tables: as text that every version of it writes and reads alike, at the speed
 * of the disk and in constant memory. The driver speaks it but offers no call for it; these are the two.
 */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type pg from 'pg';

/** The part of the driver's connection that COPY needs. */
type Wire = {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
  stream: NodeJS.ReadWriteStream & { writableNeedDrain?: boolean };
};

const chunkBytes = 64 * 1024;

/** The bytes of `copy … to stdout`, read no faster than they are taken. */
export function copyOut(client: pg.ClientBase, sql: string): AsyncIterable<Buffer> {
  let wire: Wire | undefined;
  let waiting: Buffer[] = [];
  let size = 0;
  const bytes = new Readable({ highWaterMark: 8 * chunkBytes, read: () => void wire?.stream.resume() });
  const flush = () => {
    if (size === 0) return;
    const chunk = Buffer.concat(waiting, size);
    waiting = [];
    size = 0;
    if (!bytes.push(chunk)) wire?.stream.pause();
  };
  submit(client, {
    submit(connection: Wire) {
      wire = connection;
      connection.query(sql);
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // The driver reads the next message into the same memory.
      waiting.push(Buffer.from(chunk));
      size += chunk.length;
      if (size >= chunkBytes) flush();
    },
    handleCommandComplete: flush,
    handleReadyForQuery() {
      // The last rows may have paused the connection; nobody would wake it for the next query.
      wire?.stream.resume();
      bytes.push(null);
    },
    handleError(error: Error) {
      wire?.stream.resume();
      bytes.destroy(error);
    },
    handleRowDescription() {},
    handleEmptyQuery() {},
  });
  return bytes;
}

/**
 * Feeds `copy … from stdin` and answers how many rows it took. When `source` fails, so does the copy, with its error.
 */
export function copyIn(client: pg.ClientBase, sql: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    const ended = new AbortController();
    const fail = (error: unknown) => {
      ended.abort();
      reject(error as Error);
    };
    submit(client, {
      submit: (connection: Wire) => connection.query(sql),
      handleCopyInResponse: (connection: Wire) => void feed(connection, source, ended.signal, fail),
      handleCommandComplete: ({ text }: { text: string }) => void (rows = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0)),
      handleReadyForQuery: () => resolve(rows),
      handleError: fail,
      handleRowDescription() {},
      handleEmptyQuery() {},
    });
  });
}

async function feed(
  wire: Wire,
  source: AsyncIterable<Buffer>,
  signal: AbortSignal,
  fail: (error: unknown) => void,
): Promise<void> {
  try {
    for await (const chunk of source) {
      if (signal.aborted) return;
      wire.sendCopyFromChunk(chunk);
      if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain', { signal });
    }
    wire.endCopyFrom();
  } catch (error) {
    if (signal.aborted) return;
    fail(error);
    wire.sendCopyFail('the source failed');
  }
}

function submit(client: pg.ClientBase, query: object): void {
  client.query(query as pg.Submittable);
}
