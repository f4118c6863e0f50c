/**
 * Makes calls to a node over kept-alive connections, with long time limits, and records answers that must not occur.
 */
import { Agent, request as httpRequest } from 'node:http';

export type Answer = {
  status: number;
  // What a caller reads from an answer is whatever it expects there; the proofs compare it with the book.
  // oxlint-disable-next-line no-explicit-any
  body: any;
  ms: number;
};

export type Asked = {
  token?: string | undefined;
  body?: unknown;
  key?: string | undefined;
  form?: Record<string, string | Buffer>;
};

/** No answer came: the node is away, or ended in the middle. Whether the call was done is not known. */
export class NoAnswer extends Error {}

export type Talk = {
  call(port: number, method: 'GET' | 'POST' | 'PUT', path: string, asked?: Asked): Promise<Answer>;
  /** How often each status was answered; 0 stands for no answer. */
  readonly counts: Map<number, number>;
  readonly slowestMs: number;
  /** Answers that no caller should ever get. */
  readonly wrong: string[];
  close(): void;
};

/** A call that takes longer than this is called hanging. */
const patienceMs = 30_000;

export function openTalk(): Talk {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const counts = new Map<number, number>();
  const wrong: string[] = [];
  let slowestMs = 0;
  const note = (
    method: string,
    path: string,
    answer: { status: number; ms: number },
    retryAfter: string | undefined,
    text: string,
  ) => {
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    slowestMs = Math.max(slowestMs, answer.ms);
    const where = `${method} ${path} after ${Math.round(answer.ms)} ms: ${answer.status} ${text.slice(0, 300)}`;
    if (answer.status >= 500 && answer.status !== 503) wrong.push(where);
    if (answer.status === 503 && !retryAfter) wrong.push(`no Retry-After: ${where}`);
    if (answer.ms > patienceMs) wrong.push(`hung: ${where}`);
  };
  return {
    counts,
    wrong,
    get slowestMs() {
      return slowestMs;
    },
    close: () => agent.destroy(),
    call: (port, method, path, asked = {}) =>
      new Promise((resolve, reject) => {
        const began = performance.now();
        const { headers, bytes } = encoded(method, asked);
        const request = httpRequest(
          { host: '127.0.0.1', port, method, path, agent, headers, timeout: 45_000 },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('error', () => lost('the answer was cut off'));
            response.on('end', () => {
              if (told || !response.complete) return lost('the answer was cut off');
              told = true;
              const text = Buffer.concat(chunks).toString();
              const answer = { status: response.statusCode!, ms: performance.now() - began };
              note(method, path, answer, response.headers['retry-after'], text);
              resolve({ ...answer, body: text.startsWith('{') ? JSON.parse(text) : undefined });
            });
          },
        );
        let told = false;
        const lost = (why: string) => {
          if (told) return;
          told = true;
          const ms = performance.now() - began;
          note(method, path, { status: 0, ms }, undefined, why);
          reject(new NoAnswer(`${method} ${path}: ${why}`));
        };
        request.on('timeout', () => request.destroy(new Error('no answer within 45 s')));
        request.on('error', (error) => lost(error.message));
        request.end(bytes);
      }),
  };
}

function encoded(
  method: string,
  { token, body, key, form }: Asked,
): { headers: Record<string, string | number>; bytes: Buffer | undefined } {
  const headers: Record<string, string | number> = {};
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (key) headers['idempotency-key'] = key;
  if (method === 'GET') return { headers, bytes: undefined };
  const bytes = form ? multipart(form) : Buffer.from(JSON.stringify(body ?? {}));
  headers['content-type'] = form ? `multipart/form-data; boundary=${boundary}` : 'application/json';
  headers['content-length'] = bytes.length;
  return { headers, bytes };
}

const boundary = 'torture-b0undary';

function multipart(fields: Record<string, string | Buffer>): Buffer {
  const parts = Object.entries(fields).map(([name, value]) => {
    const file = typeof value === 'string' ? '' : '; filename="proof.png"\r\nContent-Type: image/png';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]);
  });
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
}
