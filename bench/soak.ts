/**
 * An hour of an agency's day in some minutes: as many calls as a hundred a second make in an hour, of every sort, as
 * fast as they are answered. Memory is asked for all the way, after everything unused was thrown away; what rises
 * steadily is a leak.
 */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { openTalk, type Talk } from '../torture/talk.ts';
import { randomFrom, type Random } from '../torture/random.ts';
import { withConnection } from '#server/connection.server.ts';
import { writeBook } from './book.ts';
import { audited, goal, makeDatabase, say } from './ledger.ts';
import { seat } from './seats.ts';
import { portalWithHeap, type Heap } from './portal.ts';

const clients = 2_000;
const callers = 24;
const samples = 18;

export async function soak(server: string, calls: number): Promise<void> {
  const url = await makeDatabase(server, 'soak');
  const book = await withConnection(url, (owner) => writeBook(owner, clients, 60_000));
  const tokens = await seat(url, book.busiest, clients + 1);
  const portal = await portalWithHeap(url);
  const talk = openTalk();
  const seen: { calls: number; memory: Heap }[] = [];
  let before = await portal.heap();
  try {
    console.log(
      `\nA soak of ${calls.toLocaleString('en')} calls (an hour at ${(calls / 3600).toFixed(0)} a second), ${callers} callers at once`,
    );
    let done = 0;
    for (let sample = 0; sample < samples; sample++) {
      const until = Math.round((calls * (sample + 1)) / samples);
      const [began, from] = [performance.now(), done];
      await Promise.all(
        Array.from({ length: callers }, async (_, caller) => {
          const random = randomFrom(sample * callers + caller);
          while (done < until) {
            done += 1;
            await oneCall(talk, portal.port, random, tokens);
          }
        }),
      );
      const perSecond = ((done - from) / (performance.now() - began)) * 1_000;
      const memory = await portal.heap();
      seen.push({ calls: done, memory });
      const cpu = ((memory.cpuMs - before.cpuMs) / (done - from)).toFixed(2);
      before = memory;
      say(
        `after ${done.toLocaleString('en')} calls`,
        `heap ${mb(memory.heapUsed)}, RSS ${mb(memory.rss)}, ${cpu} ms of a core a call, ${Math.round(perSecond)} calls a second`,
      );
    }
    judge(seen, talk);
    await audited(url);
  } finally {
    talk.close();
    await portal.close();
  }
}

const mb = (bytes: number) => `${(bytes / 1048576).toFixed(1)} MB`;

/** The first third fills caches and connections; the rest has to be flat. */
function judge(seen: readonly { calls: number; memory: Heap }[], talk: Talk): void {
  const settled = seen.slice(Math.ceil(seen.length / 3));
  const slope = (of: (memory: Heap) => number) =>
    (slopeOf(settled.map(({ calls, memory }) => [calls, of(memory)])) * 100_000) / 1048576;
  const first = settled[0]!.memory;
  const last = settled.at(-1)!.memory;
  say('answers', [...talk.counts].map(([status, count]) => `${count.toLocaleString('en')} × ${status}`).join(', '));
  goal(
    'heap, MB more for each 100,000 calls',
    slope(({ heapUsed, external }) => heapUsed + external),
    1,
    'at most',
  );
  say('RSS, MB more for each 100,000 calls', slope(({ rss }) => rss).toFixed(1));
  goal('RSS at the end against a third of the way', last.rss / first.rss, 1.15, 'at most');
  goal('answers that nobody should get', talk.wrong.length, 0, 'at most');
  for (const wrong of talk.wrong.slice(0, 5)) console.log(`      ${wrong}`);
}

/** Least squares. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([calls]) => calls), mean(([, bytes]) => bytes)];
  const across = points.reduce((sum, [calls, bytes]) => sum + (calls - x) * (bytes - y), 0);
  return across / points.reduce((sum, [calls]) => sum + (calls - x) ** 2, 0);
}

const reads = [
  '/kimi/get-statement',
  '/get-google-ads',
  '/kimi/get-Google-adDeposit',
  '/kimi/get-notices',
  '/kimi/get-overview',
  '/kimi/refund-Details',
];
const adminReads = [
  '/kimi/get-figures',
  '/get-pending-google-ads',
  '/kimi/get-complete-google-adDeposit',
  '/get-user-for-admin',
  '/kimi/get-audit-log',
];

async function oneCall(talk: Talk, port: number, random: Random, tokens: readonly string[]): Promise<void> {
  const token = tokens[random.whole(0, clients - 1)]!;
  const what = random.weighed({
    wallet: 600,
    read: 220,
    order: 100,
    admin: 30,
    stranger: 6,
    missing: 10,
    wrong: 10,
    stream: 15,
    export: 2,
    page: 7,
  });
  const get = (path: string, as: string | undefined = token) => talk.call(port, 'GET', path, { token: as });
  if (what === 'wallet') await get('/kimi/get-wallet-of-user');
  else if (what === 'read') await get(random.pick(reads));
  else if (what === 'admin') await get(random.pick(adminReads), tokens[clients]);
  else if (what === 'stranger') await get('/kimi/get-wallet-of-user', randomBytes(32).toString('base64url'));
  else if (what === 'missing') await get('/kimi/there-is-no-such-call');
  else if (what === 'page') await get('/login', undefined);
  else if (what === 'export') await exported(port, token);
  else if (what === 'stream') await listened(port, token, random.whole(1, 30));
  else {
    const adsDetails = [{ gmail: 'ads@gmail.com', deposit: what === 'wrong' ? -1 : random.pick([0, 15, 30]) }];
    await talk.call(port, 'POST', '/create-google-ads', {
      token,
      body: { adNum: 1, adsDetails },
      key: randomBytes(9).toString('base64url'),
    });
  }
}

/** A spreadsheet, read to its end. */
function exported(port: number, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    request({ host: '127.0.0.1', port, path: '/kimi/export-googlead-deposit', headers }, (answer) =>
      answer.resume().on('end', resolve).on('error', reject),
    )
      .on('error', reject)
      .end();
  });
}

/** A browser that listens for a moment and goes away without a word. */
function listened(port: number, token: string, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    const stream = request({ host: '127.0.0.1', port, path: '/kimi/events', headers, agent: false }, (answer) => {
      answer.on('error', () => {});
      answer.once('data', () => setTimeout(() => stream.destroy(), ms));
    });
    stream
      .on('error', () => {})
      .on('close', resolve)
      .end();
  });
}
