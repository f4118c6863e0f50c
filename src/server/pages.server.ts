/**
 * Serves the pages. The build wrote a list of all pages with their audience. So exactly these addresses are pages, a
 * visitor who may not see one is redirected before anything is drawn, and every other address is a real 404. The build
 * contains nothing about the agency: an *edition* is all pages under one state of the settings, and each page of it is
 * drawn, compressed and hashed for the security policy once.
 */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Features } from './features.server.ts';
import { securityPolicyOf } from './pagepolicy.server.ts';
import type { Session } from './session.server.ts';
import { sendSight, withSight, type Draw, type Needs } from './sight.server.ts';
import { etagOf, staticFiles, types, type Body } from './staticfiles.server.ts';

export type PageSession = Pick<Session, 'typeOfUser' | 'publicId'>;

/** All pages, and the files beside them that name the agency, as long as its settings are the same. */
export type Edition = {
  /** The public page at this address, as it is drawn for everybody. */
  page(address: string): string;
  /** The one document of the portal's pages. */
  readonly document: string;
  /** What draws the first sight of a page of the portal. */
  readonly sight?: () => Promise<Draw>;
  /** A picture or a list that is made from the settings; undefined for a path that is none. */
  file(path: string): Promise<MadeFile> | undefined;
  /** The page with something of its query in it, which a page without a script cannot read itself. */
  fill(address: string, query: Query, html: string): string | undefined;
};

export type MadeFile = { readonly bytes: Buffer; readonly cache: string };

type PagesOptions = {
  readonly features: Features;
  /** Whether browsers are to remember that this site is reached by https only. */
  readonly https: boolean;
  /** Where `react-router build` put the pages. */
  readonly buildDir: string;
  readonly sessionOf: (request: FastifyRequest) => Promise<PageSession | undefined>;
  /** The edition that holds now. */
  readonly edition: () => Promise<Edition>;
  /** Where a signed-in person goes on to from a page for visitors, if not to the dashboard. */
  readonly onward?: (address: string, role: PageSession['typeOfUser'], query: Query) => string | undefined;
  /** Whether there is what a page's address names; where there is not, the page says so, and the answer is 404. */
  readonly exists?: (address: string, params: Params) => Promise<boolean>;
};

type Query = Readonly<Record<string, unknown>>;
type Params = Readonly<Record<string, string | undefined>>;

type Audience = 'public' | 'client' | 'admin' | 'both';
/** A page is drawn in the browser by its `scripts`, or by the server where it has none. */
type PageEntry = Partial<Needs> & {
  address: string;
  audience: Audience;
  /** The part of the portal that it belongs to, where that can be switched off. */
  feature?: string;
  /** Where a document finds its page's code that does not name it, as one without a first sight. */
  readonly others?: string;
};

const home: Record<PageSession['typeOfUser'], string> = { User: '/dashboard', Admin: '/admin/dashboard' };
const homes = new Set(Object.values(home));
/** Pages that a signed-in person has no use for. */
const onlyForVisitors = new Set(['/', '/login', '/register']);

type Role = Pick<PageSession, 'typeOfUser'>;

/** Where somebody who may not see a page is sent, or undefined. */
export function redirectFor(address: string, audience: Audience, session: Role | undefined): string | undefined {
  if (audience === 'public') return session && onlyForVisitors.has(address) ? home[session.typeOfUser] : undefined;
  if (!session) return '/login';
  if (audience === 'both' || (audience === 'admin') === (session.typeOfUser === 'Admin')) return undefined;
  return home[session.typeOfUser];
}

const brotliOf = promisify(brotliCompress);
const gzipOf = promisify(gzip);

