/**
 * The one place from which the portal connects to the outside by itself. Only places that the environment names are
 * reached; each question has a time limit and a size limit and follows no redirect. (Mail goes through
 * `mail.server.ts`, to the server that SMTP_URL names.)
 */
import type { Nodes } from './nodes.server.ts';

/**
 * Why there is no answer, in words for an operator. It never contains the address, because providers' keys are part of
 * its path.
 */
export class NoAnswer extends Error {}

/** It answered, and refuses this: by a status of HTTP. */
export class Refuses extends NoAnswer {
  readonly status: number;
  constructor(status: number) {
    super(`answered with status ${status}`);
    this.status = status;
  }
}

/** It answered at greater length than anybody asked for. Whoever asks may ask for less. */
export class TooLong extends NoAnswer {}

export type Question = {
  readonly url: string;
  /** Posted as JSON; without one it is a GET. */
  readonly body?: unknown;
  /** Posted as a form, which OAuth sign-ins expect. */
  readonly form?: Readonly<Record<string, string>>;
  /** Put there as they are. */
  readonly put?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the answer may be, and of how many values, where that is not as for others. */
  readonly mostBytes?: number;
  readonly mostValues?: number;
  /** The caller no longer waits. */
  readonly signal?: AbortSignal;
};

/** An answer with any status, for callers who need to know why something failed. */
export type Reply = {
  readonly status: number;
  /** When to ask again, by the clock here, where the answer says so. */
  readonly retryAt: Date | undefined;
  readonly bytes: Buffer;
};

export type Outward = {
  /** Asks a question and returns the parsed JSON of the answer; throws `NoAnswer`. */
  ask(question: Question): Promise<unknown>;
  /** Asks a question and returns whatever was answered; throws `NoAnswer` where nothing was. */
  send(question: Question): Promise<Reply>;
};

type Limits = { timeoutMs: number; mostBytes: number };

const limits: Limits = { timeoutMs: 2_500, mostBytes: 2_000_000 };

/** `places`: the addresses that may be reached, with everything below them. */
export function openOutward(places: readonly string[], { timeoutMs, mostBytes } = limits): Outward {
  /** `read` runs within the time limit, too. */
  async function fetched<T>(question: Question, read: (response: Response) => Promise<T>): Promise<T> {
    const { url, body, form, put, headers = {}, signal } = question;
    if (!places.some((place) => url === place || url.startsWith(`${place}/`)))
      throw new Error('No setting names this place.');
    const timeUp = AbortSignal.timeout(timeoutMs);
    const text = form ? new URLSearchParams(form).toString() : body === undefined ? undefined : JSON.stringify(body);
    const sent = put ? new Uint8Array(put) : text;
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
    try {
      const response = await fetch(url, {
        method: put ? 'PUT' : text === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        headers: { 'content-type': type, accept: 'application/json', ...headers },
        ...(sent === undefined ? {} : { body: sent }),
        signal: signal ? AbortSignal.any([timeUp, signal]) : timeUp,
      });
      return await read(response);
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      throw new NoAnswer(timeUp.aborted || signal?.aborted ? 'did not answer in time' : 'could not be reached', {
        cause: error,
      });
    }
  }
  return {
    ask: (question) =>
      fetched(question, async (response) => {
        if (!response.ok) {
          await response.body?.cancel();
          throw new Refuses(response.status);
        }
        return readJson(await bytesOf(response, question.mostBytes ?? mostBytes), question.mostValues);
      }),
    send: (question) =>
      fetched(question, async (response) => ({
        status: response.status,
        retryAt: retryAt(response.headers),
        bytes: await bytesOf(response, question.mostBytes ?? mostBytes),
      })),
  };
}

/**
 * Reads a Retry-After header, which is a number of seconds or a date. A date is counted from the answer's own, as only
 * how far they are apart is sure: the clock here may be another.
 */
function retryAt(headers: Headers): Date | undefined {
  const said = headers.get('retry-after');
  if (said === null) return undefined;
  if (/^\d+$/.test(said)) return momentIn(Number(said));
  const sent = Date.parse(headers.get('date') ?? '');
  return momentIn((Date.parse(said) - (Number.isNaN(sent) ? Date.now() : sent)) / 1_000);
}

const daySeconds = 24 * 3_600;

/**
 * When to ask again, where it was asked to be left alone for so many seconds: within a day, so that a mistake is seen
 * and no clock or database meets a moment that it cannot hold. Undefined where that is no number.
 */
export function momentIn(seconds: number): Date | undefined {
  if (Number.isNaN(seconds)) return undefined;
  return new Date(Date.now() + Math.min(Math.max(0, seconds), daySeconds) * 1_000);
}

/** Every address of a node that the settings name. */
export function placesOf(nodes: Nodes): string[] {
  return Object.values(nodes).flatMap(({ urls }) => urls);
}

/** How a node is called where people read it. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

/** Of what is no list and no report, hardly any answer is as long. */
const longBytes = 500_000;

async function bytesOf(response: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      size += part.length;
      if (size > most) throw new TooLong('answered more than anybody asked for');
      parts.push(part);
    }
  } catch (error) {
    // So much of it came that it would not have come to its end in any time that anybody waits.
    if (!(error instanceof TooLong) && size > longBytes)
      throw new TooLong('answered more than comes in time', { cause: error });
    throw error;
  }
  return Buffer.concat(parts);
}

/** The longest true answer has two thirds of it: a receipt of eight megabytes. */
const usualValues = 250_000;

/** Reads an answer of so many values at most; throws `NoAnswer`. */
export function readJson(bytes: Buffer, mostValues = usualValues): unknown {
  if (hasMoreValues(bytes, mostValues)) throw new TooLong('answered more than anybody asked for');
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new NoAnswer('answered something else than JSON');
  }
}

/**
 * A list of empty lists takes fifty times as much memory as its text, and a process that has none left is killed. Each
 * value follows one of these bytes; those within texts are counted, too, which spares reading where a text ends.
 */
function hasMoreValues(bytes: Buffer, most: number): boolean {
  if (bytes.length <= most) return false;
  let count = 0;
  for (const byte of bytes) if (byte === comma || byte === list || byte === object) count += 1;
  return count > most;
}
const [comma, list, object] = [0x2c, 0x5b, 0x7b];
