/** Three nodes behind a balancer. `npm run torture -- nginx` does the same behind the real nginx. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { handlers } from '#endpoints.server.ts';
import { openBalancer } from './balancer.ts';
import { configured, whyNoNginx } from './nginx.ts';
import { wronglyResent } from './resent.ts';
import { rollingRestart } from './rolling.ts';
import { checks, openSeveral } from './several.ts';

const several = await openSeveral(openBalancer);
afterAll(() => several.close());

test.each(Object.keys(checks))('%s', { timeout: 90_000 }, async (name) => {
  expect(await checks[name]!(several, () => {})).toEqual([]);
});

test('three nodes are restarted one after the other without a failed call', { timeout: 240_000 }, async () => {
  expect(await rollingRestart(several, () => {})).toEqual([]);
});

test('the deployed nginx.conf still has the lines that the command with nginx puts its own into', async () => {
  const text = await readFile(join(import.meta.dirname, '../deploy/nginx.conf'), 'utf8');
  expect(configured(text, [1, 2, 3], 4, '/tmp/x')).toMatch(
    /server 127\.0\.0\.1:1 [^]*server 127\.0\.0\.1:3 [^]*listen 127\.0\.0\.1:4;/,
  );
});

test('the deployed nginx.conf holds back every method that nginx itself would send to a second node', async () => {
  const text = await readFile(join(import.meta.dirname, '../deploy/nginx.conf'), 'utf8');
  const [, sentOn] = /if \(\$request_method !~ (\S+)\) \{ return 418; \}/.exec(text)!;
  const methods = [...new Set(handlers.map(({ endpoint }) => endpoint.method)), 'DELETE'];
  // A POST that was sent nginx keeps back (non_idempotent is not among its proxy_next_upstream).
  expect(methods.filter((method) => new RegExp(sentOn!).test(method)).toSorted()).toEqual(['GET', 'POST']);
  expect(text).not.toContain('non_idempotent');
  for (const name of ['@write', '@unsent'])
    expect(text.slice(text.indexOf(`location ${name} {`)).split('}')[0]).toContain('proxy_next_upstream off;');
});

test.skipIf(whyNoNginx())(
  'a call that a node got goes to no other, unless it only reads',
  { timeout: 60_000 },
  async () => {
    expect(await wronglyResent()).toEqual([]);
  },
);
