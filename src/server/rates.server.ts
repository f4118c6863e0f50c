/**
 * How much one caller may ask of a node. The limit is generous: it stops a runaway script, not a busy person. Passwords
 * and codes have limits of their own, in SQL. A caller with a valid session is counted alone, so that a stranger in the
 * same network or behind the same proxy uses up nothing of theirs; all others of a network are counted together.
 */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused, type Refusal } from '#kernel/refusal.ts';
import { networkOf } from './network.server.ts';
import type { FindSession } from './session.server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is counted. */
    caller: string;
  }
}

/**
 * What is written stays, most of it for good: nobody presses this much in an hour, and whoever has a program that does
 * fills no disk with it.
 */
const rates = { callsPerMinute: 1_000, refusedWritesPerMinute: 60, writesPerHour: 2_000 };

/** Whoever shuts a thief out, or takes back what one asked for, is not stopped by how much the thief has written. */
const neverTooMany = new Set([
  'login-account',
  'start-passkey-sign-in',
  'sign-in-with-passkey',
  'forgot-password',
  'reset-password',
  'logout',
  'end-session',
  'update-password',
  'cancel-request',
  'remove-withdrawal-address',
]);

const noHeaders = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
  'retry-after': false,
};

export async function limitRates(
  http: FastifyInstance,
  sessionOf: (request: FastifyRequest) => ReturnType<FindSession>,
  { callsPerMinute, refusedWritesPerMinute, writesPerHour } = rates,
): Promise<void> {
  http.decorateRequest('caller', '');
  http.addHook('onRequest', (request, _reply, done) => {
    const name = (session: Awaited<ReturnType<FindSession>>) => {
      request.caller = session ? `person ${session.actingAdmin?.id ?? session.person}` : networkOf(request.ip);
      done();
    };
    const found = isUncounted(request) ? undefined : sessionOf(request);
    // A cached session is no promise. While the database is away, nobody's session is known.
    if (found instanceof Promise) found.catch(() => undefined).then(name, done);
    else name(found);
  });
  await http.register(rateLimit, {
    global: false,
    max: callsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => request.caller,
    allowList: isUncounted,
    addHeaders: noHeaders,
    addHeadersOnExceeding: noHeaders,
    errorResponseBuilder: (_request, context) => new Refused(tooMany(Math.ceil(context.ttl / 1000))),
  });
  // Before the hooks of a route, which refuse whoever is not signed in: what is refused there counts, too.
  http.addHook('onRequest', http.rateLimit());
  limitWrites(http, {
    most: refusedWritesPerMinute,
    seconds: 60,
    counts: (_request, status) => status >= 400 && status < 500 && status !== 429,
  });
  limitWrites(http, {
    most: writesPerHour,
    seconds: 3_600,
    except: neverTooMany,
    // Of strangers each thing that they may write has a limit of its own.
    counts: ({ caller }, status) => status < 400 && caller.startsWith('person '),
  });
}

type Writes = {
  most: number;
  seconds: number;
  except?: ReadonlySet<string>;
  counts: (request: FastifyRequest, status: number) => boolean;
};

/** Refuses further writes of whoever had so many that count, until the window ends, which is the same for all. */
function limitWrites(http: FastifyInstance, { most, seconds, except, counts }: Writes): void {
  let made = new Map<string, number>();
  let endsAt = Date.now() + seconds * 1_000;
  setInterval(() => {
    made = new Map();
    endsAt = Date.now() + seconds * 1_000;
  }, seconds * 1_000).unref();
  http.addHook('onRequest', async (request) => {
    if (except?.has(request.routeOptions.url?.split('/').at(-1) ?? '')) return;
    if (isWrite(request) && (made.get(request.caller) ?? 0) >= most)
      throw new Refused(tooMany(Math.max(1, Math.ceil((endsAt - Date.now()) / 1_000))));
  });
  http.addHook('onResponse', async (request, reply) => {
    if (isWrite(request) && counts(request, reply.statusCode) && made.size < 100_000)
      made.set(request.caller, (made.get(request.caller) ?? 0) + 1);
  });
}

function isUncounted({ url }: FastifyRequest): boolean {
  return url === '/healthz' || url === '/readyz' || url.startsWith('/assets/');
}

function isWrite(request: FastifyRequest): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD';
}

function tooMany(seconds: number): Refusal {
  return {
    code: 'limit.reached',
    message:
      seconds > 60
        ? `Too many requests. Please try again in ${Math.ceil(seconds / 60)} minutes.`
        : 'Too many requests. Please wait a moment and try again.',
    status: 429,
    extra: { retryAfter: seconds },
  };
}
