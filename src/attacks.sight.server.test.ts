/** What comes with the document of a signed-in page, against whoever wants another's, or to have theirs run in it. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { broughtId, type Answers } from '#kernel/brought.ts';
import { sessionCookieOf } from '#server/session.server.ts';
import { codeAt, readKey, type TotpKey } from '#totp/totp.ts';
import { builtPages } from './portal.server.ts';
import { testPortal, type Person } from './portal.testing.server.ts';

const { build } = (await import(join(import.meta.dirname, '../scripts/prepare.mjs'))) as { build: () => void };
build();
const portal = await testPortal({ FIRST_SIGHT: 'on' }, { buildDir: builtPages });
const cookie = sessionCookieOf(portal.app.config);
let ana: Person;
let ben: Person;
let admin: Person;
beforeAll(async () => {
  [ana, ben, admin] = [await portal.client({ dollars: 123 }), await portal.client(), await portal.admin()];
});

const took: number[] = [];
afterAll(() => {
  const sorted = took.toSorted((one, other) => one - other).map((ms) => ms.toFixed(0));
  process.stdout.write(
    `A document with its first sight: ${sorted[sorted.length >> 1]} ms, at most ${sorted.at(-1)} ms\n`,
  );
});

const data = new RegExp(`<script type="application/json" id="${broughtId}">([^<]*)</script>`);
const scriptsOf = (html: string) => html.match(/<script\b(?! type="application\/json")/g)?.length;

async function ask(url: string, token: string, headers: Record<string, string> = {}) {
  const answer = await fetch(portal.url + url, {
    redirect: 'manual',
    headers: { accept: 'text/html', cookie: `${cookie}=${token}`, ...headers },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** The page with what it shows. Where the machine was too busy for that it is asked for again. */
function open(url: string, { token }: { token: string }) {
  return vi.waitFor(
    async () => {
      const began = performance.now();
      const page = await ask(url, token);
      took.push(performance.now() - began);
      expect(page.status, url).toBe(200);
      const brought = data.exec(page.text)?.[1];
      expect(brought, url).toBeDefined();
      return { ...page, brought: JSON.parse(brought!) as Answers };
    },
    { timeout: 60_000, interval: 300 },
  );
}

test('two clients and an admin who open pages at once get what is their own, and only that', async () => {
  const people = [ana, ben, admin];
  for (let turn = 0; turn < 2; turn++) {
    const pages = await Promise.all(people.map((who) => open(who === admin ? '/admin/dashboard' : '/dashboard', who)));
    pages.forEach(({ text, headers, brought }, at) => {
      const own = people[at]!;
      expect(brought['/kimi/me']!.body).toMatchObject({ emailId: own.email });
      for (const other of own === admin ? [] : people)
        expect(text.includes(other.email), `${other.email} for ${own.email}`).toBe(other === own);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('etag')).toBeNull();
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    });
  }
});

test('nothing is brought that the same person would not be answered, whatever their role', async () => {
  const support = await portal.admin('Support');
  const opened = [
    [ana, '/dashboard'],
    [ana, '/kimi/wallet/statement'],
    [support, '/admin/dashboard'],
    [support, '/admin/queue'],
  ] as const;
  for (const [who, url] of opened) {
    const { brought } = await open(url, who);
    expect(Object.keys(brought)).toContain('/kimi/me');
    for (const address of Object.keys(brought))
      expect((await portal.call('GET', address, { as: who })).status, `${url}: ${address}`).toBe(200);
  }
});

test('an admin who looks at a client sees theirs, and afterwards neither session brings anything', async () => {
  const own = await portal.admin('Admin');
  const at = (token: string) => ({ headers: { cookie: `${cookie}=${token}` } });
  const body = { userId: ana._id, reason: 'a test' };
  const visit = (await portal.call('POST', '/kimi/login-as-user', { ...at(own.token), body })).body as Person;
  const seen = await open('/dashboard', visit);
  expect([seen.text.includes(ana.username), seen.text.includes(ben.email)]).toEqual([true, false]);
  expect((await portal.call('POST', '/kimi/stop-login-as', at(visit.token))).status).toBe(200);
  // An ended session is known to every node within a second.
  for (const token of [visit.token, own.token])
    await expect.poll(async () => (await ask('/dashboard', token)).headers.get('location')).toBe('/login');
});

test('who has not given the second code yet, or was signed out, is brought nothing', async () => {
  const eve = await portal.client();
  const start = await portal.call('POST', '/kimi/start-two-factor', { as: eve });
  const { key } = readKey(start.body.secret) as { key: TotpKey };
  const otp = codeAt(key, Date.now());
  expect((await portal.call('POST', '/kimi/enable-two-factor', { as: eve, body: { otp } })).status).toBe(200);
  const half = await portal.call('POST', '/login-account', { body: { emailId: eve.email, password: eve.password } });
  const given = `${half.headers.getSetCookie().join()} ${half.text}`.match(/[\w-]{40,}/g) ?? ['none'];
  for (const token of given) {
    const { status, text } = await ask('/dashboard', token);
    expect([status, text.includes(eve.email)]).toEqual([302, false]);
  }
});

test('what somebody calls themselves runs nowhere', async () => {
  const evil = `</script><script>alert(1)</script>\u2028<img src=x onerror=alert(1)>`;
  const mallory = await portal.client();
  await portal.db.owner.query('test.name', 'update clients set name = $2 where id = $1', [mallory.id, evil]);
  // A session is known by its old name for half a second.
  const drawn = await vi.waitFor(async () => {
    const page = await open('/dashboard/user-profile', mallory);
    expect(JSON.stringify(page.brought['/kimi/me'])).toContain('alert(1)');
    return page;
  }, 30_000);
  const bare = await ask('/dashboard/user-profile', mallory.token, { prefer: 'return=minimal' });
  expect(scriptsOf(drawn.text)).toBe(scriptsOf(bare.text));
  expect(/<img src=x/.test(drawn.text)).toBe(false);
  expect(drawn.headers.get('content-security-policy')).toBe(bare.headers.get('content-security-policy'));
  expect(drawn.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
});

test('a stranger who writes into the address of a page that somebody follows draws nothing of it as markup', async () => {
  const { text } = await open('/kimi/wallet/statement?q=%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E', ana);
  expect(text).not.toContain('<script>alert');
});
