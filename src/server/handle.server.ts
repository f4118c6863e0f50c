/** Ties an endpoint's declaration to the function that answers it, with the types of the declaration. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '#kernel/access.ts';
import type { BodyOf, Endpoint, OutputOf, QueryOf } from '#kernel/endpoint.ts';
import type { Cents } from '#kernel/money.ts';
import type { App } from './app.server.ts';
import type { AdminSession, ClientSession, Session } from './session.server.ts';

/** An uploaded file, whole in memory: at most 10 MB, one per call. */
export type Upload = { readonly name: string; readonly bytes: Buffer };

/** An answer that is not JSON. */
export class Download {
  readonly body: Readable | Buffer;
  readonly headers: Readonly<Record<string, string>>;
  constructor(body: Readable | Buffer, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}

/** The type of the caller's session, from the access that the call declares. */
type SessionFor<A extends Access> = A extends 'public'
  ? Session | undefined
  : A extends { client: unknown; admin?: undefined }
    ? ClientSession
    : A extends { client?: undefined; admin: unknown }
      ? AdminSession
      : Session;

export type Call<E extends Endpoint> = {
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Parts of the path such as `/kimi/pay/:code`. */
  readonly params: Readonly<Record<string, string>>;
  readonly file: Upload | undefined;
  readonly session: SessionFor<E['access']>;
  readonly app: App;
  /** The caller's `Idempotency-Key`, 1 to 64 characters. */
  readonly key: string | undefined;
  /** The caller's `Expected-Total`: what they were shown that this comes to. */
  readonly expectedCents: Cents | undefined;
  /** From where: address and browser, for throttles and the audit log. */
  readonly from: { readonly address: string; readonly agent: string };
  readonly request: FastifyRequest;
  /** For cookies, and for the status of a success (202). The answer is what the handler returns. */
  readonly reply: FastifyReply;
};

/** What a handler returns: JSON as declared; else a download, or 'taken over' where it writes to the socket itself. */
type AnswerOf<E extends Endpoint> = [NonNullable<E['output']>] extends [never] ? Download | 'taken over' : OutputOf<E>;

/** The parts of a call that decisions and the audit log need: the tools, who calls, and from where. */
export type Caller<Who extends Session = Session> = {
  readonly app: App;
  readonly session: Who;
  readonly from: { readonly address: string; readonly agent: string };
};

export type Handler = {
  readonly endpoint: Endpoint;
  // The types were checked where `handle` was called; the table holds endpoints of every type.
  readonly run: (call: never) => Promise<unknown>;
  /** For endpoints that also serve plain HTML forms: the page a success leads to. */
  readonly nextPage?: (answer: never) => string;
  /** The page that holds the form, shown again with the message after a refusal. */
  readonly formPage?: string;
};

export function handle<const E extends Endpoint>(
  endpoint: E,
  run: (call: Call<E>) => Promise<AnswerOf<E>>,
  form?: { readonly formPage: string; readonly nextPage: (answer: OutputOf<E>) => string },
): Handler {
  return { endpoint, run, ...form };
}
