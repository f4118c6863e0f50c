import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pages } from '#routes.ts';
import { redirectFor, securityPolicyOf, servePages, type PageSession } from './pages.server.ts';

const html = (title: string) =>
  `<!DOCTYPE html><title>${title}</title><script>var inline = 1</script><script type="module" src="/assets/a.js"></script>`;
const entries = [
  { address: '/', audience: 'public', html: 'index.html' },
  { address: '/login', audience: 'public', html: 'login/index.html' },
  { address: '/404', audience: 'public', html: '404/index.html' },
  { address: '/dashboard', audience: 'client', html: '__spa-fallback.html', scripts: ['/assets/a.js'], styles: [] },
  {
    address: '/admin/users/:id',
    audience: 'admin',
    html: '__spa-fallback.html',
    scripts: ['/assets/a.js'],
    styles: [],
  },
];

let folder: string;
let http: FastifyInstance;
let session: PageSession | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
  const files: Record<string, string> = {
    'pages.json': JSON.stringify(entries),
    'client/index.html': html('Home'),
    'client/login/index.html': html('Login'),
    'client/404/index.html': html('Missing'),
    'client/__spa-fallback.html': html('Portal'),
    'client/assets/a.js': 'export {}',
    'client/assets/replaced.js': 'export {}',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  http = Fastify({ routerOptions: { caseSensitive: true } });
  http.setNotFoundHandler((_request, reply) => reply.status(404).send({ code: 'not_found' }));
  await servePages(http, { buildDir: folder, https: true, sessionOf: async () => session });
});

afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true, force: true });
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
    session = { typeOfUser: 'User' };
    expect((await get('/')).headers.location).toBe('/dashboard');
    expect((await get('/admin/users/US-1')).headers.location).toBe('/dashboard');
    session = { typeOfUser: 'Admin' };
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
    const page = await get('/no-such-page');
    expect([page.statusCode, page.body.includes('Missing')]).toEqual([404, true]);
    expect((await get('/404')).statusCode).toBe(404);
    expect((await get('/no-such-call', { accept: 'application/json' })).json()).toEqual({ code: 'not_found' });
    expect((await get('/Dashboard')).statusCode).toBe(404);
    expect((await get('/../pages.json')).statusCode).toBe(404);
    expect((await get('/__spa-fallback.html')).statusCode).toBe(404);
  });

  it('knows an address with a slash too many', async () => {
    expect((await get('/login/')).headers.location).toBe('/login');
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

  it('keeps hashed files for good, pages never, and sends the smallest coding', async () => {
    expect((await get('/assets/a.js')).headers['cache-control']).toContain('immutable');
    const page = await get('/login', { 'accept-encoding': 'gzip, br' });
    expect(page.headers['cache-control']).toBe('no-cache');
    expect(brotliDecompressSync(page.rawPayload).toString()).toContain('Login');
    expect((await get('/login', { 'if-none-match': String(page.headers.etag) })).statusCode).toBe(304);
  });

  it('names a page its scripts before the document is read', async () => {
    session = { typeOfUser: 'User' };
    const { headers } = await get('/dashboard');
    expect(headers['link']).toBe('</assets/a.js>; rel=modulepreload');
    expect(headers['cache-control']).toBe('private, no-cache');
  });
});
