/**
 * Live hints. After a commit a node tells all nodes, at most twenty times a second, whose data changed; every browser
 * that listens fetches again what it shows. A hint may be lost and nothing is: what must not be missed is a row.
 */
import type { ServerResponse } from 'node:http';
import pg from 'pg';
import type { Log } from './log.server.ts';

export type Hint = 'wallet' | 'request' | 'notice';
/** Whose data changed: a person's internal number, or every admin. */
export type Concerned = bigint | 'admins';

export type Events = {
  /** Says that something changed for somebody. Returns at once; the hint leaves with the next batch. */
  hint(concerned: Concerned, ...hints: Hint[]): void;
  /** Takes over a response and writes hints to it until either side ends. */
  listen(response: ServerResponse, who: { user: bigint; admin: boolean; until: Date }): void;
  /** Ends a person's streams, so that a revoked session stops hearing. */
  end(user: bigint): void;
  close(): Promise<void>;
};

const channel = 'hints';
const batchMs = 50;
const heartbeatMs = 20_000;

type Listener = { response: ServerResponse; user: bigint; admin: boolean; timer: NodeJS.Timeout };

export function openEvents(databaseUrl: string, log: Log): Events {
  const listeners = new Map<string, Set<Listener>>();
  const waiting = new Map<string, Set<Hint>>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let connection: pg.Client | undefined;

  function deliver(payload: string): void {
    for (const [who, hints] of Object.entries(JSON.parse(payload) as Record<string, Hint[]>)) {
      for (const listener of listeners.get(who) ?? []) {
        for (const hint of hints) listener.response.write(`event: ${hint}\ndata: {}\n\n`);
      }
    }
  }

  async function connect(): Promise<void> {
    if (closed) return;
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'portal hints', keepAlive: true });
    const again = once(() => {
      connection = undefined;
      client.end().catch(() => undefined);
      if (!closed) setTimeout(() => void connect(), 500).unref();
    });
    client.on('error', again);
    client.on('end', again);
    client.on('notification', ({ payload }) => payload && deliver(payload));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      connection = client;
      // Hints may have passed while nobody listened: everybody looks again.
      for (const set of listeners.values())
        for (const { response } of set)
          response.write('event: request\ndata: {}\n\nevent: wallet\ndata: {}\n\nevent: notice\ndata: {}\n\n');
    } catch (error) {
      log.debug('hints: no connection', { error });
      again();
    }
  }

  function flush(): void {
    timer = undefined;
    if (waiting.size === 0) return;
    // A notification carries at most 8000 bytes; more people wait for the next batch.
    const batch = [...waiting].slice(0, 150);
    for (const [who] of batch) waiting.delete(who);
    const payload = JSON.stringify(Object.fromEntries(batch.map(([who, hints]) => [who, [...hints]])));
    if (connection) connection.query('select pg_notify($1, $2)', [channel, payload]).catch(() => undefined);
    else deliver(payload);
    if (waiting.size > 0) timer = setTimeout(flush, batchMs);
  }

  const ready = connect();
  return {
    hint(concerned, ...hints) {
      const who = String(concerned);
      const set = waiting.get(who) ?? new Set<Hint>();
      for (const hint of hints) set.add(hint);
      waiting.set(who, set);
      timer ??= setTimeout(flush, batchMs);
    },
    listen(response, { user, admin, until }) {
      const names = [String(user), ...(admin ? ['admins'] : [])];
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      response.write('retry: 1000\n\nevent: hello\ndata: {}\n\n');
      const listener: Listener = {
        response,
        user,
        admin,
        timer: setInterval(() => (Date.now() > until.getTime() ? response.end() : response.write(': still here\n\n')), heartbeatMs),
      };
      for (const name of names) listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
      response.on('close', () => {
        clearInterval(listener.timer);
        for (const name of names) {
          listeners.get(name)?.delete(listener);
          if (listeners.get(name)?.size === 0) listeners.delete(name);
        }
      });
    },
    end(user) {
      for (const { response } of listeners.get(String(user)) ?? []) response.end();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      for (const set of listeners.values()) for (const { response } of set) response.end();
      await ready;
      await connection?.end().catch(() => undefined);
    },
  };
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
}
