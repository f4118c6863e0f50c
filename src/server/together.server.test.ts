import { describe, expect, test } from 'vitest';
import { countTrips, isDatabaseAway } from './database.server.ts';
import { together } from './together.server.ts';

/** A query that answers when told to, and remembers who rode together. */
function query() {
  const rides: string[][] = [];
  const waiting: { answer: () => void; fail: (error: Error) => void }[] = [];
  const run = (items: string[]) => {
    rides.push(items);
    return new Promise<string[]>((resolve, reject) =>
      waiting.push({ answer: () => resolve(items.map((item) => item.toUpperCase())), fail: reject }),
    );
  };
  const next = async () => {
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    return waiting.shift()!;
  };
  return { rides, run, next };
}

describe('calls that share rides', () => {
  test('those of one turn go together, those that come meanwhile share the next, and each gets its own answer', async () => {
    const { rides, run, next } = query();
    const ask = together(run);
    const first = [ask('a'), ask('b')];
    const ride = await next();
    const second = [ask('c'), ask('d'), ask('e')];
    ride.answer();
    expect(await Promise.all(first)).toEqual(['A', 'B']);
    (await next()).answer();
    expect(await Promise.all(second)).toEqual(['C', 'D', 'E']);
    expect(rides).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
  });

  test('no more ride at once than may, and no more rides are on their way than lanes', async () => {
    const { rides, run, next } = query();
    const ask = together(run, { most: 2, lanes: 2 });
    const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map(ask));
    const [one, two] = [await next(), await next()];
    expect(rides).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    two.answer();
    one.answer();
    (await next()).answer();
    expect(await all).toEqual(['A', 'B', 'C', 'D', 'E']);
  });

  test('rivals never share one, and are not overtaken by their like', async () => {
    const { rides, run, next } = query();
    const ask = together(run, { apart: (item) => [item[0]!] });
    const all = Promise.all(['x1', 'x2', 'y1', 'x3'].map(ask));
    for (let n = 0; n < 3; n++) (await next()).answer();
    await all;
    expect(rides).toEqual([['x1', 'y1'], ['x2'], ['x3']]);
  });

  test('a ride that fails fails all, or is repeated one by one where that is right', async () => {
    const failing = async (items: string[]) => {
      if (items.includes('bad')) throw new Error('bad');
      return items;
    };
    const strict = together(failing);
    expect((await Promise.allSettled([strict('a'), strict('bad')])).map((one) => one.status)).toEqual([
      'rejected',
      'rejected',
    ]);
    const kind = together(failing, { replay: (error) => (error as Error).message === 'bad' });
    expect((await Promise.allSettled([kind('a'), kind('bad'), kind('c')])).map((one) => one.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await strict('after')).toBe('after');
  });

  test('who has waited too long for those before is sent away untried; who came later rides', async () => {
    const { rides, run, next } = query();
    const ask = together(run, { patienceMs: 60 });
    const first = ask('a');
    const ride = await next();
    const [early, alike] = [ask('b').catch((error: unknown) => error), ask('c').catch((error: unknown) => error)];
    await new Promise((resolve) => setTimeout(resolve, 90));
    const late = ask('d');
    ride.answer();
    (await next()).answer();
    expect(await Promise.all([first, late])).toEqual(['A', 'D']);
    expect([await early, await alike].map(isDatabaseAway)).toEqual([true, true]);
    expect(rides).toEqual([['a'], ['d']]);
  });

  test('each caller counts one round trip', async () => {
    const ask = together(async (items: string[]) => items);
    const trips = await Promise.all(['a', 'b', 'c'].map((item) => countTrips(() => ask(item))));
    expect(trips.map((one) => one.trips)).toEqual([1, 1, 1]);
  });
});
