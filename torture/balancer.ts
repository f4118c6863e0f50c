/**
 * A simple load balancer for machines without nginx: round robin over kept-alive connections, only to nodes whose
 * /readyz answers 200. A call that was sent is never sent again; only when no connection could be made, the next node
 * is tried.
 */
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isReady } from './node.ts';

export type Balancer = {
  readonly port: number;
  close(): Promise<void>;
};

export const looksEveryMs = 250;

export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const serving = new Set(ports);
  let going = true;
  let turn = 0;
  const watching = ports.map(async (port) => {
    for (; going; await sleep(looksEveryMs)) {
      if (await isReady(port)) serving.add(port);
      else serving.delete(port);
    }
  });
  const server = createServer((request, response) => {
    const left = ports.filter((port) => serving.has(port));
    const first = turn++ % Math.max(left.length, 1);
    pass(request, response, agent, [...left.slice(first), ...left.slice(0, first)]);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      going = false;
      await Promise.all(watching);
      agent.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function pass(request: IncomingMessage, response: ServerResponse, agent: Agent, [port, ...others]: number[]): void {
  if (port === undefined) return void response.writeHead(502).end('no node serves');
  const headers = { ...request.headers, 'x-forwarded-for': request.socket.remoteAddress };
  const onward = httpRequest(
    { host: '127.0.0.1', port, method: request.method, path: request.url, headers, agent },
    (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    },
  );
  response.on('close', () => onward.destroy());
  onward.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED' && others.length > 0) return pass(request, response, agent, others);
    if (!response.headersSent) response.writeHead(502).end(error.message);
    else response.destroy();
  });
  request.pipe(onward);
}
