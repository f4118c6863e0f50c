/**
 * Platforms as their documentation describes them, over real HTTP: who signs in, which accounts there are, page by
 * page, what they spent and what is left. Tests say in which mood a platform is; the demonstration shows one.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type FakeAccount = {
  /** As the platform calls it: digits, or for Microsoft its id. */
  id: string;
  /** Microsoft's number of the account. */
  number?: string;
  name?: string;
  word: string;
  /** Meta's `disable_reason`. */
  reason?: number;
  currency?: string;
  timeZone?: string;
  /** Micros by day. */
  spend: Map<string, bigint>;
  /** Days that it names as well, asked for or not. */
  absurd?: Map<string, bigint>;
  /** Days that it says another account spent, or in another currency. */
  named?: Map<string, string>;
  paidIn?: Map<string, string>;
  /** Micros; without one there is no limit. */
  limit?: bigint;
  /** Of Google, what was approved for a time that is over. */
  ended?: bigint;
  /** Microsoft's number of what is left, in place of the limit less what was spent. */
  left?: number;
  /** So many of Microsoft's insertion orders are over. */
  orders?: number;
  /** The platform refuses questions about this one. */
  closedToUs?: boolean;
  /** Its row lacks what the documentation says of every account. */
  odd?: boolean;
};
export type Mood =
  | 'well'
  | '429'
  | 'never again'
  | '500'
  | 'html'
  | 'lists'
  | 'expired'
  | 'no rights'
  | 'breaks off'
  | 'endless'
  | 'cut off'
  | 'quota'
  | 'quota of years'
  | 'pending';
export type Fake = {
  url: string;
  accounts: FakeAccount[];
  mood: Mood;
  /** Moods of single addresses, by a part of them. */
  moodAt: Map<string, Mood>;
  /** What was asked: address, headers, body. */
  seen: { url: string; headers: IncomingMessage['headers']; body: string }[];
  /** The settings that lead the portal here. */
  env: Record<string, string>;
  close(): Promise<void>;
};
export type Asked = { url: URL; headers: IncomingMessage['headers']; body: string; fake: Fake; mood: Mood };
export type Answer = { status?: number; headers?: Record<string, string>; json?: unknown; bytes?: Buffer | string };

export async function serve(
  envOf: (url: string) => Record<string, string>,
  answer: (asked: Asked) => Answer,
): Promise<Fake> {
  const server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: Fake = {
    url,
    accounts: [],
    mood: 'well',
    moodAt: new Map(),
    seen: [],
    env: envOf(url),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(request)).toString('utf8');
    fake.seen.push({ url: request.url!, headers: request.headers, body });
    const own = [...fake.moodAt].find(([part]) => request.url!.includes(part));
    const mood = own?.[1] ?? fake.mood;
    const asked = { url: new URL(request.url!, url), headers: request.headers, body, fake, mood };
    const { status = 200, headers = {}, json, bytes } = general(mood) ?? answer(asked);
    response.writeHead(status, { 'content-type': json === undefined ? 'text/html' : 'application/json', ...headers });
    response.end(json === undefined ? bytes : JSON.stringify(json));
  }
  return fake;
}

function general(mood: Mood): Answer | undefined {
  if (mood === '429') return { status: 429, headers: { 'retry-after': '7200' }, json: {} };
  if (mood === 'never again')
    return { status: 429, headers: { 'retry-after': 'Sat, 13 Sep 275760 00:00:00 GMT' }, json: {} };
  if (mood === '500') return { status: 500, bytes: '<html>Server Error' };
  if (mood === 'lists') return { bytes: `[${'[],'.repeat(510_000)}0]` };
  if (mood === 'html') return { bytes: '<html>Just a moment' };
  return undefined;
}

/** A secret that must be nowhere but where it is sent to. */
export const fakeSecret = (of: string) => `very-secret-${of}`;

export function signedIn({ body, mood }: Asked, next?: string): Answer {
  const form = new URLSearchParams(body);
  const known = [fakeSecret('refresh'), fakeSecret('refresh-next')].includes(form.get('refresh_token') ?? '');
  if (mood === 'expired' || !known || form.get('grant_type') !== 'refresh_token')
    return { status: 400, json: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' } };
  const token = { access_token: fakeSecret('access'), expires_in: 3599, token_type: 'Bearer' };
  return { json: next === undefined ? token : { ...token, refresh_token: next } };
}

export const isSignedIn = ({ headers }: Asked) => headers.authorization === `Bearer ${fakeSecret('access')}`;

const perPage = 2;

/** The part of a list that a cursor leads to, and the cursor of the next; endless, each page brings a new one. */
export function paged<T>(
  rows: readonly T[],
  after: string | null | undefined,
  mood: Mood,
): { some: T[]; next: string | undefined } {
  const from = Number(after ?? 0);
  const next = String(from + perPage);
  if (mood === 'endless') return { some: rows.slice(0, perPage), next };
  return { some: rows.slice(from, from + perPage), next: from + perPage < rows.length ? next : undefined };
}

/** Days without spend are in no report. */
export function spentBetween({ spend, absurd = new Map() }: FakeAccount, from: string, to: string): [string, bigint][] {
  return [...[...spend].filter(([day, micros]) => day >= from && day <= to && micros > 0n).toSorted(), ...absurd];
}

/** As reports write an amount. */
export const dollars = (micros: bigint) => (micros < 0n ? `-${plain(-micros)}` : plain(micros));
const plain = (micros: bigint) => `${micros / 1_000_000n}.${String((micros / 10_000n) % 100n).padStart(2, '0')}`;
