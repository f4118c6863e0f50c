/** What a document brings along is its own reader's, is kept nowhere, and never stands between a person and a page. */
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { broughtId } from '#kernel/brought.ts';
import { escaped } from '#kernel/markup.ts';
import { servePages, type Edition } from './pages.server.ts';
import type { Draw } from './sight.server.ts';

const html =
  '<!DOCTYPE html><html><head><title>Portal</title><link rel="stylesheet" href="/a.css"/><link rel="modulepreload" href="/a.js"/></head><body>' +
  '<div id="portal"><main>Opening</main></div><script>var last = 1</script></body></html>';
const entry = {
  audience: 'client',
  scripts: ['/f.js', '/b.js'],
  styles: ['/a.css', '/b.css'],
  sheets: ['/all.css'],
  draws: '/b.js',
  others: '/others.js',
};
const entries = [
  { address: '/dashboard', ...entry },
  { address: '/accounts/:id', ...entry },
  { address: '/pay/:code', ...entry, audience: 'public' },
  { address: '/404', audience: 'public', id: 'not-found' },
];

/** Shows who one is, and, once that is known, what they have. */
const honest: Draw = (url, _phone, answers) => {
  const me = answers['/kimi/me']?.body as { name: string } | undefined;
  const asked = ['/kimi/me', ...(me ? [`/kimi/money?of=${me.name}`, '/kimi/refused'] : [])];
  return {
    html: `<p>${url} ${JSON.stringify(answers).replaceAll('<', '&lt;')}</p>`,
    title: me && `Of ${me.name}`,
    asked: asked.filter((each) => answers[each] === undefined),
  };
};

let folder: string;
let http: FastifyInstance;
let draw: Draw;
let refusals = 0;
/** Until when the calls wait that ask for the account. */
let held: Promise<void> | undefined;
beforeEach(() => {
  draw = honest;
  refusals = 0;
});

const nameOf = (cookie: string | undefined) => /name=(\w+)/.exec(cookie ?? '')?.[1];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sight-'));
  await mkdir(join(folder, 'client'));
  await writeFile(join(folder, 'pages.json'), JSON.stringify(entries));
  http = Fastify();
  http.get('/kimi/me', async (request) => {
    const name = nameOf(request.headers.cookie);
    // The later of two is answered first.
    await new Promise((done) => setTimeout(done, name === 'ana' ? 20 : 0));
    return { name };
  });
  http.get('/kimi/money', async (request, reply) => {
    void reply.header('x-total-count', '1');
    return [`</script>${nameOf(request.headers.cookie)} ${request.headers['accept']}`];
  });
  http.get('/kimi/account', async (request) => {
    await held;
    return { headers: Object.keys(request.headers).sort() };
  });
  http.get('/kimi/refused', async (_request, reply) => {
    refusals++;
    return reply.status(403).send({ code: 'forbidden', message: 'not for you' });
  });
  await servePages(http, {
    buildDir: folder,
    https: true,
    sessionOf: async ({ headers: { cookie } }) => {
      const name = nameOf(cookie);
      return name ? { typeOfUser: 'User', publicId: name } : undefined;
    },
    features: { now: () => new Set(), again: async () => {} },
    edition: async (): Promise<Edition> => ({
      page: () => html,
      document: html,
      file: () => undefined,
      fill: () => undefined,
      sight:
        async () =>
        (...args) =>
          draw(...args),
    }),
  });
});
afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true, force: true });
});

/** Asks for one answer. */
const asksOf =
  (url: string): Draw =>
  (_url, _phone, answers) => ({
    html: `<p>${escaped(JSON.stringify(answers))}</p>`,
    title: 'Drawn',
    asked: answers[url] ? [] : [url],
  });

const get = (url: string, name: string | undefined, headers: Record<string, string> = {}) =>
  http.inject({ url, headers: { accept: 'text/html', ...(name ? { cookie: `name=${name}` } : {}), ...headers } });

test('each gets their own answers, however many ask at once, and no cache keeps them', async () => {
  const [ana, ben] = await Promise.all([get('/dashboard', 'ana'), get('/dashboard', 'ben')]);
  for (const [own, other, answer] of [
    ['ana', 'ben', ana],
    ['ben', 'ana', ben],
  ] as const) {
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers.etag).toBeUndefined();
    expect(answer.body).toContain(`<title>Of ${own}</title>`);
    expect(answer.body).not.toContain(other);
  }
});

test('the browser finds the answers in the document, whatever is written in them, and its last scripts', async () => {
  const { body } = await get('/dashboard', 'ana');
  const [, json] = new RegExp(`id="${broughtId}">([^<]*)</script>`).exec(body)!;
  expect(JSON.parse(json!)).toEqual({
    '/kimi/me': { body: { name: 'ana' }, total: null },
    '/kimi/money?of=ana': { body: ['</script>ana application/json'], total: '1' },
  });
  expect(body).toContain('<div id="portal"></div><div id="first" inert>');
  expect(body).toMatch(/<\/script><!--[\w-]*--><script>var last = 1<\/script><\/body>/);
});

