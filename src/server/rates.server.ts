/**
 * How much one caller may ask of a node. The limit is generous: it stops a runaway script, not a busy person. Passwords
 * and codes have limits of their own, in SQL. Who has a valid session is counted by it, so that neither a stranger
 * behind the same proxy nor whoever stole another session uses up what its owner needs to shut them out; a person's
 * sessions together have thrice as much as one. All others of a network are counted together.
 */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused, type Refusal } from '#kernel/refusal.ts';
import { networkOf } from './network.server.ts';
import type { FindSession } from './session.server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The session that is counted, or a stranger's network; and whose it is, unless the call is spared. Null where
     * nothing was read.
     */
    counted: { session: string; person?: string } | null;
  }
}

/**
 * What is written stays, most of it for good: nobody presses this much in an hour, and whoever has a program that does
 * fills no disk with it.
 */
const rates = { callsPerMinute: 1_000, refusedWritesPerMinute: 60, writesPerHour: 2_000, sparedPerMinute: 20 };
/** So much more of what is counted by the minute than one session have all of a person's together. */
const together = 3;

/**
 * Whoever looks who is signed in and shuts a thief out, or takes back what one asked for, is not stopped by how much
 * the thief has read and written: so many of these of each session are not counted with the person's. A person may have
 * a hundred sessions, so that what goes beyond is.
 */
const spared = new Set([
  'me',
  'get-sessions',
  'get-passkeys',
  'login-account',
  'start-passkey-sign-in',
  'sign-in-with-passkey',
  'forgot-password',
  'reset-password',
  'logout',
  'end-session',
  'update-password',
  'remove-passkey',
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
  { callsPerMinute, refusedWritesPerMinute, writesPerHour, sparedPerMinute } = rates,
): Promise<void> {
  http.decorateRequest('counted', null);
  const sparedOf = countsFor(60);
  const isSpared = (request: FastifyRequest, session: string) => {
    if (!spared.has(request.routeOptions.url?.split('/').at(-1) ?? '')) return false;
    sparedOf.add(session);
    return sparedOf.made(session) <= sparedPerMinute;
  };
  http.addHook('onRequest', (request, _reply, done) => {
    const name = (session: Awaited<ReturnType<FindSession>>) => {
      request.counted = { session: session ? `session ${session.id}` : networkOf(request.ip) };
      if (session && !isSpared(request, request.counted.session))
        request.counted.person = `person ${session.actingAdmin?.id ?? session.person}`;
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
    keyGenerator: (request) => request.counted!.session,
    allowList: isUncounted,
    addHeaders: noHeaders,
    addHeadersOnExceeding: noHeaders,
    errorResponseBuilder: (_request, context) => new Refused(tooMany(Math.ceil(context.ttl / 1000))),
  });
  // Before the hooks of a route, which refuse whoever is not signed in: what is refused there counts, too.
  http.addHook('onRequest', http.rateLimit());
  // What a session was refused is no part of what all of a person's have.
  const answered = (status: number) => status !== 429;
  limit(http, {
    most: callsPerMinute * together,
    seconds: 60,
    whose: person,
    counts: answered,
  });
  const refusals = { seconds: 60, counts: (status: number) => status >= 400 && status < 500 && answered(status) };
  limit(http, { ...refusals, most: refusedWritesPerMinute, whose: ofWrites(({ counted }) => counted?.session) });
  limit(http, { ...refusals, most: refusedWritesPerMinute * together, whose: ofWrites(person) });
  // Of strangers each thing that they may write has a limit of its own.
  limit(http, { most: writesPerHour, seconds: 3_600, whose: ofWrites(person), counts: (status) => status < 400 });
}

type Limit = {
  most: number;
  seconds: number;
  /** Undefined for what is neither counted nor refused. */
  whose: (request: FastifyRequest) => string | undefined;
  counts: (status: number) => boolean;
};

/** Refuses whoever had so many that count, until the window ends, which is the same for all. */
function limit(http: FastifyInstance, { most, seconds, whose, counts }: Limit): void {
  const { made, add, secondsLeft } = countsFor(seconds);
  http.addHook('onRequest', async (request) => {
    const key = whose(request);
    if (key !== undefined && made(key) >= most) throw new Refused(tooMany(secondsLeft()));
  });
  http.addHook('onResponse', async (request, reply) => {
    const key = counts(reply.statusCode) ? whose(request) : undefined;
    if (key !== undefined) add(key);
  });
}

/** How many of each key in this window, which begins anew for all at once. */
function countsFor(seconds: number) {
  let counts = new Map<string, number>();
  let endsAt = Date.now() + seconds * 1_000;
  setInterval(() => {
    counts = new Map();
    endsAt = Date.now() + seconds * 1_000;
  }, seconds * 1_000).unref();
  return {
    made: (key: string) => counts.get(key) ?? 0,
    add: (key: string) => {
      if (counts.size < 100_000) counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    secondsLeft: () => Math.max(1, Math.ceil((endsAt - Date.now()) / 1_000)),
  };
}

const ofWrites = (whose: Limit['whose']) => (request: FastifyRequest) =>
  isWrite(request) ? whose(request) : undefined;

function person({ counted }: FastifyRequest): string | undefined {
  return counted?.person;
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
