/** What a plain HTML form is told when its call cannot be made, and what of a file is written for whom. */
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { databaseAway, notSignedIn } from '#kernel/refusal.ts';
import type { App } from './app.server.ts';
import { readBodies } from './body.server.ts';
import { Download, handle, type Handler } from './handle.server.ts';
import { mount } from './mount.server.ts';
import type { FindSession, Session } from './session.server.ts';

const ask = endpoint({
  method: 'POST',
  path: '/ask',
  access: 'public',
  form: true,
  summary: 'Asks.',
  body: z.object({ name: z.string() }),
  output: z.object({ message: z.string() }),
  trips: 1,
});

const take = endpoint({
  method: 'GET',
  path: '/take',
  access: 'public',
  summary: 'A file.',
  media: ['text/csv'],
  trips: 1,
});

const mine = endpoint({ ...take, path: '/mine', access: 'signed in' });

const traced = endpoint({ ...mine, path: '/traced', leavesTrace: { as: 'read.statement' } });

async function serving(
  handler: Handler,
  findSession: FindSession = () => undefined,
  leaveTrace: () => Promise<void> = async () => {},
) {
  const http = Fastify();
  readBodies(http);
  await mount(http, {
    app: {
      config: { publicUrl: 'http://localhost' },
      db: { writes: { held: false } },
      features: { now: () => new Set() },
    } as unknown as App,
    handlers: [handler],
    findSession,
    leaveTrace,
    confirm: async () => {},
    formPage: async (page, refusal, typed) => `<p>${page} ${refusal.message} ${typed['name']}</p>`,
  });
  return http;
}

test('while the database is away a form comes back with what was typed, and the page says so', async () => {
  const away = Object.assign(new Error('terminating connection'), { code: '57P01' });
  const http = await serving(handle(ask, () => Promise.reject(away), { formPage: '/ask', nextPage: () => '/' }));
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  const answer = await http.inject({ method: 'POST', url: '/ask', headers, payload: 'name=Ana' });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['content-type']).toContain('text/html');
  expect(answer.body).toBe(`<p>/ask ${databaseAway.message} Ana</p>`);
  await http.close();
});

test('of a file whose head alone is asked for nothing is written, as no turn would be held for it', async () => {
  let lines = 0;
  const file = async function* () {
    for (; lines < 100; lines++) yield 'a line\n';
  };
  const http = await serving(
    handle(take, async () => new Download(Readable.from(file()), { 'content-type': 'text/csv' })),
  );
  const head = await http.inject({ method: 'HEAD', url: '/take' });
  await wait(50);
  expect([head.statusCode, head.headers['content-type'], head.body, lines]).toEqual([200, 'text/csv', '', 0]);
  expect((await http.inject({ method: 'GET', url: '/take' })).body).toHaveLength(700);
  await http.close();
});

test('whoever was signed out while a file waited for its turn gets none of it', async () => {
  const session = { person: 1n, typeOfUser: 'User', role: 'Owner', secondFactor: 'free' } as unknown as Session;
  let found: Session | undefined = session;
  const files: PassThrough[] = [];
  const http = await serving(
    handle(mine, async () => {
      const file = new PassThrough();
      files.push(file);
      return new Download(file, { 'content-type': 'text/csv' });
    }),
    () => found,
  );
  const asked = () =>
    http.inject({ method: 'GET', url: '/mine', headers: { authorization: `Bearer ${'x'.repeat(43)}` } });
  const [first, second] = [asked(), asked()];
  await vi.waitFor(() => expect(files).toHaveLength(1));
  await wait(50);
  found = undefined;
  files[0]!.end();
  expect([(await first).statusCode, (await second).json().message, files.length]).toEqual([
    200,
    notSignedIn.message,
    1,
  ]);
  await http.close();
});

test('a file whose trace cannot be written is written for nobody', async () => {
  const admin = { person: 1n, typeOfUser: 'Admin', role: 'Admin', secondFactor: 'free' } as unknown as Session;
  const file = new PassThrough();
  const http = await serving(
    handle(traced, async () => new Download(file, { 'content-type': 'text/csv' })),
    () => admin,
    () => Promise.reject(new Error('no room on the disk')),
  );
  const headers = { authorization: `Bearer ${'x'.repeat(43)}` };
  const answer = await http.inject({ method: 'GET', url: '/traced', headers });
  expect([answer.statusCode, file.destroyed]).toEqual([500, true]);
  await http.close();
});
