/**
 * A signed-in page's first sight: the server makes the calls that the page would make, for the same person and with the
 * same rights, draws it with their answers, and sends both in the document. It is made anew for every document and kept
 * nowhere.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escaped, inScript } from '#kernel/markup.ts';
import { broughtId, codeId, firstId, type Answer, type Answers } from '#kernel/brought.ts';
import { openBudget } from './budget.server.ts';

export type Draw = (url: string, phone: boolean, answers: Answers) => Drawn;
type Drawn = { readonly html: string; readonly title: string | undefined; readonly asked: readonly string[] };

/** A page that takes longer is sent without: the browser asks by itself and says what is missing. */
const patienceMs = 800;
/** Some calls are known only when others were answered. */
const rounds = 4;
/** While a page is drawn nothing else is answered: whoever opens pages in a loop gets a tenth of the time for them. */
const spent = openBudget(0.1);
const mostSeconds = 0.5;
/** For whom a page is underway, one each: all others are sent without, and nobody waits for anybody. */
const underway = new Set<string>();
const mostAtOnce = 8;
/** What tells who asks, and from where. All else that the document was asked with has nothing to do with the calls. */
const told = [
  'cookie',
  'authorization',
  'user-agent',
  'host',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
];
const brotliOf = promisify(brotliCompress);

/** The call as this person's browser would make it; whatever else is answered, the browser shall be told itself. */
async function ask(http: FastifyInstance, request: FastifyRequest, url: string): Promise<Answer | undefined> {
  const headers = Object.fromEntries(
    told.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : [])),
  );
  const answer = await http.inject({
    method: 'GET',
    url,
    headers: { ...headers, accept: 'application/json' },
    remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  if (answer.statusCode !== 200 || !isJson) return undefined;
  const total = answer.headers['x-total-count'];
  return { body: answer.json(), total: total === undefined ? null : String(total) };
}

type Asked = { readonly http: FastifyInstance; readonly request: FastifyRequest; readonly owner: string };
type Gone = () => boolean;

/** What the page shows; undefined where it would take too long or too much. */
async function sightOf({ http, request, owner }: Asked, draw: Draw, gone: Gone) {
  const phone = request.headers['sec-ch-ua-mobile'] === '?1' || /Mobi/.test(request.headers['user-agent'] ?? '');
  const answers: Record<string, Answer> = {};
  const refused = new Set<string>();
  for (let round = 0; ; round++) {
    if (gone()) return undefined;
    const began = performance.now();
    const drawn = draw(request.url, phone, answers);
    spent.add(owner, (performance.now() - began) / 1000);
    const asked = drawn.asked.filter((url) => !refused.has(url));
    if (asked.length === 0 || round === rounds) return { drawn, answers };
    const found = await Promise.all(asked.map((url) => ask(http, request, url)));
    asked.forEach((url, at) => (found[at] ? (answers[url] = found[at]) : refused.add(url)));
  }
}

/** As soon as it is there, and nothing where that takes too long: a call that hangs may hold up no page. */
async function sightInTime(asked: Asked, draw: Draw): ReturnType<typeof sightOf> {
  const { owner } = asked;
  if (underway.has(owner) || underway.size >= mostAtOnce || spent.of(owner) >= mostSeconds) return undefined;
  underway.add(owner);
  const late = new AbortController();
  const until = performance.now() + patienceMs;
  // The place is taken until the last call has ended, so that a page which hangs is not opened over and over.
  const sight = sightOf(asked, draw, () => performance.now() > until).finally(() => underway.delete(owner));
  try {
    return await Promise.race([sight, wait(patienceMs, undefined, { signal: late.signal })]);
  } finally {
    late.abort();
  }
}

/** A document sent with this header comes without: `Prefer` is the header of HTTP for it (RFC 7240). */
function wantsLittle({ headers, method }: FastifyRequest): boolean {
  return method !== 'GET' || /\breturn=minimal\b/.test(String(headers['prefer'] ?? ''));
}

/** The document with the page in it; undefined where it has to be sent without. */
export async function withSight(
  asked: Asked,
  { draw, html, needs }: { draw: Draw; html: string; needs: Needs },
): Promise<string | undefined> {
  const { request } = asked;
  if (wantsLittle(request)) return undefined;
  try {
    const sight = await sightInTime(asked, draw);
    if (!sight) return undefined;
    return documentOf(html, needs, sight);
  } catch (error) {
    request.log.warn({ err: error }, 'a first sight could not be drawn');
    return undefined;
  }
}

type Sight = { readonly drawn: Drawn; readonly answers: Answers };

/** What the browser asks for with a page: `sheets` are all its `styles` in few files, `draws` is its own script. */
export type Needs = Readonly<Record<'scripts' | 'styles' | 'sheets', readonly string[]>> & {
  readonly draws?: string;
};

const styleLink = /<link rel="stylesheet" href="([^"]*)"\/>/g;
const codeLink = /<link rel="modulepreload" href="([^"]*)"\/>/g;

/**
 * The picture waits for its styles alone. Each of them is named with the code as well, so that this takes them for
 * loaded; what is disabled is not fetched, unless the browser meets it in the document's own text.
 */
function linksOf(html: string, { scripts, styles, sheets }: Needs): { head: string; code: string } {
  const named = (link: RegExp) => [...html.matchAll(link)].map(([, href]) => href!);
  const all = (links: readonly string[], rel: string, more = '') =>
    [...new Set(links)].map((href) => `<link rel="${rel}" href="${escaped(href)}"${more}/>`).join('');
  return {
    head: all(sheets, 'stylesheet'),
    code:
      all([...named(styleLink), ...styles], 'stylesheet', ' disabled') +
      all([...named(codeLink), ...scripts], 'modulepreload'),
  };
}

function documentOf(html: string, needs: Needs, { drawn, answers }: Sight): string {
  const { head, code } = linksOf(html, needs);
  const brought = `<script type="application/json" id="${broughtId}">${inScript(answers)}</script>`;
  const title = drawn.title === undefined ? undefined : `<title>${drawn.title}</title>`;
  const named = needs.draws === undefined ? '' : ` data-page="${escaped(needs.draws)}"`;
  return (
    html
      .replace(/<title>[^<]*<\/title>/, (bare) => title ?? bare)
      .replaceAll(codeLink, '')
      .replaceAll(styleLink, '')
      .replace('</head>', () => `${head}<template id="${codeId}"${named}>${code}</template></head>`)
      // Behind the portal's place, which then does not move when the page comes.
      .replace(
        /<div id="portal">[\s\S]*?<\/div>/,
        () => `<div id="portal"></div><div id="${firstId}" inert>${drawn.html}</div>${brought}${someLength()}`,
      )
  );
}

/**
 * What others wrote stands beside what is private on many pages: how well both compress together is hidden behind a
 * length that is another one each time.
 */
function someLength(): string {
  return `<!--${randomBytes(randomInt(256)).toString('base64url')}-->`;
}

/**
 * Nobody keeps it. It holds what only one person may read: where a stranger may have written something into the
 * address, its size must not tell how much of both is alike. So only a page under its bare address is compressed.
 */
export async function sendSight(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, address }: { html: string; address: string },
): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-store').header('vary', 'accept-encoding, cookie');
  const accepted = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (!accepted || request.url !== address) return reply.send(html);
  const bytes = await brotliOf(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return reply.header('content-encoding', 'br').send(bytes);
}
