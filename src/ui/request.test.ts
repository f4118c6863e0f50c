/** What becomes of a call that nobody answers, and of one whose session has ended. */
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { call } from './request.tsx';
import { onSignIn, signedInAgain } from './signin.ts';

const shared = { path: '/nobody-answers', access: 'public', summary: 'Never answers.', trips: 0 } as const;
const change = endpoint({ ...shared, method: 'POST', output: z.object({}) });
const spreadsheet = endpoint({ ...shared, method: 'GET', media: ['text/csv'] });
const picture = endpoint({ ...shared, method: 'POST', file: 'photo', output: z.object({}) });

afterEach(() => void (vi.unstubAllGlobals(), vi.useRealTimers()));

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

test('who signs in again after a long time sends nothing of what they had pressed before', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('navigator', { onLine: true });
  const list = endpoint({ ...shared, method: 'GET', output: z.object({}) });
  const gone = onSignIn(() => {});
  const sent: string[] = [];
  /** The session ends, and somebody signs in again only so much later. */
  const after = async (made: Promise<unknown>, minutes: number) => {
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    await new Promise((done) => setTimeout(done));
    vi.setSystemTime(Date.now() + minutes * 60_000);
    signedInAgain(true);
    return made.then(
      () => sent.splice(0).length,
      (error) => (sent.splice(0), error.refusal.message as string),
    );
  };
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    sent.push(method!);
    return sent.length > 1 ? Response.json({}) : Response.json({ code: 'auth.required', message: '' }, { status: 401 });
  });
  expect(await after(call(change, {}), 1)).toBe(2);
  expect(await after(call(change, {}), 6)).toMatch(/^You were signed out, so this was not sent/);
  expect(await after(call(list, {}), 6)).toBe(2);
  gone();
});
