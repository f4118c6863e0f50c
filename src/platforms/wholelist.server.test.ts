/** Whatever a platform answers, a list comes to an end: whole, or as a sentence that says why not. */
import { afterEach, expect, test, vi } from 'vitest';
import { AccountFault, PlatformBroken } from './connection.server.ts';
import { ofOneAccount, wholeList, type Page } from './wholelist.server.ts';

afterEach(() => vi.useRealTimers());

/** Pages like this one, each with a cursor of its own, and how many of them were read. */
function endless(page: (n: number) => Page<unknown>['rows']) {
  let read = 0;
  const list = async (): Promise<Page<unknown>> => ({ rows: page(read), next: String((read += 1)) });
  return { list, read: () => read };
}
const tooLong = 'The platform did not come to the end of its list: it is longer than any that is true.';

test('a list is read to its end, a page of very many rows among others', async () => {
  const pages = [[1], Array.from({ length: 150_000 }, (_, n) => n), [], [2, 3]];
  const all = await wholeList(async (cursor) => {
    const at = Number(cursor ?? 0);
    return { rows: pages[at]!, next: at < 3 ? String(at + 1) : undefined };
  });
  expect(all).toEqual(pages.flat());
});

test.each([
  ['of empty pages', () => [], 2_000],
  ['of full pages', () => Array.from({ length: 10_000 }, () => 1), 21],
  ['of few rows that are very long', () => ['x'.repeat(20_000_000)], 3],
])('one without an end, %s, is given up', async (_, page, pages) => {
  const { list, read } = endless(page);
  const failure = await wholeList(list).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PlatformBroken);
  expect([(failure as Error).message, read()]).toEqual([tooLong, pages]);
});

test('one that takes its time is given up after half an hour', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { list, read } = endless(() => {
    vi.advanceTimersByTime(60_000);
    return [1];
  });
  await expect(wholeList(list)).rejects.toThrow(tooLong);
  expect(read()).toBe(31);
});

test.each([
  ['rows', () => Array.from({ length: 500 }, () => 1), 5],
  ['pages', () => [], 100],
  ['characters', () => ['x'.repeat(1_000_000)], 5],
])('of one account no more %s are read than it can have, and that is a fault of its own', async (_, page, pages) => {
  const { list, read } = endless(page);
  const failure = await wholeList(list, ofOneAccount).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AccountFault);
  expect([(failure as Error).message, read()]).toEqual([tooLong, pages]);
});

test('one that leads back to a page is no list', async () => {
  const circle = ['a', 'b', 'a'];
  let read = 0;
  await expect(wholeList(async () => ({ rows: [1], next: circle[read++] }))).rejects.toThrow('twice');
  expect(read).toBe(3);
  read = 0;
  const ofOne = wholeList(async () => ({ rows: [1], next: circle[read++] }), ofOneAccount);
  await expect(ofOne).rejects.toBeInstanceOf(AccountFault);
});
