/**
 * Makes one call: encodes the body for the wire, decodes the answer (cents, dates), turns every failure into a Refusal.
 */
import * as z from 'zod/mini';
import type { BodyIn, Endpoint, OutputOf, QueryIn } from '#kernel/endpoint.ts';
import { dollarsText, type Cents } from '#kernel/money.ts';
import { otherPerson, Refused, type Refusal } from '#kernel/refusal.ts';
import type { Answer } from '#kernel/brought.ts';
import { setConnection } from './connection.ts';
import { askToSignIn } from './signin.ts';
import { whileSaying } from './stepup.ts';
import { words } from './ui.words.ts';
import { upload } from './upload.tsx';

export type CallArgs<E extends Endpoint> = {
  query?: QueryIn<E>;
  body?: BodyIn<E>;
  /** Parts of the path: `{ code }` fills `:code`. */
  params?: Record<string, string>;
  file?: File | undefined;
  /** `Idempotency-Key`: an attempt that is sent twice is carried out once. */
  key?: string;
  /** `Expected-Total`: what the person sees that this comes to; where it comes to something else, nothing is made. */
  expectedCents?: Cents | undefined;
  /** Called where this key has made the very same before: nothing was made now. */
  replayed?: () => void;
  /** What a passkey signed for this call. */
  signature?: string;
  signal?: AbortSignal;
  /** Called with how much of the file has been sent, 0 to 100. */
  onProgress?: (percent: number) => void;
};

let person: string | undefined;

/** Whose page this is: what changes something is sent in their name, and in nobody else's. */
export function sendAs(id: string | undefined): void {
  person = id;
}

/** A fresh key for one attempt. `crypto.randomUUID` is missing on plain http. */
export function attemptKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Where a call goes, with what it asks about. */
export function addressOf(endpoint: Endpoint, args: CallArgs<Endpoint>): string {
  const path = endpoint.path.startsWith('/kimi') ? endpoint.path : `/kimi${endpoint.path}`;
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(args.params?.[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((args.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

function contentOf(endpoint: Endpoint, args: CallArgs<Endpoint>): { body?: BodyInit; type?: string } {
  if (endpoint.method === 'GET') return {};
  const fields = (args.body ?? {}) as Record<string, unknown>;
  if (endpoint.file === undefined) return { body: JSON.stringify(fields), type: 'application/json' };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null)
      form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  if (args.file) form.append(endpoint.file, args.file);
  return { body: form };
}

async function refusalFrom(answer: Response): Promise<Refusal> {
  const body = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  const { message, code, field, ...extra } = body;
  return {
    code: typeof code === 'string' ? code : `http.${answer.status}`,
    message: typeof message === 'string' ? message : '',
    status: answer.status as Refusal['status'],
    ...(typeof field === 'string' ? { field } : {}),
    extra,
  };
}

/** Without an answer for so long, none is waited for any more: a form would be busy for as long as its page is open. */
const patienceMs = 60_000;

/** Files take as long as they take, sent or fetched. */
function patienceFor({ output }: Endpoint, { file }: CallArgs<Endpoint>): AbortSignal | undefined {
  return file || !output ? undefined : AbortSignal.timeout(patienceMs);
}

async function travel(endpoint: Endpoint, args: CallArgs<Endpoint>): Promise<Response> {
  const { body, type } = contentOf(endpoint, args);
  const headers: Record<string, string> = { accept: endpoint.output ? 'application/json' : '*/*' };
  if (type) headers['content-type'] = type;
  if (person) headers['drawn-for'] = person;
  if (args.key) headers['idempotency-key'] = args.key;
  if (args.expectedCents !== undefined) headers['expected-total'] = dollarsText(args.expectedCents);
  if (args.signature) headers['passkey'] = args.signature;
  const signal = args.signal ?? patienceFor(endpoint, args);
  try {
    const sending = {
      method: endpoint.method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    };
    if (args.file && args.onProgress) return await upload(addressOf(endpoint, args), sending, args.onProgress);
    return await fetch(addressOf(endpoint, args), { ...sending, credentials: 'same-origin' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    setConnection(navigator.onLine ? 'away' : 'offline');
    throw new Refused({ code: 'network', message: words.noAnswer, status: 503 });
  }
}

/**
 * While the browser says that it is offline, a late answer does not mean that the connection is back; the browser
 * announces that itself.
 */
function setAnswered(): void {
  setConnection(navigator.onLine ? 'fine' : 'offline');
}

/** A decision that asks for a passkey: the browser shows its window, and the call is made again with the signature. */
async function signatureFor(refusal: Refusal): Promise<string> {
  setAnswered();
  const { signWithKey } = await import('./passkey.tsx');
  const { options, about } = refusal.extra as { options: Record<string, unknown>; about: string };
  const signed = await whileSaying(about, () => signWithKey(options));
  if (!signed) throw new Refused({ ...refusal, message: words.notConfirmed });
  return btoa(JSON.stringify(signed));
}

/** Who signs in again after so long may not know any more what they had pressed. */
const meantMs = 5 * 60_000;

/**
 * The answer of a call, or a thrown `Refused`. An ended session asks to sign in and makes the call again; what changes
 * something only where it was pressed a moment ago.
 */
async function answerOf(endpoint: Endpoint, args: CallArgs<Endpoint>): Promise<Response> {
  const answer = await travel(endpoint, args);
  if (answer.ok) {
    setAnswered();
    return answer;
  }
  const refusal = await refusalFrom(answer);
  const refusedAt = Date.now();
  if (refusal.code === 'auth.required' && (await askToSignIn())) {
    if (endpoint.method === 'GET' || Date.now() - refusedAt < meantMs) return answerOf(endpoint, args);
    throw new Refused({ ...refusal, message: words.notSent });
  }
  if (refusal.code === otherPerson.code) location.reload();
  if (refusal.code === 'auth.passkey_asked' && !args.signature)
    return answerOf(endpoint, { ...args, signature: await signatureFor(refusal) });
  if (answer.status >= 502) setConnection('away');
  else if (answer.status === 500 && endpoint.method === 'GET') setConnection('broken');
  else if (answer.status < 500) setAnswered();
  throw new Refused(refusal);
}

/** Makes a call. Money arrives as cents, times as dates. Throws `Refused`, whose `refusal` says why. */
export async function call<E extends Endpoint>(endpoint: E, args: CallArgs<E> = {}): Promise<OutputOf<E>> {
  const answer = await answerOf(endpoint, args as CallArgs<Endpoint>);
  if (answer.headers.has('idempotent-replayed')) args.replayed?.();
  if (!endpoint.output) return undefined as OutputOf<E>;
  return decoded(endpoint, { body: await answer.json(), total: answer.headers.get('x-total-count') });
}

/** What an answer says, as money and dates. */
export function decoded<E extends Endpoint>(endpoint: E, { body, total }: Answer): OutputOf<E> {
  const read = z.decode(endpoint.output!, body as never) as OutputOf<E>;
  // A plain JSON array cannot carry a total, so it is added here in the place where lists expect it.
  return total !== null && Array.isArray(read) ? Object.assign(read, { total: Number(total) }) : read;
}

/** Fetches a file and hands it to the browser's downloads. Throws as `call` does. */
export async function download<E extends Endpoint>(endpoint: E, args: CallArgs<E>, fileName: string): Promise<void> {
  const answer = await answerOf(endpoint, args as CallArgs<Endpoint>);
  saveAs(await answer.blob(), fileName);
}

/** Hands what the browser has to its downloads. */
export function saveAs(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
