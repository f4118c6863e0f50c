/**
 * The HTTP server: limits on time and size, headers, one error handler. What it answers is decided elsewhere
 * (`mount.server.ts` for calls, `pages.server.ts` for pages).
 */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { databaseAway, notFound, Refused, type Refusal, type RefusalStatus } from '#kernel/refusal.ts';
import type { App } from './app.server.ts';
import { fileTooLarge, largestOfStrangers, notJson, queryOf, readBodies } from './body.server.ts';
import { isDatabaseAway } from './away.server.ts';
import { keepError } from './errors.server.ts';
import { limitRates } from './rates.server.ts';
import type { FindSession } from './session.server.ts';

/**
 * Further connections wait in the operating system's queue and are then refused: each one costs memory, even if it asks
 * for nothing.
 */
const mostConnections = 10_000;

/** `sessionOf`: who asks, for limits. */
export async function openHttp(
  app: App,
  sessionOf: (request: FastifyRequest) => ReturnType<FindSession> = () => undefined,
): Promise<FastifyInstance> {
  const http = Fastify({
    logger: false,
    trustProxy: trusted(app.config.trustProxy),
    // Of an address that does not exist; those that exist have limits of their own (body.server.ts).
    bodyLimit: largestOfStrangers,
    requestTimeout: 25_000,
    // Longer than a stream or a kept-alive connection is ever quiet (a stream writes every 20 s). Whoever reads an
    // answer more slowly than this is disconnected.
    connectionTimeout: 80_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16 * 1024 },
    routerOptions: { caseSensitive: true, maxParamLength: 200, querystringParser: queryOf },
    genReqId: nameCalls(),
    return503OnClosing: false,
    // A machine under heavy load starts slowly; that is no reason to give the start up.
    pluginTimeout: 120_000,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) =>
      void sendError(app, error, request as FastifyRequest, reply as FastifyReply),
  });
  http.server.maxConnections = mostConnections;
  http.setErrorHandler((error, request, reply) => sendError(app, error, request, reply));
  if (app.config.logLevel === 'debug') logCalls(http, app);
  // Cookies are read where a session is looked up, not on every call.
  await http.register(cookie, { hook: false });
  http.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-content-type-options', 'nosniff');
    if (hasOneMeaning(request)) return done();
    void reply.header('connection', 'close');
    done(new Refused(unreadable));
  });
  if (app.config.trustProxy === false) tellOfProxy(http, app);
  if (app.config.rateLimit) await limitRates(http, sessionOf);
  readBodies(http);
  closeIdleOnLeaving(http);
  http.setNotFoundHandler((_request, reply) => sendRefusal(reply, notFound));
  return http;
}

/**
 * A server closes once its last connection has ended. Connections that are kept alive after their last answer, or on
 * which nothing was ever sent, would hold it open until they time out. So while the server closes, they are looked for
 * every 20 ms and closed. (A hook at every answer would cost something in every call, all the time.)
 */
