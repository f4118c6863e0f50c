/**
 * An endpoint is data: one declaration gives its routes at both paths, its validation, who may call it, the typed
 * call in the browser, its OpenAPI page, and the number of database round trips it may make.
 */
import type * as z from 'zod/mini';
import type { Access } from './access.ts';

type Method = 'GET' | 'POST' | 'PUT';
type Schema = z.core.$ZodType;
/** A query as it was read, of a call that is not known. */
type Read = Readonly<Record<string, unknown>>;

export type Endpoint<
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  O extends Schema | undefined = Schema | undefined,
  A extends Access = Access,
> = {
  readonly method: Method;
  /** As the specification prints it; it answers with and without `/kimi`. */
  readonly path: string;
  /** Who may call. Required: forgetting it does not compile. */
  readonly access: A;
  /** The part of the portal that it belongs to, where that can be switched off: it is not there then. */
  readonly feature?: string;
  /** One sentence for the reader of the API. */
  readonly summary: string;
  readonly query?: Q;
  readonly body?: B;
  /** The multipart field that holds a file; the call then takes multipart/form-data. */
  readonly file?: string;
  /** The JSON answer. Missing where `media` says what is answered instead. */
  readonly output?: O;
  /** The media types of an answer that is not JSON: an image, a spreadsheet, an event stream. */
  readonly media?: readonly string[];
  /** Database round trips the call makes at most, session look-up not counted. */
  readonly trips: number;
  /** Codes of the refusals it adds to the shared ones. */
  readonly refusals?: readonly string[];
  /** May answer 202: the change was proposed and waits for a second admin. */
  readonly also202?: boolean;
  /** Only one of the two paths exists (`/kimi/pay/<code>`, whose other spelling is a page). */
  readonly onePath?: boolean;
  /** Allowed while an admin looks at a client's area, although it is not a GET. */
  readonly whileActing?: boolean;
  /** Allowed to an admin who has yet to set up a second factor that the agency asks for. */
  readonly whileUnsecured?: boolean;
  /** Also takes `application/x-www-form-urlencoded` and answers a browser with a page. */
  readonly form?: boolean;
  /**
   * What the audit log calls it when somebody of the agency reads this. Where `gathered` says so of a query, the calls
   * of a few seconds are one entry: a page of twenty thumbnails is one look.
   */
  readonly leavesTrace?: { readonly as: `read.${string}`; readonly gathered?: (query: Read) => boolean };
  /**
   * An admin who has a passkey confirms it with that: always, or where it approves more than the settings say. What is
   * rejected needs none.
   */
  readonly confirmedBy?: 'passkey' | 'passkey above an amount';
  /** An example of body or query for the reader. */
  readonly example?: unknown;
};

/** Declares an endpoint and keeps its exact types. */
export function endpoint<
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  O extends Schema | undefined = undefined,
  const A extends Access = Access,
>(declaration: Endpoint<Q, B, O, A>): Endpoint<Q, B, O, A> {
  return declaration;
}

type Decoded<S> = [NonNullable<S>] extends [never]
  ? Record<string, never>
  : NonNullable<S> extends Schema
    ? z.core.output<NonNullable<S>>
    : never;
type Wire<S> = [NonNullable<S>] extends [never]
  ? Record<string, never>
  : NonNullable<S> extends Schema
    ? z.core.input<NonNullable<S>>
    : never;

/** What a handler gets. */
export type QueryOf<E extends Endpoint> = Decoded<E['query']>;
export type BodyOf<E extends Endpoint> = Decoded<E['body']>;
/** What it answers; undefined where the answer is not JSON. */
export type OutputOf<E extends Endpoint> = [NonNullable<E['output']>] extends [never]
  ? undefined
  : Decoded<E['output']>;
/** What a caller in the browser may hand over: the wire's own shapes. */
export type QueryIn<E extends Endpoint> = Wire<E['query']>;
export type BodyIn<E extends Endpoint> = Wire<E['body']>;

/** The addresses an endpoint answers at: as printed, and with or without the `/kimi` prefix. */
export function pathsOf(declaration: Pick<Endpoint, 'path' | 'onePath'>): string[] {
  const { path } = declaration;
  if (declaration.onePath) return [path];
  return path.startsWith('/kimi/') ? [path, path.slice('/kimi'.length)] : [path, `/kimi${path}`];
}

export function changesSomething(declaration: Pick<Endpoint, 'method'>): boolean {
  return declaration.method !== 'GET';
}
