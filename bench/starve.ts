/**
 * Resource starvation: 500 connections at once, most of which read their wallet once a second, while others take away
 * long statements without pause and a crowd signs in, right and wrong. Whoever only wants to see a balance must not
 * feel it.
 */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Book } from './book.ts';
import { goal, say, type Options } from './ledger.ts';
import { seat } from './seats.ts';
import { portalOn } from './portal.ts';

const readers = 440;
const exporters = 20;
const crowd = 40;
const password = 'a long enough secret';

type Answer = { status: number; ms: number; bytes: number };
type Sent = { method?: string; token?: string; body?: unknown };

/** A caller with a connection of its own that is kept. */
function caller(address: string): { (path: string, sent?: Sent): Promise<Answer>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = (path: string, { method = 'GET', token, body }: Sent = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const began = performance.now();
      const headers = {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      };
      const asked = request(address + path, { method, agent, headers }, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => (bytes += chunk.length));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - began, bytes }));
        response.on('error', reject);
      });
      asked.on('error', reject);
      asked.end(body ? JSON.stringify(body) : undefined);
    });
  return Object.assign(call, { close: () => agent.destroy() });
}

export async function starve({ url, seconds }: Options, book: Book): Promise<void> {
  const tokens = await seat(url, book.busiest, book.clients);
  const portal = await portalOn(url);
  const callers = Array.from({ length: readers + exporters + crowd }, () => caller(portal.address));
  try {
    await history(callers, tokens.slice(readers));
    await crowdOf(callers.slice(-crowd));
    const alone = await measured(callers, tokens, seconds * 2, false);
    say(
      'wallet read, 440 of 500 connections, nothing else',
      `p50 ${alone.p50.toFixed(1)} ms, p99 ${alone.p99.toFixed(1)} ms`,
    );
    const { p50, p99, exports, megabytes, signedIn, turnedAway, rate } = await measured(
      callers,
      tokens,
      seconds * 4,
      true,
    );
    say(
      'wallet read beside exports and sign-ins',
      `${rate.toFixed(0)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    );
    say(
      'meanwhile',
      `${exports.toFixed(1)} exports (${megabytes.toFixed(1)} MB) and ${signedIn.toFixed(1)} sign-ins a second, ${turnedAway} told to wait`,
    );
    say('memory', `${(await portal.memory()).most.toFixed(0)} MB at most`);
    goal('500 connections, exports and sign-ins: p99 of a wallet read in ms', p99, 300, 'at most');
  } finally {
    for (const each of callers) each.close();
    await portal.close();
  }
}

type Call = ReturnType<typeof caller>;

/** Statements that are worth taking away: 300 orders each. */
async function history(callers: readonly Call[], tokens: readonly string[]): Promise<void> {
  const adsDetails = [{ gmail: 'one@example.com', deposit: 15 }];
  const one = async (call: Call, person: number) => {
    const token = tokens[person]!;
    for (let n = 0; n < 300; n++)
      await call('/create-google-ads', { method: 'POST', token, body: { adNum: 1, adsDetails } });
  };
  await Promise.all(callers.slice(0, exporters).map(one));
}

const emailOf = (n: number) => `crowd-${n}@client.test`;

async function crowdOf(callers: readonly Call[]): Promise<void> {
  const person = {
    username: 'Crowd',
    country: 'DE',
    contact1: '+49 170 123456',
    pincode: '1',
    password,
    confirmPassword: password,
  };
  await Promise.all(
    callers.map((call, n) => call('/create-account', { method: 'POST', body: { ...person, emailId: emailOf(n) } })),
  );
}

async function measured(callers: readonly Call[], tokens: readonly string[], seconds: number, others: boolean) {
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  const count = { exports: 0, bytes: 0, signedIn: 0, turnedAway: 0 };
  const going = () => performance.now() < until;
  const read = async (call: Call, n: number) => {
    await sleep(Math.random() * 1000);
    while (going()) {
      const { status, ms } = await call('/kimi/get-wallet-of-user', { token: tokens[n]! });
      if (status !== 200) throw new Error(`The wallet answered ${status}.`);
      times.push(ms);
      await sleep(Math.max(0, 1000 - ms));
    }
  };
  const exportAll = async (call: Call, n: number) => {
    while (going()) {
      const { status, bytes } = await call(`/kimi/export-statement?format=${n % 2 ? 'pdf' : 'xlsx'}`, {
        token: tokens[n]!,
      });
      if (status === 200) [count.exports, count.bytes] = [count.exports + 1, count.bytes + bytes];
      else [count.turnedAway] = [count.turnedAway + 1, await sleep(1_000)];
    }
  };
  const enter = async (call: Call, n: number) => {
    for (let turn = 0; going(); turn++) {
      const body = { emailId: emailOf(n), password: turn % 4 === 3 ? 'a guess' : password };
      const { status } = await call('/login-account', { method: 'POST', body });
      if (status === 200 || status === 401) count.signedIn += 1;
      else [count.turnedAway] = [count.turnedAway + 1, await sleep(1_000)];
    }
  };
  const work = async (call: Call, n: number) => {
    if (n < readers) return read(call, n);
    if (others) return n < readers + exporters ? exportAll(call, n) : enter(call, n - readers - exporters);
  };
  await Promise.all(callers.map(work));
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  const { exports, bytes, signedIn, turnedAway } = count;
  return {
    p50: at(0.5),
    p99: at(0.99),
    rate: times.length / seconds,
    turnedAway,
    exports: exports / seconds,
    megabytes: bytes / seconds / 1e6,
    signedIn: signedIn / seconds,
  };
}
