/**
 * The bench through HTTP: a portal as its operator starts it, called by another process. Orders are compared with what
 * the same callers reach in PostgreSQL without any portal, reads with what Fastify reaches without any work, in rounds
 * that alternate.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { withConnection } from '#server/connection.server.ts';
import type { Book } from './book.ts';
import type { Cast, Task, Told } from './caller.ts';
import { audited, goal, say, type Options } from './ledger.ts';
import { medians } from './measure.ts';
import { seat } from './seats.ts';
import { coreSecondsOf, memoryOf, portalOn } from './portal.ts';

const callers = 32;
const crowd = 50;

/**
 * `plain` is the same book once more, for what is compared: it goes past the portal, so that its book proves nothing.
 */
export async function overHttp({ url, rounds, seconds }: Options, plain: string, book: Book): Promise<void> {
  const cast: Cast = { url: plain, tokens: await seat(url, book.busiest, book.clients), first: Number(book.busiest) };
  await withConnection(plain, async (owner) => {
    await owner.query('create table bare (id int primary key, v bigint not null) with (fillfactor = 50)');
    await owner.query('insert into bare values (0, 0)');
  });
  const portal = await portalOn(url);
  const caller = fork(join(import.meta.dirname, 'caller.ts'));
  const constant = fork(join(import.meta.dirname, 'constant.ts'));
  try {
    const [bare] = (await once(constant, 'message')) as [string];
    caller.send(cast);
    // Where the work is done, besides PostgreSQL; without HTTP the caller does it.
    const pidOf = (task: Task) =>
      (!('address' in task) ? caller : task.address === bare ? constant : portal.child).pid!;
    // The book holds nothing that waits. A living portal's statistics know of such rows: autovacuum looks every minute.
    await inTurn(caller, pidOf, 1, {
      first: { what: 'order', address: portal.address, everybody: true, callers, seconds: 2 },
    });
    await withConnection(url, (owner) => owner.query('vacuum analyze'));
    await compare(caller, pidOf, portal.address, bare, rounds, seconds);
    const [own, fastify] = await Promise.all([portal.memory(), memoryOf(constant.pid!)]);
    say('memory', `the portal ${own.most.toFixed(0)} MB at most, bare Fastify ${fastify.most.toFixed(0)} MB`);
  } finally {
    for (const child of [caller, constant]) child.kill();
    await portal.close();
  }
  await audited(url);
}

async function compare(
  caller: ChildProcess,
  pidOf: (task: Task) => number,
  address: string,
  bare: string,
  rounds: number,
  seconds: number,
): Promise<void> {
  const wallet = '/kimi/get-wallet-of-user';
  const told = await inTurn(caller, pidOf, rounds, {
    'a transaction from Node, many wallets': { what: 'transaction', callers, seconds },
    'orders through HTTP, many wallets': { what: 'order', address, everybody: true, callers, seconds },
    'bare UPDATE of one row': { what: 'update', callers, seconds },
    'orders through HTTP, one wallet': { what: 'order', address, everybody: false, callers, seconds },
    'Fastify with a constant answer': { what: 'read', address: bare, path: '/', callers, seconds },
    'wallet through HTTP': { what: 'read', address, path: wallet, callers, seconds },
    'wallet, 50 callers': { what: 'read', address, path: wallet, callers: crowd, seconds },
    'a list, 50 callers': { what: 'read', address, path: '/get-google-ads', callers: crowd, seconds },
    'orders, 50 callers': { what: 'order', address, everybody: true, callers: crowd, seconds },
  });
  for (const [name, { perSecond, p50, p99, share, coreMs }] of Object.entries(told)) {
    const figures = `${perSecond.toFixed(0)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${coreMs.toFixed(3)} ms of a core a call`;
    say(name, `${figures}; the callers took ${(share * 100).toFixed(0)} % of a core`);
  }
  const [sql, many, update, one, fastify, read, wallets, list, orders] = Object.values(told) as Costed[];
  goal('HTTP, many wallets: orders against the transaction', many!.perSecond / sql!.perSecond, 1, 'at least');
  goal('HTTP, one wallet: orders against the bare UPDATE', one!.perSecond / update!.perSecond, 1.5, 'at least');
  goal('HTTP: the wallet against a constant answer', read!.perSecond / fastify!.perSecond, 0.5, 'at least');
  goal('HTTP, 50 callers: p99 of the wallet in ms', wallets!.p99, 30, 'at most');
  goal('HTTP, 50 callers: p99 of a list in ms', list!.p99, 100, 'at most');
  goal('HTTP, 50 callers: p99 of an order in ms', orders!.p99, 100, 'at most');
}

/** What a call took of a core where it was answered. PostgreSQL's part is in none of them. */
type Costed = Told & { coreMs: number };

async function inTurn(
  caller: ChildProcess,
  pidOf: (task: Task) => number,
  rounds: number,
  tasks: Record<string, Task>,
): Promise<Record<string, Costed>> {
  const all: Record<string, Costed[]> = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, task] of Object.entries(tasks)) {
      const before = await coreSecondsOf(pidOf(task));
      caller.send(task);
      const [told] = (await once(caller, 'message')) as [Told | { failed: string }];
      if ('failed' in told) throw new Error(`${name}: ${told.failed}`);
      const coreMs = (((await coreSecondsOf(pidOf(task))) - before) * 1000) / told.made;
      (all[name] ??= []).push({ ...told, coreMs });
    }
  }
  return Object.fromEntries(Object.entries(all).map(([name, runs]) => [name, medians(runs)]));
}
