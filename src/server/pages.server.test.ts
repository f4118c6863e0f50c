import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pages } from '#routes.ts';
import { securityPolicyOf } from './pagepolicy.server.ts';
import { redirectFor, servePages, type Edition, type PageSession } from './pages.server.ts';

const html = (title: string) =>
  `<!DOCTYPE html><title>${title}</title><script>var inline = 1</script><script type="module" src="/assets/a.js"></script>`;
const entries = [
  { address: '/', audience: 'public', id: 'home' },
  { address: '/login', audience: 'public', id: 'login' },
  { address: '/404', audience: 'public', id: 'not-found' },
  { address: '/dashboard', audience: 'client', scripts: ['/assets/a.js'], styles: [] },
  { address: '/admin/users/:id', audience: 'admin', scripts: ['/assets/a.js'], styles: [] },
  { address: '/pay/:code', audience: 'public', scripts: ['/assets/a.js'], styles: [] },
  { address: '/extra', audience: 'client', feature: 'extra', scripts: ['/assets/a.js'], styles: [] },
];

let folder: string;
let http: FastifyInstance;
let session: PageSession | undefined;

const titles: Record<string, string> = { '/': 'Home', '/login': 'Login', '/404': 'Missing' };
/** How often any page was drawn. */
let drawn = 0;

/** Every page of an agency of this name, as `site/` draws them. */
function editionOf(agency: string): Edition {
  return {
    page: (address) => {
      drawn++;
      return html(`${titles[address]} of ${agency}`);
    },
    document: html(`Portal of ${agency}`),
    file: (path) =>
      path === '/share.png' ? Promise.resolve({ bytes: Buffer.from(agency), cache: 'no-cache' }) : undefined,
    fill: () => undefined,
  };
}

let edition = editionOf('North');
let on: ReadonlySet<string> = new Set();
const features = { now: () => on, again: async () => {} };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
  const files: Record<string, string> = {
    'pages.json': JSON.stringify(entries),
    'client/index.html': html('Nobody in particular'),
    'client/assets/a.js': 'export {}',
    'client/assets/replaced.js': 'export {}',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  http = Fastify({ routerOptions: { caseSensitive: true } });
  http.setNotFoundHandler((_request, reply) => reply.status(404).send({ code: 'not_found' }));
  await servePages(http, {
    buildDir: folder,
    https: true,
    sessionOf: async () => session,
    features,
    edition: async () => edition,
    exists: async (address, { code }) => address !== '/pay/:code' || code === 'known',
  });
});

afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true, force: true });
});

it('a page of a part of the portal that is switched off is not there, and is again when that is switched on', async () => {
  session = { typeOfUser: 'User', publicId: 'US-1' };
  const [off, program] = [await get('/extra'), await get('/extra', { accept: 'application/json' })];
  // Whoever is signed in keeps the portal's bars and menus; the browser draws what is said in them.
  expect([off.statusCode, off.body]).toEqual([404, expect.stringContaining('Portal of North')]);
  expect(off.headers['cache-control']).toBe('private, no-cache');
  expect([program.statusCode, program.json()]).toEqual([404, { code: 'not_found' }]);
  on = new Set(['extra']);
  expect((await get('/extra')).statusCode).toBe(200);
  session = undefined;
  expect((await get('/extra')).headers.location).toBe('/login?next=%2Fextra');
  on = new Set();
  const stranger = await get('/extra');
  expect([stranger.statusCode, stranger.body]).toEqual([404, expect.stringContaining('Missing')]);
});

const get = (url: string, headers: Record<string, string> = {}) =>
  http.inject({ url, headers: { accept: 'text/html', ...headers } });

it('a later build that replaces the files under the running process changes nothing of what it serves', async () => {
  session = undefined;
  const [page, script] = [await get('/login'), await get('/assets/a.js')];
  await rm(join(folder, 'client'), { recursive: true });
  expect((await get('/login')).body).toBe(page.body);
  expect((await get('/assets/a.js')).body).toBe(script.body);
  expect((await get('/assets/replaced.js')).body).toBe('export {}');
});

describe('guards are redirects before anything is drawn', () => {
  it('sends visitors to the login page, and signed-in people from the home page to their dashboard', async () => {
    session = undefined;
    expect((await get('/dashboard')).headers.location).toBe('/login');
    expect((await get('/')).statusCode).toBe(200);
    // What a link names is not lost by signing in first.
    expect((await get('/dashboard?code=123456&a=/b')).headers.location).toBe(
      '/login?next=%2Fdashboard%3Fcode%3D123456%26a%3D%2Fb',
    );
    session = { typeOfUser: 'User', publicId: 'US-1' };
    expect((await get('/')).headers.location).toBe('/dashboard');
    expect((await get('/admin/users/US-1')).headers.location).toBe('/dashboard');
    session = { typeOfUser: 'Admin', publicId: 'US-1' };
    expect((await get('/')).headers.location).toBe('/admin/dashboard');
    expect((await get('/dashboard')).headers.location).toBe('/admin/dashboard');
    expect((await get('/admin/users/US-1')).body).toContain('Portal');
  });

  it('decides for every page of the portal by its audience alone', () => {
    for (const { at, audience } of pages.filter(({ id }) => !['home', 'login', 'register'].includes(id))) {
      const open = (role?: 'User' | 'Admin') =>
        redirectFor(at[0], audience, role && { typeOfUser: role }) === undefined;
      expect([open(), open('User'), open('Admin')]).toEqual(
        {
          public: [true, true, true],
          client: [false, true, false],
          admin: [false, false, true],
          both: [false, true, true],
        }[audience],
      );
    }
  });
});