async function bodyOf(plain: Buffer): Promise<Body> {
  const [br, zipped] = await Promise.all([
    brotliOf(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzipOf(plain),
  ]);
  return { plain, br, gzip: zipped, etag: etagOf(plain) };
}

/** Sends the smallest coding the caller takes, or 304 where it has this already. */
function sendBody(request: FastifyRequest, reply: FastifyReply, body: Body): FastifyReply {
  void reply.header('etag', body.etag).header('vary', 'accept-encoding, cookie, sec-fetch-site');
  if (request.headers['if-none-match'] === body.etag && reply.statusCode === 200) return reply.status(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (body.br && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(body.br);
  if (body.gzip && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(body.gzip);
  return reply.send(body.plain);
}

type BuiltPage = { readonly html: string; readonly body: Body; readonly policy: string };

/** Keeps the drawn pages of each edition; those of an older one are freed with the last answer that uses it. */
function pageMaker(): (edition: Edition, entry: PageEntry) => Promise<BuiltPage> {
  const kept = new WeakMap<Edition, Map<string, Promise<BuiltPage>>>();
  const make = async (html: string): Promise<BuiltPage> => ({
    html,
    body: await bodyOf(Buffer.from(html)),
    policy: securityPolicyOf(html),
  });
  return (edition, { address, scripts }) => {
    const pages = kept.get(edition) ?? new Map<string, Promise<BuiltPage>>();
    kept.set(edition, pages);
    const name = scripts ? 'document' : address;
    const page = pages.get(name) ?? make(scripts ? edition.document : edition.page(address));
    pages.set(name, page);
    return page;
  };
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, policy }: BuiltPage,
  isPublic: boolean,
): FastifyReply {
  // Who typed an address, or followed a link of a chat or mail program, has a window that no other page opened: to cut
  // that off would change nothing and begin a process, which is a tenth of a second on a phone.
  if (isPublic && request.headers['sec-fetch-site'] === 'none') reply.raw.removeHeader('cross-origin-opener-policy');
  void reply
    .type(types['.html']!)
    .header('cache-control', isPublic ? 'no-cache' : 'private, no-cache')
    .header('content-security-policy', policy);
  return sendBody(request, reply, body);
}

/** Lets the browser ask for a page's scripts while it still reads the document. */
function linksOf({ scripts = [], others, styles = [] }: PageEntry): string | undefined {
  const links = [
    ...[...scripts, ...(others ? [others] : [])].map((file) => `<${file}>; rel=modulepreload`),
    ...styles.map((file) => `<${file}>; rel=preload; as=style`),
  ];
  return links.length > 0 ? links.join(', ') : undefined;
}

type PageOf = ReturnType<typeof pageMaker>;

function registerPage(http: FastifyInstance, entry: PageEntry, pageOf: PageOf, options: PagesOptions): void {
  const { address, audience, feature, scripts } = entry;
  const { features, sessionOf, onward, exists = () => Promise.resolve(true) } = options;
  const [links, needs] = [linksOf(entry), { scripts: [], styles: [], sheets: [], ...entry }];
  const asksWho = audience !== 'public' || onlyForVisitors.has(address);
  http.get(address, async (request, reply) => {
    if (feature !== undefined && !features.now().has(feature)) return sendMissing(request, reply, pageOf, options);
    const query = request.query as Query;
    const session = asksWho ? await sessionOf(request) : undefined;
    const further = session && onlyForVisitors.has(address) ? onward?.(address, session.typeOfUser, query) : undefined;
    const to = further ?? (asksWho ? redirectFor(address, audience, session) : undefined);
    if (to !== undefined) {
      // A link in a mail leads to one thing; whoever has to sign in first still gets there afterwards.
      const asked = to === '/login' && !homes.has(request.url) ? `?next=${encodeURIComponent(request.url)}` : '';
      return reply.header('cache-control', 'no-store').redirect(to + asked, 302);
    }
    const edition = await options.edition();
    const page = await pageOf(edition, entry);
    const filled = edition.fill(address, query, page.html);
    if (filled !== undefined) {
      return reply
        .type(types['.html']!)
        .header('cache-control', 'no-store')
        .header('content-security-policy', page.policy)
        .send(filled);
    }
    if (address === '/404' || !(await exists(address, request.params as Params))) void reply.status(404);
    const seen =
      session && scripts && edition.sight
        ? await withSight(
            { http, request, owner: session.publicId },
            { draw: await edition.sight(), html: page.html, needs },
          )
        : undefined;
    if (seen !== undefined) {
      void reply.type(types['.html']!).header('content-security-policy', page.policy);
      return sendSight(request, reply, { html: seen, address });
    }
    if (links !== undefined) void reply.header('link', links);
    return sendPage(request, reply, page, audience === 'public');
  });
}

const missing: PageEntry = { address: '/404', audience: 'public' };
/** The 404 page for people who are signed in, with the portal's bars and menus. */
const missingInside: PageEntry = { address: '/404', audience: 'both', scripts: [] };

/** A browser gets a page, in the frame of whoever asks; a program gets JSON like any other refusal. */
async function sendMissing(
  request: FastifyRequest,
  reply: FastifyReply,
  pageOf: PageOf,
  { sessionOf, edition }: PagesOptions,
): Promise<FastifyReply | void> {
  // Below /assets/ nobody is counted (rates.server.ts), so nobody is looked up there either.
  if (request.url.startsWith('/assets/') || !String(request.headers.accept ?? '').includes('text/html'))
    return reply.callNotFound();
  const session = await sessionOf(request).catch(() => undefined);
  const page = await pageOf(await edition(), session ? missingInside : missing);
  return sendPage(request, reply.status(404), page, session === undefined);
}

/** Serves every built page with the headers that pages need; calls, which no browser draws, do without most of them. */
export async function servePages(http: FastifyInstance, options: PagesOptions): Promise<void> {
  await http.register(async (pages) => {
    await pages.register(helmet, {
      contentSecurityPolicy: false,
      strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
      crossOriginEmbedderPolicy: false,
      frameguard: { action: 'deny' },
      referrerPolicy: { policy: 'same-origin' },
    });
    await addPages(pages, options);
  });
}

/** Registers every page, the files beside them, and the page that says an address does not exist. */
async function addPages(http: FastifyInstance, options: PagesOptions): Promise<void> {
  const entries = JSON.parse(await readFile(join(options.buildDir, 'pages.json'), 'utf8')) as PageEntry[];
  const pageOf = pageMaker();
  for (const entry of entries) registerPage(http, entry, pageOf, options);
  const addresses = new Set(entries.map(({ address }) => address));
  const files = await staticFiles(join(options.buildDir, 'client'));
  // Before anybody asks, so that no visitor waits for it; nor does the start wait until all are drawn and compressed.
  const drawAll = async () => {
    const first = await options.edition();
    await first.sight?.();
    for (const entry of entries) await pageOf(first, entry);
  };
  http.addHook('onListen', async () => {
    drawAll().catch((error: unknown) => http.log.error({ err: error }, 'a page could not be drawn'));
  });

  http.get('/*', async (request, reply) => {
    const [path = '/'] = request.url.split('?');
    const edition = await options.edition();
    const made = await edition.file(path);
    if (made) {
      const body = { plain: made.bytes, br: undefined, gzip: undefined, etag: etagOf(made.bytes) };
      return sendBody(request, reply.type(types[extname(path)]!).header('cache-control', made.cache), body);
    }
    const file = files.get(path);
    if (file) return sendBody(request, reply.type(file.type).header('cache-control', file.cache), file.body);
    const bare = withoutSlashes(path);
    if (bare !== path && addresses.has(bare)) return reply.redirect(bare, 308);
    return sendMissing(request, reply, pageOf, options);
  });
}

/** Without those at its end. A pattern would look at each of a thousand slashes again from each of them. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
