/** A hint is never lost to an answer that was given before it. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { hint } from './call.tsx';

/** Somebody who watches a call that is answered when it is told to, with what held when it was asked. */
function watched(on: readonly string[]) {
  const client = new QueryClient();
  let now = 'Pending';
  const answers: (() => void)[] = [];
  const queryFn = () => {
    const held = now;
    return new Promise<string>((resolve) => answers.push(() => resolve(held)));
  };
  const observer = new QueryObserver(client, { queryKey: ['call'], queryFn, meta: { on } });
  const stop = observer.subscribe(() => {});
  return {
    client,
    asked: () => answers.length,
    answer: () => answers.at(-1)!(),
    change: (to: string) => void (now = to),
    shown: () => observer.getCurrentResult().data,
    stop,
  };
}

test('what changes while the first answer is on its way is shown once that is there', async () => {
  const one = watched(['request']);
  one.change('Rejected');
  void hint(one.client, ['request']);
  one.answer();
  await vi.waitFor(() => expect(one.shown()).toBe('Pending'));
  await vi.waitFor(() => expect(one.asked()).toBe(2));
  one.answer();
  await vi.waitFor(() => expect(one.shown()).toBe('Rejected'));
  one.stop();
});

test('what was answered is asked for once, and what listens to something else is not', async () => {
  const one = watched(['request']);
  one.answer();
  await vi.waitFor(() => expect(one.shown()).toBe('Pending'));
  one.change('Approved');
  await hint(one.client, ['wallet']);
  expect(one.asked()).toBe(1);
  const done = hint(one.client, ['request']);
  one.answer();
  await done;
  expect([one.asked(), one.shown()]).toEqual([2, 'Approved']);
  one.stop();
});