describe('every other address is a real 404', () => {
  it('answers people with the page and programs with the refusal', async () => {
    session = undefined;
    const page = await get('/no-such-page');
    expect([page.statusCode, page.body.includes('Missing')]).toEqual([404, true]);
    expect((await get('/404')).statusCode).toBe(404);
    expect((await get('/no-such-call', { accept: 'application/json' })).json()).toEqual({ code: 'not_found' });
    expect((await get('/Dashboard')).statusCode).toBe(404);
    expect((await get('/../pages.json')).statusCode).toBe(404);
    expect((await get('/index.html')).statusCode).toBe(404);
  });

  it('keeps its bars and menus for those who are signed in, and names no page to strangers', async () => {
    session = { typeOfUser: 'User', publicId: 'US-1' };
    const inside = await get('/no-such-page');
    expect([inside.statusCode, inside.body.includes('Portal'), inside.headers['cache-control']]).toEqual([
      404,
      true,
      'private, no-cache',
    ]);
    session = undefined;
    expect((await get('/no-such-page')).body).toContain('Missing');
  });

  it('answers 404 for a link that nobody made, with the page that says so', async () => {
    const [known, unknown] = [await get('/pay/known'), await get('/pay/unknown')];
    expect([known.statusCode, unknown.statusCode]).toEqual([200, 404]);
    expect(unknown.body).toBe(known.body);
  });

  it('knows an address with a slash too many', async () => {
    expect((await get('/login/')).headers.location).toBe('/login');
    expect((await get('/login//')).headers.location).toBe('/login');
  });

  it('answers for what is not below /assets/ without a look at who asks, however many slashes that has', async () => {
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => get(`/assets/${'/'.repeat(15_000)}x`, { accept: 'text/html' })),
    );
    expect(answers.map(({ json }) => json())).toEqual(Array(50).fill({ code: 'not_found' }));
    // A pattern that begins anew at each slash takes ten seconds.
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});

describe('an edition', () => {
  it('is drawn once, and its pages are sent from what was drawn, compressed and hashed', async () => {
    session = undefined;
    const before = drawn;
    await Promise.all([get('/login'), get('/login'), get('/no-such-page'), get('/404')]);
    expect(drawn).toBe(before);
  });

  it('gives way to the next one at once, in its pages, in their tags, and in the files beside them', async () => {
    session = { typeOfUser: 'User', publicId: 'US-1' };
    const [portal, picture] = [await get('/dashboard'), await get('/share.png')];
    edition = editionOf('South');
    session = undefined;
    const page = await get('/login', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(page.rawPayload).toString()).toContain('Login of South');
    expect((await get('/missing')).body).toContain('Missing of South');
    session = { typeOfUser: 'User', publicId: 'US-1' };
    const now = await get('/dashboard', { 'if-none-match': String(portal.headers.etag) });
    expect([now.statusCode, now.body.includes('Portal of South')]).toEqual([200, true]);
    const other = await get('/share.png');
    expect([picture.body, other.body, other.headers['content-type']]).toEqual(['North', 'South', 'image/png']);
    expect(other.headers.etag).not.toBe(picture.headers.etag);
  });
});

describe('what is sent', () => {
  it('lets only scripts of this origin and the known inline ones run', async () => {
    session = undefined;
    const { headers } = await get('/login');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self' 'sha256-");
    expect(policy.split('; ').find((each) => each.startsWith('script-src'))).not.toContain('unsafe-inline');
    expect(securityPolicyOf('<script src="/a.js"></script>')).toContain("script-src 'self';");
  });

  it('tells browsers to come by https only, and to show the page in no frame of another site', async () => {
    const { headers } = await get('/login');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect([headers['x-frame-options'], headers['referrer-policy']]).toEqual(['DENY', 'same-origin']);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('cuts off whoever opened the window, and spares a public page the process where nobody can have', async () => {
    const opener = async (address: string, site?: string) =>
      (await get(address, { accept: 'text/html', ...(site && { 'sec-fetch-site': site }) })).headers[
        'cross-origin-opener-policy'
      ];
    session = undefined;
    for (const site of [undefined, 'cross-site', 'same-site', 'same-origin'])
      for (const address of ['/', '/login', '/pay/known', '/nowhere'])
        expect(await opener(address, site), `${address}, ${site}`).toBe('same-origin');
    expect(await opener('/login', 'none')).toBeUndefined();
    session = { typeOfUser: 'User', publicId: 'US-1' };
    expect(await opener('/dashboard', 'none')).toBe('same-origin');
    session = undefined;
  });

  it('keeps hashed files for good, pages never, and sends the smallest coding', async () => {
    expect((await get('/assets/a.js')).headers['cache-control']).toContain('immutable');
    const page = await get('/login', { 'accept-encoding': 'gzip, br' });
    expect(page.headers['cache-control']).toBe('no-cache');
    expect(brotliDecompressSync(page.rawPayload).toString()).toContain('Login');
    expect((await get('/login', { 'if-none-match': String(page.headers.etag) })).statusCode).toBe(304);
  });

  it('names a page its scripts before the document is read', async () => {
    session = { typeOfUser: 'User', publicId: 'US-1' };
    const { headers } = await get('/dashboard');
    expect(headers['link']).toBe('</assets/a.js>; rel=modulepreload');
    expect(headers['cache-control']).toBe('private, no-cache');
  });
});
