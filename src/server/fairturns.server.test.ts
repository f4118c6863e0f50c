/** Who waits for what, and who is told to come again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Refused } from '#kernel/refusal.ts';
import { openFairTurns } from './fairturns.server.ts';

const [busy, ownShare] = ['Many wait.', 'Your others wait.'];

describe('turns', () => {
  const work = (owner: string, seconds: number, size = 1) => ({ owner, seconds, size });
  const open = (limits = {}) =>
    openFairTurns({ atOnce: 1, seconds: 10, every: 60, patienceSeconds: 10, mostSize: 100, busy, ownShare, ...limits });
  const done: string[] = [];
  const doing =
    (name: string, ms = 1) =>
    async () => {
      await sleep(ms);
      done.push(name);
    };
  const refusalTo = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: Refused) => error.refusal,
    );

  test('come to who has used least, and to small work before large', async () => {
    done.length = 0;
    const turns = open();
    await Promise.all([
      turns.take(work('greedy', 1), doing('greedy 1', 200)),
      turns.take(work('greedy', 1), doing('greedy 2')),
      turns.take(work('greedy', 1), doing('greedy 3')),
      turns.take(work('photographer', 0.9), doing('photographer')),
      turns.take(work('honest', 0.1), doing('honest')),
    ]);
    expect(done).toEqual(['greedy 1', 'honest', 'photographer', 'greedy 2', 'greedy 3']);
  });

  test('of one owner are limited in seconds, which come back with time', async () => {
    const turns = open({ seconds: 0.2, every: 1 });
    await turns.take(work('greedy', 0.2), doing('long', 300));
    const refusal = await refusalTo(turns.take(work('greedy', 0.1), doing('more')));
    const extra = { retryAfter: expect.any(Number) };
    expect(refusal).toMatchObject({ code: 'limit.uploads', message: ownShare, status: 429, extra });
    expect(await refusalTo(turns.take(work('honest', 0.1), doing('other')))).toBeUndefined();
    await sleep(2_000);
    expect(await refusalTo(turns.take(work('greedy', 0.1), doing('again')))).toBeUndefined();
  });

  test('that would come too late are refused at once, and in the end those that were thought to come', async () => {
    const turns = open({ seconds: 100, patienceSeconds: 0.3 });
    const first = turns.take(work('slow', 0.1), doing('slow', 1_000));
    const began = performance.now();
    const second = turns.take(work('second', 0.28), doing('never'));
    const late = await refusalTo(turns.take(work('third', 0.3), doing('never')));
    expect(late).toMatchObject({ code: 'server.busy', message: busy, status: 503 });
    expect(performance.now() - began).toBeLessThan(200);
    expect(await refusalTo(second)).toMatchObject({ status: 503, extra: { retryAfter: 1 } });
    expect(performance.now() - began).toBeLessThan(900);
    await first;
  });

  test('are given up by who holds most of the room for who would hold less', async () => {
    const turns = open();
    const first = turns.take(work('greedy', 1), doing('first', 100));
    const held = [60, 40].map((size) => refusalTo(turns.take(work('greedy', 1, size), doing('held'))));
    const honest = refusalTo(turns.take(work('honest', 1, 30), doing('honest')));
    expect([await honest, ...(await Promise.all(held))].map((refusal) => refusal?.status)).toEqual([
      undefined,
      undefined,
      503,
    ]);
    await first;
  });

  test('come two at a time where two are allowed, and no third slips in', async () => {
    let [running, most] = [0, 0];
    const turns = open({ atOnce: 2 });
    const run = async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(5);
      running -= 1;
    };
    const ahead = Array.from({ length: 6 }, (_, place) => turns.take(work(`one ${place}`, 0.01), run));
    // Whoever comes at the moment that a turn is handed on.
    const behind = ahead.map((each, place) => each.then(() => turns.take(work(`two ${place}`, 0.01), run)));
    await Promise.all(behind);
    expect(most).toBe(2);
  });
});