test('the picture waits for its styles in few files, and for no code: that is asked for once it is painted', async () => {
  const { headers, body } = await get('/dashboard', 'ana');
  const named = '<template id="code" data-page="/b.js">';
  expect(body).toContain(`<link rel="stylesheet" href="/all.css"/>${named}`);
  // As good as loaded.
  const styles = ['/a.css', '/b.css'].map((href) => `<link rel="stylesheet" href="${href}" disabled/>`).join('');
  const code = ['/a.js', '/f.js', '/b.js'].map((href) => `<link rel="modulepreload" href="${href}"/>`).join('');
  expect(body).toContain(`${named}${styles}${code}</template></head>`);
  expect(body.match(/\.css/g)).toHaveLength(3);
  expect(body.match(/\.js/g)).toHaveLength(4);
  expect(headers.link).toBeUndefined();
  // Without a picture the page's code is what it waits for, and where to find it.
  const bare = await get('/dashboard', 'ana', { prefer: 'return=minimal' });
  expect(bare.headers.link).toContain('</b.js>; rel=modulepreload, </others.js>; rel=modulepreload');
});

test('a refusal is brought to nobody, and is asked for once', async () => {
  const { body } = await get('/dashboard', 'ana');
  expect(body).not.toContain('not for you');
  expect(refusals).toBe(1);
});

test('what a stranger may have written into an address is not compressed together with what is private', async () => {
  const br = { 'accept-encoding': 'br' };
  const bare = await get('/dashboard', 'ana', br);
  expect(bare.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(bare.rawPayload).toString()).toContain('Of ana');
  for (const url of ['/dashboard?search=x', '/accounts/x']) {
    const answer = await get(url, 'ana', br);
    expect([answer.headers['content-encoding'], answer.body.includes('Of ana')]).toEqual([undefined, true]);
  }
});

test('a page that cannot be drawn ahead is sent as it is to everybody', async () => {
  draw = () => {
    throw new Error('not on a server');
  };
  const broken = await get('/dashboard', 'ana');
  expect([broken.statusCode, broken.body, broken.headers['cache-control']]).toEqual([200, html, 'private, no-cache']);
});

test('a stranger brings nothing along, not even to a page that everybody may open', async () => {
  expect((await get('/dashboard', undefined)).headers.location).toBe('/login');
  expect((await get('/pay/x', undefined)).body).toBe(html);
  expect((await get('/pay/x', 'ana')).body).toBe(html);
});

test('whoever prefers the bare document gets it, and so does who asks only for its headers', async () => {
  const bare = await get('/dashboard', 'ana', { prefer: 'return=minimal' });
  expect([bare.statusCode, bare.body]).toEqual([200, html]);
  draw = () => {
    throw new Error('drawn for nobody');
  };
  expect((await http.inject({ method: 'HEAD', url: '/dashboard', headers: { cookie: 'name=ana' } })).statusCode).toBe(
    200,
  );
});

test('a call that hangs holds up no page: after 0.8 s it goes without, and nothing is drawn anew for it', async () => {
  let release = () => {};
  held = new Promise((resolve) => (release = resolve));
  draw = asksOf('/kimi/account');
  const began = performance.now();
  // It is answered while the call is not.
  expect((await get('/dashboard', 'eve')).body).toBe(html);
  expect(performance.now() - began).toBeGreaterThan(790);
  let drawings = 0;
  draw = (...args) => (drawings++, asksOf('/kimi/me')(...args));
  expect((await get('/dashboard', 'eve')).body).toBe(html);
  expect(drawings).toBe(0);
  await expect.poll(async () => (await get('/dashboard', 'ben')).body).toContain('<title>Drawn');
  release();
  await expect.poll(async () => (await get('/dashboard', 'eve')).body).toContain('<title>Drawn');
});

test('whoever opens pages in a loop has used up their share of the drawing, and nobody else has', async () => {
  let drawings = 0;
  draw = () => {
    drawings++;
    for (const began = performance.now(); performance.now() - began < 60;);
    return { html: '', title: 'Drawn', asked: [] };
  };
  const pages = [];
  for (let n = 0; n < 20; n++) pages.push(await get('/dashboard', 'hostile'));
  expect(pages.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  expect(pages[0]!.body).toContain('<title>Drawn');
  expect(pages.at(-1)!.body).toBe(html);
  expect(drawings).toBeLessThan(15);
  expect((await get('/dashboard', 'honest')).body).toContain('<title>Drawn');
});

test('one drawing at a time for each person, and eight for all: the others are sent without at once', async () => {
  let release = () => {};
  held = new Promise((resolve) => (release = resolve));
  let drawings = 0;
  draw = (...args) => (drawings++, asksOf('/kimi/account')(...args));
  const names = ['p1', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8', 'p9'];
  const all = names.map((name) => get('/dashboard', name));
  const [second, last] = await Promise.all([all[1], all[9]]);
  expect([second!.body, last!.body, drawings]).toEqual([html, html, 8]);
  release();
  await Promise.all(all);
});

test('a call is told who asks and from where, and nothing else that came with the document', async () => {
  held = undefined;
  draw = asksOf('/kimi/account');
  const { body } = await get('/dashboard', 'zoe', {
    'user-agent': 'x',
    'x-forwarded-for': '203.0.113.9',
    'if-none-match': '"x"',
    'idempotency-key': 'key',
    passkey: 'signed',
    range: 'bytes=0-1',
    'content-length': '0',
  });
  const [, json] = new RegExp(`id="${broughtId}">([^<]*)</script>`).exec(body)!;
  const { headers } = JSON.parse(json!)['/kimi/account'].body as { headers: string[] };
  expect(headers).toEqual(['accept', 'cookie', 'host', 'user-agent', 'x-forwarded-for']);
});

test('the same page has another length each time, so that nobody learns from it what is in it', async () => {
  const lengths = new Set<number>();
  for (let n = 0; n < 12; n++)
    lengths.add((await get('/dashboard', 'ida', { 'accept-encoding': 'br' })).rawPayload.length);
  expect(lengths.size).toBeGreaterThan(3);
});
