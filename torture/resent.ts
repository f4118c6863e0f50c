/** What the real nginx does with a call on which a node fails: three faults, and the methods that the portal knows. */
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openNginx } from './nginx.ts';
import { freePort } from './node.ts';

const faults = ['cuts it off', 'answers 503', 'is not there'] as const;
const methods = ['GET', 'POST', 'PUT'] as const;
type Case = { fault: (typeof faults)[number]; method: (typeof methods)[number] };

/** Answers in sentences which call came to nobody, or to a second node though the first one got it and it writes. */
export async function wronglyResent(): Promise<string[]> {
  const wrong: string[] = [];
  for (const fault of faults)
    for (const method of methods) {
      const { status, nodes } = await sent({ fault, method });
      const again = method === 'GET' && fault !== 'is not there';
      const wanted = fault === 'is not there' || again ? 200 : fault === 'answers 503' ? 503 : 502;
      if (status !== wanted || nodes !== (again ? 2 : 1))
        wrong.push(`where a node ${fault}, a ${method} was answered ${status} and reached ${nodes} nodes`);
    }
  return wrong;
}

/** The first node that a call reaches fails, the next answers it; a nginx of its own, as it remembers failures. */
async function sent({ fault, method }: Case): Promise<{ status: number; nodes: number }> {
  let nodes = 0;
  const open = (): Promise<Server> => {
    const server = createServer((request, response) => {
      if (request.url === '/healthz') return void response.end();
      nodes += 1;
      request.resume().once('end', () => {
        if (nodes > 1 || fault === 'is not there') response.end();
        else if (fault === 'answers 503') response.writeHead(503).end();
        else request.socket.destroy();
      });
    });
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
  };
  const servers = await Promise.all([open(), open()]);
  const [first, second] = servers.map((server) => (server.address() as AddressInfo).port);
  const nginx = await openNginx(fault === 'is not there' ? [await freePort(), second!] : [first!, second!]);
  try {
    // Of two calls one goes to the node that is not there first.
    const call = () => answered(nginx.port, method);
    const statuses = fault === 'is not there' ? [await call(), await call()] : [await call()];
    return { status: Math.max(...statuses), nodes: nodes / statuses.length };
  } finally {
    await nginx.close();
    for (const server of servers) server.close().closeAllConnections();
  }
}

function answered(port: number, method: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, method, path: '/kimi/approve', agent: false },
      (response) => {
        response.resume();
        resolve(response.statusCode!);
      },
    );
    request.once('error', reject);
    request.end(method === 'GET' ? undefined : '{"action":"approve"}');
  });
}
