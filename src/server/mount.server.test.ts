/** What a plain HTML form is told when its call cannot be made. */
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { databaseAway } from '#kernel/refusal.ts';
import type { App } from './app.server.ts';
import { readBodies } from './body.server.ts';
import { handle } from './handle.server.ts';
import { mount } from './mount.server.ts';

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

test('while the database is away a form comes back with what was typed, and the page says so', async () => {
  const away = Object.assign(new Error('terminating connection'), { code: '57P01' });
  const http = Fastify();
  readBodies(http);
  await mount(http, {
    app: {
      config: { publicUrl: 'http://localhost' },
      db: { writes: { held: false } },
      features: { now: () => new Set() },
    } as unknown as App,
    handlers: [handle(ask, () => Promise.reject(away), { formPage: '/ask', nextPage: () => '/' })],
    findSession: async () => undefined,
    leaveTrace: async () => {},
    confirm: async () => {},
    formPage: async (page, refusal, typed) => `<p>${page} ${refusal.message} ${typed['name']}</p>`,
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  const answer = await http.inject({ method: 'POST', url: '/ask', headers, payload: 'name=Ana' });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['content-type']).toContain('text/html');
  expect(answer.body).toBe(`<p>/ask ${databaseAway.message} Ana</p>`);
  await http.close();
});
