/**
 * Turns endpoint declarations into routes. Every call is refused in one order: 401, 403, 400, then what its handler
 * refuses (404, 409, 402).
 */
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { changesSomething, pathsOf, type Endpoint } from '#kernel/endpoint.ts';
import { refusalOfReach } from '#kernel/page.ts';
import { databaseAway, insist, refusalOfFeature, refuse, Refused, type Refusal } from '#kernel/refusal.ts';
import { validate } from '#kernel/validate.ts';
import type { App } from './app.server.ts';
import { bodyOf, insistOnQuery, largestOfStrangers, readFiles, sizeOfUpload } from './body.server.ts';
import { isDatabaseAway } from './away.server.ts';
import { refusalOfOrigin, refusalOfPage, refusalToCall, sessionOf } from './caller.server.ts';
import { countTrips } from './trips.server.ts';
import { openTurns, type Turns } from './downloads.server.ts';
import { expectedTotal, idempotencyKey } from './headers.server.ts';
import { Download, type Handler } from './handle.server.ts';
import { networkOf } from './network.server.ts';
import { securityPolicyOf } from './pagepolicy.server.ts';
import { sessionCookieOf, type FindSession, type Session } from './session.server.ts';
import { openUploadQuota, type UploadQuota } from './upload-quota.server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | undefined;
  }
}

/** What tests observe of every call that was answered. */
export type Observe = (seen: { endpoint: Endpoint; status: number; answer: unknown; trips: number }) => void;

/** Shows a form's page again with the refusal in it; handed in by site/. */
export type FormPage = (page: string, refusal: Refusal, typed: Record<string, unknown>) => Promise<string>;

/** Records that somebody of the agency read this, before it is sent; handed in by audit/. */
export type LeaveTrace = (
  trace: NonNullable<Endpoint['leavesTrace']>,
  by: Session,
  call: { readonly query: Readonly<Record<string, unknown>>; readonly from: { address: string; agent: string } },
) => Promise<void>;

/** For calls that ask for a passkey: lets the call go on, or refuses it; handed in by passkeys/. */
export type Confirm = (call: {
  readonly app: App;
  readonly endpoint: Endpoint;
  readonly session: Session | undefined;
  readonly from: { readonly address: string; readonly agent: string };
  readonly query: object;
  readonly body: object;
  readonly request: FastifyRequest;
}) => Promise<void>;

type MountOptions = {
  readonly app: App;
  readonly handlers: readonly Handler[];
  readonly findSession: FindSession;
  readonly formPage?: FormPage;
  readonly observe?: Observe;
  readonly leaveTrace: LeaveTrace;
  readonly confirm: Confirm;
};

type Mounted = MountOptions & {
  /** Apart, so that clients never keep an admin from a file. */
  readonly turns: Record<'clients' | 'admins', Turns>;
  readonly uploadQuota: UploadQuota;
};

export async function mount(http: FastifyInstance, how: MountOptions): Promise<void> {
  const options: Mounted = {
    ...how,
    turns: { clients: openTurns(), admins: openTurns() },
    uploadQuota: openUploadQuota(),
  };
  http.decorateRequest('session', undefined);
  const [plain, withFile] = [
    options.handlers.filter(({ endpoint }) => !endpoint.file),
    options.handlers.filter(({ endpoint }) => endpoint.file),
  ];
  addRoutes(http, plain, options);
  await http.register(async (uploads) => {
    await readFiles(uploads);
    addRoutes(uploads, withFile, options);
  });
}

function addRoutes(http: FastifyInstance, handlers: readonly Handler[], options: Mounted): void {
  const cookie = sessionCookieOf(options.app.config);
  for (const handler of handlers) {
    for (const path of pathsOf(handler.endpoint)) {
      http.route({
        method: handler.endpoint.method,
        url: path,
        ...(handler.endpoint.access === 'public' ? { bodyLimit: largestOfStrangers } : {}),
        onRequest: (request, _reply, done) => {
          insist(refusalOfFeature(options.app.features.now(), handler.endpoint.feature));
          const admit = (session: Session | undefined) => {
            request.session = session;
            insist(refusalToCall(handler.endpoint, session));
            insist(refusalOfOrigin(request, options.app.config.publicUrl));
            insist(refusalOfPage(handler.endpoint, request, session));
            if (options.app.db.writes.held && writes(handler.endpoint, session)) refuse(databaseAway);
          };
          const found = sessionOf(request, options.findSession, cookie);
          // A cached session is no promise, so that the call goes on at once, without waiting for the event loop.
          if (found instanceof Promise) return void found.then(admit).then(() => done(), done);
          admit(found);
          done();
        },
        handler: (request, reply) => answer(handler, options, request, reply),
      });
    }
  }
}

