/**
 * Health checks for load balancers, and how a node leaves without losing a call: first /readyz says no, then the node
 * goes on answering until every balancer has had time to notice, and only then does it stop accepting connections.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from './database.server.ts';

type Health = {
  /** Says that this node leaves, and resolves after `seconds`; kept connections end with the next answer on them. */
  leave(seconds: number): Promise<void>;
};

/** A balancer does not wait long: without an answer from the database within this time the node is not ready. */
const readyMs = 2_500;

/**
 * /healthz answers while the process lives, /readyz once it can serve: a load balancer asks the second. `hears` says
 * whether the database has answered lately on a connection of its own. In the pool the check would wait behind callers,
 * and a balancer would cut everybody off because one asks for much.
 */
export function openHealth(http: FastifyInstance, db: Database, hears: () => boolean = () => false): Health {
  let leaving = false;
  http.get('/healthz', { logLevel: 'silent' }, async () => ({ message: 'alive' }));
  http.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    if (leaving) return reply.status(503).header('retry-after', '2').send({ message: 'stopping' });
    if (hears()) return { message: 'ready' };
    const answered = await Promise.race([
      db.query<{ standby: boolean }>('ready', 'select pg_is_in_recovery() as standby').then(
        ([row]) => !row!.standby,
        () => false,
      ),
      sleep(readyMs, false, { ref: false }),
    ]);
    return answered
      ? { message: 'ready' }
      : reply.status(503).header('retry-after', '2').send({ message: 'the database is away' });
  });
  return {
    async leave(seconds) {
      leaving = true;
      if (seconds === 0) return;
      announce(http.server);
      await sleep(seconds * 1_000);
    },
  };
}

/**
 * From now on every answer says that its connection ends after it. Otherwise the node would close a connection while
 * the next call is on its way, and that call would be lost. A balancer that does not ask /readyz, but repeats a refused
 * read at another node, says so in a header; its reads are refused, so that it gives up this node before the node stops
 * listening. All this is installed only now, so that it costs nothing before.
 */
function announce(server: Server): void {
  const answer = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (reads && request.headers['x-retries-reads'] === 'on') response.writeHead(503, { 'retry-after': '1' }).end();
    else for (const listener of answer) listener.call(server, request, response);
  });
}
