/**
 * Live hints. After a commit a node tells all nodes whose data changed, at most twenty times a second; every browser
 * that listens fetches again what it shows. Losing a hint loses no data: whatever must not be missed is also a row.
 */
import type { ServerResponse } from 'node:http';
import type { Hint } from '#kernel/hint.ts';
import { refuse } from '#kernel/refusal.ts';
import { openWire, type Heard } from './hintwire.server.ts';
import type { Log } from './log.server.ts';

/** Whose data changed: a client's internal number, or every admin. */
type Concerned = bigint | 'admins';

/** Who listens. `guest`: the admin who looks at this client's area; the stream ends with that admin's sign-in. */
type Listener = {
  person: bigint;
  client?: bigint | undefined;
  admin: boolean;
  until: Date;
  guest?: bigint | undefined;
};

export type Events = {
  /** Says that something changed for somebody. Returns at once; the hint leaves with the next batch. */
  hint(concerned: Concerned, ...hints: Hint[]): void;
  /** Takes over a response and writes hints to it until either side ends. Refuses who has too many streams already. */
  listen(response: ServerResponse, who: Listener): void;
  /**
   * Some of a person's sessions were ended: their streams are closed on all nodes, and whoever remembers sessions
   * forgets them.
   */
  end(person: bigint): void;
  whenEnded(forget: (person: bigint) => void): void;
  /** Whether the database has answered lately on the connection that hears the other nodes. */
  hears: () => boolean;
  /** Ends the streams, as this node leaves; hints still reach the others. */
  leave(): void;
  /** Sends what still waits. */
  close(): Promise<void>;
};

const batchMs = 50;
const heartbeatMs = 20_000;
/**
 * After this time a stream ends. The browser connects again by itself and shows its session again, so no stream
 * outlives its session for longer, however the session ended.
 */
const longestStreamMs = 10 * 60_000;
/**
 * The most streams of one person on one node: more than anybody has windows open, and a small part of what a node can
 * hold.
 */
const mostStreams = 20;
/** A page is fetched before its stream is open: what is hinted in between is said again to whoever connects. */
const rememberedMs = 10_000;
/** Sent between nodes like a hint: the streams of this person have to be closed. */
const ended = 'ended';
type Sent = Hint | typeof ended;
/**
 * Hints that could not be sent wait for the next connection. After a reconnect all browsers fetch everything again, so
 * not many need to be kept.
 */
const mostUnsent = 10_000;
/** A notification carries at most 8000 bytes; more people wait for the next batch. */
const mostInBatch = 150;

/**
 * Opens the hints of one node: a connection of its own that listens, and the streams of its browsers. `heard` is told
 * what that connection finds out about the server, as the node's other connections lead to the same one.
 */
export function openEvents(databaseUrl: string, log: Log, heard: Partial<Heard> = {}): Events {
  const forgetful: ((user: bigint) => void)[] = [];
  const streams = openStreams((user) => forgetful.forEach((forget) => forget(user)));
  // Hints that could not be sent while the database was away are sent as soon as it is back.
  const opened = () => (timer ??= waiting.size > 0 ? setTimeout(flush, batchMs) : undefined);
  const wire = openWire(databaseUrl, log, streams, { opened, deaf: () => {}, waiting: () => {}, ...heard });
  const waiting = new Map<string, Set<Sent>>();
  let timer: NodeJS.Timeout | undefined;
  let leaves = false;
  let closed = false;

  function flush(): void {
    const batch = [...waiting].slice(0, mostInBatch);
    for (const [who] of batch) waiting.delete(who);
    timer = waiting.size > 0 ? setTimeout(flush, batchMs) : undefined;
    const unsent = (again: boolean) => {
      for (const [who, hints] of batch) if (waiting.size < mostUnsent) add(who, hints);
      if (again && !closed) timer ??= setTimeout(flush, 1_000);
    };
    wire.send(JSON.stringify(Object.fromEntries(batch.map(([who, hints]) => [who, [...hints]]))), unsent);
  }

  function add(who: string, hints: Iterable<Sent>): void {
    const set = waiting.get(who) ?? new Set<Sent>();
    for (const hint of hints) set.add(hint);
    waiting.set(who, set);
  }

  return {
    hint(concerned, ...hints) {
      add(String(concerned), hints);
      timer ??= setTimeout(flush, batchMs);
    },
    listen(response, who) {
      streams.add(response, who);
      if (leaves) streams.endAll();
    },
    end(user) {
      streams.end(String(user));
      add(String(user), [ended]);
      timer ??= setTimeout(flush, batchMs);
    },
    whenEnded: (forget) => void forgetful.push(forget),
    hears: wire.hears,
    leave() {
      leaves = true;
      streams.endAll();
    },
    async close() {
      closed = true;
      // While the database is away what was sent waits again, so that these are counted first.
      for (let batches = Math.ceil(waiting.size / mostInBatch); batches > 0; batches -= 1) {
        clearTimeout(timer);
        flush();
      }
      clearTimeout(timer);
      streams.endAll();
      await wire.close();
    },
  };
}

