/**
 * The one place from which the portal connects to the outside by itself. Only places that the environment names are
 * reached; each question has a time limit and a size limit, follows no redirect, and takes nothing but JSON for an
 * answer. (Mail goes through `mail.server.ts`, to the server that SMTP_URL names.)
 */
import type { Nodes } from './nodes.server.ts';

/** Why there is no answer, in words for an operator. Never the address itself: keys of providers stand in its path. */
export class NoAnswer extends Error {}

export type Question = {
  readonly url: string;
  /** Posted as JSON; without one it is a GET. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The caller no longer waits. */
  readonly signal?: AbortSignal;
};

export type Outward = {
  /** Asks a question and answers what was said, as it was parsed; throws `NoAnswer`. */
  ask(question: Question): Promise<unknown>;
};

type Limits = { timeoutMs: number; mostBytes: number };

const limits: Limits = { timeoutMs: 2_500, mostBytes: 2_000_000 };

/** `places`: the addresses that may be reached, with everything below them. */
export function openOutward(places: readonly string[], { timeoutMs, mostBytes } = limits): Outward {
  return {
    async ask({ url, body, headers = {}, signal }) {
      if (!places.some((place) => url === place || url.startsWith(`${place}/`)))
        throw new Error('No setting names this place.');
      const timeUp = AbortSignal.timeout(timeoutMs);
      try {
        const response = await fetch(url, {
          method: body === undefined ? 'GET' : 'POST',
          redirect: 'manual',
          headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: signal ? AbortSignal.any([timeUp, signal]) : timeUp,
        });
        if (!response.ok) {
          await response.body?.cancel();
          throw new NoAnswer(`answered with status ${response.status}`);
        }
        return parsed(await textOf(response, mostBytes));
      } catch (error) {
        if (error instanceof NoAnswer) throw error;
        throw new NoAnswer(timeUp.aborted || signal?.aborted ? 'did not answer in time' : 'could not be reached', {
          cause: error,
        });
      }
    },
  };
}

/** Every address that the settings name. */
export function placesOf(nodes: Nodes): string[] {
  return Object.values(nodes).flatMap(({ urls }) => urls);
}

/** How a node is called where people read it. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

async function textOf(response: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > most) throw new NoAnswer('answered more than anybody asked for');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NoAnswer('answered something else than JSON');
  }
}