function closeIdleOnLeaving(http: FastifyInstance): void {
  const sockets = new Set<Socket>();
  http.server.on('connection', (socket: Socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
  http.addHook('preClose', async () => {
    const leaving = setInterval(() => {
      http.server.closeIdleConnections();
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, 20);
    http.server.once('close', () => clearInterval(leaving));
  });
}

const unreadable: Refusal = { code: 'input.unreadable', message: 'This request could not be read.', status: 400 };

/**
 * Whether a request can be read in one way only. A proxy in front might take some others for two requests: those with
 * another coding of the body, or with two hosts.
 */
function hasOneMeaning({ raw, headers }: FastifyRequest): boolean {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || raw.httpVersion !== '1.1')) return false;
  let hosts = 0;
  for (let at = 0; at < raw.rawHeaders.length; at += 2) if (/^host$/i.test(raw.rawHeaders[at]!)) hosts += 1;
  return hosts <= 1;
}

/**
 * Input that is no HTTP never becomes a request: it is answered on the socket like any other refusal, and the socket is
 * closed.
 */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [line, refusal] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [
          '431 Request Header Fields Too Large',
          { ...unreadable, message: 'The headers of this request are too large.' },
        ]
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', { ...unreadable, message: 'This request took too long to arrive.' }]
        : ['400 Bad Request', unreadable];
  const body = JSON.stringify({ code: refusal.code, message: refusal.message });
  socket.end(
    `HTTP/1.1 ${line}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Warned only once: anybody may send such a header, but a proxy sends it with every call. */
function tellOfProxy(http: FastifyInstance, { log }: App): void {
  let told = false;
  http.addHook('onRequest', (request, _reply, done) => {
    if (!told && (request.headers['x-forwarded-for'] ?? request.headers.forwarded) !== undefined) {
      told = true;
      log.warn('a call was forwarded by a proxy, but TRUST_PROXY is off: all who come through it count as one caller');
    }
    done();
  });
}

/** Logs every call at the level `debug`; at any other level no call pays for it. */
function logCalls(http: FastifyInstance, { log }: App): void {
  http.addHook('onResponse', async (request, reply) => {
    log.debug('request', {
      id: request.id,
      method: request.method,
      path: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    });
  });
}

/**
 * A name for each call, for the log and for what a person tells support: a part for this process, and a running number.
 */
function nameCalls(): () => string {
  const started = randomBytes(3).toString('hex');
  let calls = 0;
  return () => `${started}${(calls++).toString(36)}`;
}

/**
 * Fastify takes a number of proxies only as a function. Of a chain of forwarded addresses only those count that our own
 * proxies wrote; a caller may have sent the others.
 */
function trusted(proxies: App['config']['trustProxy']): boolean | string | ((address: string, hop: number) => boolean) {
  const hops = proxies === true ? 1 : proxies;
  return typeof hops === 'number' ? (_address, hop) => hop < hops : hops;
}

const tooManyFields: Refusal = { code: 'input.too_large', message: 'There are too many fields.', status: 413 };

/** What Fastify's own refusals mean here, in a sentence a person understands. */
const known: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'input.too_large', message: 'This is too large.', status: 413 },
  FST_REQ_FILE_TOO_LARGE: fileTooLarge,
  FST_FILES_LIMIT: { code: 'input.too_large', message: 'Please send one file only.', status: 413 },
  FST_FIELDS_LIMIT: tooManyFields,
  FST_PARTS_LIMIT: tooManyFields,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: notJson,
};

function sendError(app: App, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refused) {
    tellRefusal(app, error.refusal, request);
    return sendRefusal(reply, error.refusal);
  }
  if (isDatabaseAway(error)) {
    app.log.warn('database away', { id: request.id, path: request.routeOptions.url });
    return sendRefusal(reply, databaseAway);
  }
  const { code, statusCode } = error as FastifyError;
  const refusal = known[code];
  if (refusal) return sendRefusal(reply, refusal);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const message = code === 'input.unreadable' ? (error as Error).message : 'This request could not be read.';
    return sendRefusal(reply, { code: 'input.unreadable', message, status: asRefusalStatus(statusCode) });
  }
  const reference = `E-${request.id}`;
  app.log.error('unexpected error', {
    reference,
    path: request.routeOptions.url,
    user: request.session?.publicId,
    error,
  });
  keepError(app, reference, error, request);
  return reply
    .status(500)
    .type('application/json; charset=utf-8')
    .send({
      message: `Something went wrong on our side. ${request.method === 'GET' ? '' : 'Please check whether it was done before you try again. '}If it happens again, tell support this reference: ${reference}`,
      code: 'server.error',
      reference,
    });
}

/** Logs calls that were refused as not allowed or too frequent, but not what was sent with them. */
function tellRefusal({ log }: App, { status, code }: Refusal, request: FastifyRequest): void {
  if (status !== 403 && status !== 429) return;
  const { id, method, ip: address, session } = request;
  log.info('refused', { id, method, path: request.routeOptions.url, status, code, user: session?.publicId, address });
}

function asRefusalStatus(status: number): RefusalStatus {
  return status === 413 || status === 415 || status === 404 || status === 429 ? status : 400;
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { extra = {}, status, ...told } = refusal;
  if (typeof extra['retryAfter'] === 'number') void reply.header('retry-after', String(extra['retryAfter']));
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send({ ...told, ...extra });
}
