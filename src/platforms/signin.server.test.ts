/** A run that is longer than a token lives goes on with another one. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openOutward } from '#server/outward.server.ts';
import { serve } from './fake.testing.server.ts';
import { signIn } from './signin.server.ts';

let given = 0;
const fake = await serve(
  () => ({}),
  () => ({ json: { access_token: `token ${++given}`, expires_in: 1, token_type: 'Bearer' } }),
);
afterAll(() => fake.close());

test('a token serves for most of its life, and then another one does', async () => {
  const unused = () => Promise.reject(new Error('not asked for'));
  const tools = {
    outward: openOutward([fake.url], { timeoutMs: 5_000, mostBytes: 10_000 }),
    stop: new AbortController().signal,
    token: { kept: async () => undefined, keep: unused },
    readReport: unused,
    now: unused,
    waitMs: () => 0,
  };
  const token = signIn(tools, { clientId: 'a', clientSecret: 'b', refreshToken: 'c', tokenUrl: `${fake.url}/token` });
  expect(await Promise.all([token(), token()])).toEqual(['token 1', 'token 1']);
  await pause(1_000);
  expect([await token(), await token()]).toEqual(['token 2', 'token 2']);
});
