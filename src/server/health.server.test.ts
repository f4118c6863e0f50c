import Fastify from 'fastify';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { busyFactor } from './busy.testing.server.ts';
import { openDatabase } from './database.server.ts';
import { openEvents } from './events.server.ts';
import { openHealth } from './health.server.ts';
import { openLog } from './log.server.ts';
import { testDatabase } from './database.testing.server.ts';

const db = await testDatabase();

/** One call by itself; what a balancer sees of the answer. */
function call(
  port: number,
  method: string,
  path: string,
  headers = {},
): Promise<{ status: number; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode!, connection: answer.headers.connection }));
    });
    sent.on('error', reject).end();
  });
}

test('a node that leaves says so, goes on answering, and refuses the reads that its balancer sends on to another node', async () => {
  const http = Fastify();
  const health = openHealth(http, db);
  http.get('/read', async () => 'read');
  http.post('/write', async () => 'written');
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo;
  const sentOn = { 'x-retries-reads': 'on', connection: 'keep-alive' };
  expect((await call(port, 'GET', '/readyz')).status).toBe(200);
  expect(await call(port, 'GET', '/read', sentOn)).toEqual({ status: 200, connection: 'keep-alive' });
  const left = health.leave(0.5);
  expect((await call(port, 'GET', '/readyz')).status).toBe(503);
  const kept = { connection: 'keep-alive' };
  expect(await call(port, 'GET', '/read', kept)).toEqual({ status: 200, connection: 'close' });
  expect(await call(port, 'GET', '/read', sentOn)).toEqual({ status: 503, connection: 'close' });
  expect(await call(port, 'POST', '/write', sentOn)).toEqual({ status: 200, connection: 'close' });
  await left;
  await http.close();
});

test('a database that does not answer makes a node not ready in time', async () => {
  const http = Fastify();
  const silent = { ...db, query: () => new Promise<never>(() => {}) };
  openHealth(http, silent);
  const began = performance.now();
  expect((await http.inject({ url: '/readyz' })).statusCode).toBe(503);
  expect((await http.inject({ url: '/healthz' })).statusCode).toBe(200);
  expect(performance.now() - began).toBeLessThan(4_000 * busyFactor());
  await http.close();
});

test('a node whose connections are all taken by callers is ready all the same', async () => {
  const http = Fastify();
  const taken = openDatabase(db.url, { max: 1 });
  const events = openEvents(db.url, openLog({ level: 'silent' }));
  openHealth(http, taken, events.hears);
  await expect.poll(events.hears).toBe(true);
  const slow = taken.query('slow', 'select pg_sleep(3)');
  const began = performance.now();
  expect((await http.inject({ url: '/readyz' })).statusCode).toBe(200);
  expect(performance.now() - began).toBeLessThan(1_000 * busyFactor());
  await slow;
  await events.close();
  expect(events.hears()).toBe(false);
  await taken.close();
  await http.close();
});
