/** What becomes of a call that nobody answers. */
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { call } from './request.tsx';

const shared = { path: '/nobody-answers', access: 'public', summary: 'Never answers.', trips: 0 } as const;
const change = endpoint({ ...shared, method: 'POST', output: z.object({}) });
const spreadsheet = endpoint({ ...shared, method: 'GET', media: ['text/csv'] });
const picture = endpoint({ ...shared, method: 'POST', file: 'photo', output: z.object({}) });

afterEach(() => void vi.unstubAllGlobals());

test('a call without an answer is given up after a minute as one whose answer was lost, and no file is', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.any([]));
  const over = new AbortController();
  limits.mockReturnValueOnce(over.signal);
  const signals: (AbortSignal | null | undefined)[] = [];
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    signals.push(signal);
    return new Promise((_done, fail) => signal?.addEventListener('abort', () => fail(signal.reason)));
  });
  const sent = call(change, {});
  void call(spreadsheet, {});
  void call(picture, { file: new File(['x'], 'x.png') });
  over.abort(new DOMException('Time is up.', 'TimeoutError'));
  await expect(sent).rejects.toMatchObject({ refusal: { code: 'network', status: 503 } });
  expect(limits.mock.calls).toEqual([[60_000]]);
  expect(signals).toEqual([over.signal, undefined, undefined]);
});