/**
 * The name under which streams of this admin's visits are kept; they are also kept under the client whose area it is.
 */
const guestsOf = (admin: bigint | string) => `guests of ${admin}`;

function namesOf({ person, client, admin, guest }: Listener): string[] {
  return [
    String(person),
    ...(client === undefined ? [] : [String(client)]),
    ...(admin ? ['admins'] : []),
    ...(guest === undefined ? [] : [guestsOf(guest)]),
  ];
}

const tooManyStreams = {
  code: 'limit.reached',
  message: 'This account is open in too many windows. Please close some of them.',
  status: 429,
  extra: { retryAfter: 30 },
} as const;

/** The hints of the last ten to twenty seconds, by whom they concern. */
function openMemory() {
  type Hints = Map<string, Set<Hint>>;
  let [young, old]: [Hints, Hints] = [new Map(), new Map()];
  let began = Date.now();
  const age = () => {
    const turns = (Date.now() - began) / rememberedMs;
    if (turns < 1) return;
    [young, old] = [new Map(), turns < 2 ? young : new Map()];
    began = Date.now();
  };
  return {
    keep(who: string, hint: Hint): void {
      age();
      young.set(who, (young.get(who) ?? new Set()).add(hint));
    },
    of(names: readonly string[]): Set<Hint> {
      age();
      return new Set([young, old].flatMap((hints) => names.flatMap((name) => [...(hints.get(name) ?? [])])));
    },
  };
}

/** The open streams of this node's browsers, by whom they concern. */
function openStreams(forget: (user: bigint) => void) {
  const listeners = new Map<string, Set<ServerResponse>>();
  const memory = openMemory();
  // A browser that does not read keeps a stream open after it was ended; writing to it then would throw.
  const say = (response: ServerResponse, words: string) => response.writableEnded || response.write(words);
  const write = (response: ServerResponse, hint: Hint) => say(response, `event: ${hint}\ndata: {}\n\n`);
  const end = (who: string) => {
    if (who !== 'admins') forget(BigInt(who));
    for (const name of [who, guestsOf(who)]) for (const response of listeners.get(name) ?? []) response.end();
  };

  return {
    add(response: ServerResponse, who: Listener): void {
      const { until, guest } = who;
      const names = namesOf(who);
      if ((listeners.get(guest === undefined ? names[0]! : names.at(-1)!)?.size ?? 0) >= mostStreams)
        refuse(tooManyStreams);
      // The browser left while its session was looked up, and its `close` event has already passed.
      if (response.destroyed) return;
      const last = Math.min(until.getTime(), Date.now() + longestStreamMs);
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        // The connection is not kept alive after the stream: a node that stops would wait for it.
        connection: 'close',
      });
      response.write('retry: 1000\n\n');
      for (const hint of memory.of(names)) write(response, hint);
      response.write('event: hello\ndata: {}\n\n');
      const beat = setInterval(
        () => (Date.now() > last ? response.end() : say(response, ': still here\n\n')),
        heartbeatMs,
      );
      for (const name of names) listeners.set(name, (listeners.get(name) ?? new Set()).add(response));
      response.on('close', () => {
        clearInterval(beat);
        for (const name of names) {
          listeners.get(name)?.delete(response);
          if (listeners.get(name)?.size === 0) listeners.delete(name);
        }
      });
    },
    /** `own`: this node sent it and has already closed the streams that had to end; newer streams stay open. */
    deliver(payload: string, { own }: { own: boolean }): void {
      for (const [who, hints] of Object.entries(JSON.parse(payload) as Record<string, Sent[]>)) {
        for (const hint of hints) {
          if (hint === ended) {
            if (!own) end(who);
            continue;
          }
          memory.keep(who, hint);
          for (const response of listeners.get(who) ?? []) write(response, hint);
        }
      }
    },
    /** Hints may have been missed: all browsers fetch again what they show. */
    wake(): void {
      for (const responses of listeners.values())
        for (const response of responses)
          for (const hint of ['request', 'wallet', 'notice'] as const) write(response, hint);
    },
    end,
    endAll(): void {
      for (const responses of listeners.values()) for (const response of responses) response.end();
    },
  };
}
