import { batching } from './batching.server.ts';
import { isDatabaseAway } from './away.server.ts';
import { countTrips } from './trips.server.ts';
import { describe, expect, test } from 'vitest';

/** A query that answers when told to, and remembers its batches. */
function query() {
  const batches: string[][] = [];
  const waiting: { answer: () => void; fail: (error: Error) => void }[] = [];
  const run = (items: string[]) => {
    batches.push(items);
    return new Promise<string[]>((resolve, reject) =>
      waiting.push({ answer: () => resolve(items.map((item) => item.toUpperCase())), fail: reject }),
    );
  };
  const next = async () => {
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    return waiting.shift()!;
  };
  return { batches, run, next };
}

describe('calls that share a batch', () => {
  test('those of one turn go together, those that come meanwhile share the next, and each gets its own answer', async () => {
    const { batches, run, next } = query();
    const ask = batching(run);
    const first = [ask('a'), ask('b')];
    const batch = await next();
    const second = [ask('c'), ask('d'), ask('e')];
    batch.answer();
    expect(await Promise.all(first)).toEqual(['A', 'B']);
    (await next()).answer();
    expect(await Promise.all(second)).toEqual(['C', 'D', 'E']);
    expect(batches).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
  });

  test('no batch is larger, and no more batches are on their way at once, than may be', async () => {
    const { batches, run, next } = query();
    const ask = batching(run, { most: 2, concurrency: 2 });
    const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map(ask));
    const [one, two] = [await next(), await next()];
    expect(batches).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    two.answer();
    one.answer();
    (await next()).answer();
    expect(await all).toEqual(['A', 'B', 'C', 'D', 'E']);
  });

  test('items with a conflict key in common never share a batch, and keep their order', async () => {
    const { batches, run, next } = query();
    const ask = batching(run, { conflictKeys: (item) => [item[0]!] });
    const all = Promise.all(['x1', 'x2', 'y1', 'x3'].map(ask));
    for (let n = 0; n < 3; n++) (await next()).answer();
    await all;
    expect(batches).toEqual([['x1', 'y1'], ['x2'], ['x3']]);
  });

  test('a batch that fails fails all its items, or is repeated one by one where that is right', async () => {
    const failing = async (items: string[]) => {
      if (items.includes('bad')) throw new Error('bad');
      return items;
    };
    const strict = batching(failing);
    expect((await Promise.allSettled([strict('a'), strict('bad')])).map((one) => one.status)).toEqual([
      'rejected',
      'rejected',
    ]);
    const kind = batching(failing, { repeatSingly: (error) => (error as Error).message === 'bad' });
    expect((await Promise.allSettled([kind('a'), kind('bad'), kind('c')])).map((one) => one.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await strict('after')).toBe('after');
  });

  test('an item that has waited too long for those before is rejected untried; those that came later are not', async () => {
    const { batches, run, next } = query();
    const ask = batching(run, { patienceMs: 400 });
    const first = ask('a');
    const batch = await next();
    const [early, alike] = [ask('b').catch((error: unknown) => error), ask('c').catch((error: unknown) => error)];
    await new Promise((resolve) => setTimeout(resolve, 450));
    const late = ask('d');
    batch.answer();
    (await next()).answer();
    expect(await Promise.all([first, late])).toEqual(['A', 'D']);
    expect([await early, await alike].map(isDatabaseAway)).toEqual([true, true]);
    expect(batches).toEqual([['a'], ['d']]);
  });

  test('each caller counts one round trip', async () => {
    const ask = batching(async (items: string[]) => items);
    const trips = await Promise.all(['a', 'b', 'c'].map((item) => countTrips(() => ask(item))));
    expect(trips.map((one) => one.trips)).toEqual([1, 1, 1]);
  });
});
