import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as soon } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTurns } from './downloads.server.ts';
import { openUploadQuota } from './upload-quota.server.ts';

const answer = () =>
  Object.assign(new EventEmitter(), { closed: false, destroyed: false }) as unknown as ServerResponse;

test('two files are written at a time, the others in the order they were asked for, each once', async () => {
  const turns = openTurns();
  const began: number[] = [];
  const answers = Array.from({ length: 6 }, answer);
  answers.forEach((each, n) => void turns.take(BigInt(n), each).then(() => began.push(n)));
  await soon();
  expect(began).toEqual([0, 1]);
  answers[1]!.emit('close');
  await soon();
  expect(began).toEqual([0, 1, 2]);
  answers[0]!.emit('close');
  answers[2]!.emit('close');
  await soon();
  expect(began).toEqual([0, 1, 2, 3, 4]);
});

test('whose reader has gone while it waited takes no turn from anybody', async () => {
  const turns = openTurns();
  const [one, two, gone, last] = [answer(), answer(), answer(), answer()];
  const began: string[] = [];
  for (const [person, name, each] of [
    [1n, 'one', one],
    [2n, 'two', two],
    [3n, 'gone', gone],
    [4n, 'last', last],
  ] as const)
    void turns.take(person, each).then(
      () => began.push(name),
      () => began.push(`${name} refused`),
    );
  await soon();
  Object.assign(gone, { closed: true });
  gone.emit('close');
  one.emit('close');
  await soon();
  await soon();
  expect(began.at(-1)).toBe('last');
});

test('whose reader went while the session was looked up has nothing under way: neither turns nor upload quota are lost with them', async () => {
  const [turns, quota] = [openTurns(), openUploadQuota()];
  const gone = () => Object.assign(answer(), { closed: true });
  for (let n = 0; n < 50; n++) {
    await turns.take(1n, gone());
    quota.reserve('one', 10_000_000, gone());
    quota.reserve(`network ${n}`, 10_000_000, gone());
  }
  await expect(turns.take(1n, answer())).resolves.toBeUndefined();
  expect(() => quota.reserve('one', 10_000_000, answer())).not.toThrow();
});

test('one person waits for their own downloads, and a crowd is told to come again', async () => {
  const turns = openTurns();
  const mine = Array.from({ length: 3 }, answer);
  mine.forEach((each) => void turns.take(1n, each));
  await expect(turns.take(1n, answer())).rejects.toMatchObject({ refusal: { status: 429 } });
  for (let person = 2n; person < 31n; person++) void turns.take(person, answer());
  await expect(turns.take(99n, answer())).rejects.toMatchObject({ refusal: { status: 503, code: 'server.busy' } });
  mine[0]!.emit('close');
  await soon();
  void turns.take(1n, answer());
  await expect(turns.take(99n, answer())).rejects.toMatchObject({ refusal: { status: 503 } });
});

test('one person who hangs up over and over while waiting leaves the queue to others, and is written nothing', async () => {
  const turns = openTurns();
  const [first, second, honest] = [answer(), answer(), answer()];
  await turns.take(1n, first);
  await turns.take(3n, second);
  let written = 0;
  for (let n = 0; n < 40; n++) {
    const gone = answer();
    const taken = turns.take(1n, gone).then(() => (written += 1));
    Object.assign(gone, { closed: true });
    gone.emit('close');
    await expect(taken).rejects.toMatchObject({ refusal: { code: 'server.busy' } });
  }
  const taken = turns.take(2n, honest);
  first.emit('close');
  await expect(taken).resolves.toBeUndefined();
  expect(written).toBe(0);
});

test('whoever had least of late comes first, and takes the place of whoever had most where none is left', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const turns = openTurns();
  const [slow, other] = [answer(), answer()];
  await turns.take(1n, slow);
  await turns.take(2n, other);
  vi.advanceTimersByTime(10_000);
  const began: string[] = [];
  const told = (name: string) => [() => began.push(name), () => began.push(`${name} refused`)] as const;
  void turns.take(1n, answer()).then(...told('again'));
  void turns.take(1n, answer()).then(...told('again'));
  slow.emit('close');
  await soon();
  for (let person = 3n; person < 32n; person++) void turns.take(person, answer()).then(...told(`${person}`));
  await soon();
  // The second file of the first waits, behind all who came later; one more takes its place.
  expect(began).toEqual(['again']);
  void turns.take(99n, answer()).then(...told('99'));
  await soon();
  expect(began).toEqual(['again', 'again refused']);
  other.emit('close');
  await soon();
  expect(began.at(-1)).toBe('3');
});

test('one person who reads slowly holds up their own files alone', async () => {
  const turns = openTurns();
  const [slow, other] = [answer(), answer()];
  await turns.take(1n, slow);
  const began: string[] = [];
  const own = turns.take(1n, answer()).then(() => began.push('own'));
  for (const each of [other, answer()]) await turns.take(2n, each).then(() => each.emit('close'));
  expect(began).toEqual([]);
  slow.emit('close');
  await own;
});