async function answer(
  handler: Handler,
  options: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { endpoint } = handler;
  let typed: Record<string, unknown> = {};
  let made: unknown;
  try {
    insistOnQuery(request.query);
    const query = endpoint.query ? validate(endpoint.query, request.query) : {};
    insist(refusalOfReach(query as Record<string, unknown>));
    if (endpoint.file && request.isMultipart()) {
      options.uploadQuota.reserve(request.session?.publicId ?? networkOf(request.ip), sizeOfUpload(request), reply.raw);
    }
    const read = changesSomething(endpoint) ? await bodyOf(endpoint, request) : { body: {}, file: undefined };
    typed = read.body as Record<string, unknown>;
    if (request.session && isFile(endpoint)) {
      const { client, person } = request.session;
      await options.turns[client === undefined ? 'admins' : 'clients'].take(person, reply.raw);
    }
    await admitAgain(endpoint, options, request);
    const body = endpoint.body ? validate(endpoint.body, read.body) : {};
    const call = {
      query,
      body,
      params: request.params as Record<string, string>,
      file: read.file,
      session: request.session,
      app: options.app,
      key: idempotencyKey(request.headers),
      expectedCents: expectedTotal(request.headers),
      from: { address: request.ip, agent: (request.headers['user-agent'] ?? '').slice(0, 300) },
      request,
      reply,
    };
    if (endpoint.confirmedBy)
      await options.confirm({ ...call, endpoint, query: query as object, body: body as object });
    const run = async () => {
      made = await handler.run(call as never);
      if (endpoint.leavesTrace && isOfAgency(request.session))
        await options.leaveTrace(endpoint.leavesTrace, request.session, { query: query as {}, from: call.from });
      return made;
    };
    if (!options.observe) return send(handler, await run(), request, reply);
    const { result: value, trips } = await countTrips(run);
    const sent = send(handler, value, request, reply);
    if (endpoint.output)
      options.observe({ endpoint, status: reply.statusCode, answer: z.encode(endpoint.output, value as never), trips });
    return sent;
  } catch (error) {
    // A file that nobody will read, as its trace could not be left, would wait for its reader for ever.
    if (made instanceof Download) unwritten(made.body);
    const refusal = error instanceof Refused ? error.refusal : isDatabaseAway(error) ? databaseAway : undefined;
    if (refusal && handler.formPage && options.formPage && isPageVisit(request)) {
      void reply.status(refusal.status).type('text/html; charset=utf-8').header('cache-control', 'no-store');
      const html = await options.formPage(handler.formPage, refusal, typed);
      void reply.header('content-security-policy', securityPolicyOf(html));
      return html;
    }
    throw error;
  }
}

/**
 * A body comes as slowly as its sender likes, and a file waits for a turn. Whoever was admitted before that may have
 * been signed out since, perhaps as a thief. Where nothing was waited for, the session is still cached.
 */
async function admitAgain(endpoint: Endpoint, { app, findSession }: Mounted, request: FastifyRequest): Promise<void> {
  if (!request.session || !(changesSomething(endpoint) || isFile(endpoint))) return;
  request.session = await sessionOf(request, findSession, sessionCookieOf(app.config));
  insist(refusalToCall(endpoint, request.session));
}

function writes(endpoint: Endpoint, session: Session | undefined): boolean {
  return changesSomething(endpoint) || (endpoint.leavesTrace !== undefined && isOfAgency(session));
}

/** Whether this is an admin, also one who looks at a client's area. */
function isOfAgency(session: Session | undefined): session is Session {
  return session?.typeOfUser === 'Admin' || session?.actingAdmin !== undefined;
}

/** A list or a statement to take away, rather than a picture or a stream of hints. */
function isFile({ media = [] }: Endpoint): boolean {
  return media.length > 0 && !media.some((type) => type.startsWith('image/') || type === 'text/event-stream');
}

/** Whether this is a plain HTML form, sent by a browser without our script. */
function isPageVisit(request: FastifyRequest): boolean {
  return (
    (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded') &&
    (request.headers.accept ?? '').includes('text/html')
  );
}

function send(handler: Handler, value: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  if (value === 'taken over') return reply.hijack();
  if (value instanceof Download) {
    const { body, headers } = value;
    return reply
      .header('cache-control', 'no-store')
      .headers(headers)
      .send(request.method === 'HEAD' ? unwritten(body) : body);
  }
  if (handler.nextPage && isPageVisit(request))
    return reply.header('cache-control', 'no-store').redirect(handler.nextPage(value as never), 303);
  const { output } = handler.endpoint;
  if (!output) throw new Error(`${handler.endpoint.path} declares no output but answered one`);
  const text = JSON.stringify(z.encode(output, value as never));
  void reply.header('content-type', 'application/json; charset=utf-8');
  void reply.header('cache-control', request.method === 'GET' ? 'private, no-cache' : 'no-store');
  if (request.method !== 'GET') return text;
  // The fastest collision-resistant hash here, because processors have instructions for SHA-256.
  const etag = `"${hash('sha256', text, 'base64url')}"`;
  void reply.header('etag', etag);
  return request.headers['if-none-match'] === etag ? reply.status(304).send() : text;
}

/**
 * Whoever asks for the head of a file reads none of it. A file that is written while it is read would be written to its
 * end all the same, behind an answer that is over, so that its turn is somebody else's already.
 */
function unwritten(body: Download['body']): Download['body'] {
  if (Buffer.isBuffer(body)) return body;
  body.destroy();
  return Readable.from([]);
}
