/**
 * The connection on which a node listens for all nodes' hints. The same connection regularly checks that the server is
 * alive.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { backendOf, Client } from './client.server.ts';
import type { Waiting } from './held.server.ts';
import type { Log } from './log.server.ts';

export type Heard = {
  /** The connection is open but does not answer, or the server has become a standby. */
  deaf: () => void;
  /** Called with the connections that wait for a standby, or for a lock. */
  waiting: (waiting: readonly Waiting[]) => void;
};

type Streams = { deliver(payload: string, from: { own: boolean }): void; wake(): void };

const channel = 'hints';
/** How often the server is asked whether it is alive, and how long its answer may take. */
const pulseMs = 1_000;
const silenceMs = 4_000;
/** The server has answered lately: two pulses may be late on a busy machine. */
const latelyMs = 2_500;

/**
 * Only an answer proves that a connection is alive. This answer also says who waits, and for what: a login sees all
 * connections of its own, also those of other nodes.
 */
const pulse = `select pid, query_start::text as since, wait_event = 'SyncRep' as standby from pg_stat_activity
  where (wait_event = 'SyncRep' or wait_event_type = 'Lock') and usename = session_user`;

type WireEvents = Heard & { opened: () => void };

/** The connection that listens for all nodes' hints; it comes back by itself when the database does. */
export function openWire(databaseUrl: string, log: Log, streams: Streams, when: WireEvents) {
  let open: Wire | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    if (closed) return;
    const wire = wireOf(databaseUrl, log, streams, {
      lost() {
        open = undefined;
        if (!closed) setTimeout(() => void connect(), 500).unref();
      },
      silent() {
        log.warn('the database does not answer: every connection is made anew');
        when.deaf();
      },
      waiting: when.waiting,
    });
    try {
      await wire.listen();
      open = wire;
      // Hints may have been missed while there was no connection.
      streams.wake();
      when.opened();
    } catch (error) {
      log.debug('no connection for hints', { error });
      wire.giveUp();
    }
  }

  const ready = connect();
  return {
    /**
     * Sends to all nodes. While the database is away it at least tells this node's browsers, and `unsent` keeps it for
     * the others.
     */
    send(payload: string, unsent: (again: boolean) => void): void {
      if (open) return void open.say('select pg_notify($1, $2)', [channel, payload]).catch(() => unsent(true));
      streams.deliver(payload, { own: true });
      unsent(false);
    },
    hears: () => open?.hears() ?? false,
    /** Once what was sent has arrived. */
    async close(): Promise<void> {
      closed = true;
      await ready;
      // On a dead connection `end` never resolves.
      await Promise.race([open?.end().catch(() => undefined), sleep(silenceMs, undefined, { ref: false })]);
    },
  };
}

type Wire = ReturnType<typeof wireOf>;

/**
 * One connection until it ends. `lost` is called once, when it has ended; before that `silent`, if it was open but did
 * not answer.
 */
function wireOf(
  databaseUrl: string,
  log: Log,
  streams: Streams,
  { lost, silent, waiting }: { lost: () => void; silent: () => void; waiting: Heard['waiting'] },
) {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'agency-portal hints',
    connectionTimeoutMillis: silenceMs,
    query_timeout: silenceMs,
    keepAlive: true,
  });
  let isLost = false;
  let last: Promise<unknown> = Promise.resolve();
  let beat: NodeJS.Timeout | undefined;
  let heardAt = -Infinity;
  const giveUp = () => {
    if (isLost) return;
    isLost = true;
    clearInterval(beat);
    client.end().catch(() => undefined);
    lost();
  };
  /** Statements run one after the other, so that each has the full time for its answer. */
  const say = async (text: string, values: string[] = []): Promise<unknown[]> => {
    const answer = last.catch(() => undefined).then(() => client.query(text, values));
    last = answer;
    const { rows } = await answer.catch((error: Error) => {
      if (!isLost && error.message === 'Query read timeout') {
        silent();
        giveUp();
      }
      throw error;
    });
    return rows;
  };
  client.on('error', giveUp);
  client.on('end', giveUp);
  client.on('notification', ({ payload = '', processId }) => {
    // Any login of this server may notify: what no node has sent must end none.
    try {
      if (payload !== '') streams.deliver(payload, { own: processId === backendOf(client) });
    } catch (error) {
      log.warn('a hint could not be read', { error });
    }
  });
  return {
    say,
    giveUp,
    async listen(): Promise<void> {
      await client.connect();
      if (client.useless) throw client.useless;
      await client.query(`listen ${channel}`);
      heardAt = performance.now();
      const feel = async () => {
        const rows = await say(pulse);
        heardAt = performance.now();
        waiting(rows as Waiting[]);
      };
      beat = setInterval(() => void feel().catch(() => undefined), pulseMs).unref();
    },
    hears: () => !isLost && !client.useless && performance.now() - heardAt < latelyMs,
    end: () => last.catch(() => undefined).then(() => client.end()),
  };
}
