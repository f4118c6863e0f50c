/**
 * Live hints: the server says that something changed, the browser fetches it again. Without the stream the wallet and
 * requests are fetched every two seconds. A hidden tab has neither: a browser keeps six connections to a server, and
 * six tabs that listen would leave none to ask with.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Hint } from '#kernel/hint.ts';
import { hint } from './call.tsx';
import { isAskedToSignIn } from './signin.ts';

const all: readonly Hint[] = ['wallet', 'request', 'notice'];
const patience = 3;
const pollEvery = 2_000;
const streamAgainAfter = 30_000;

export function useEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    let source: EventSource | undefined;
    let failures = 0;
    let opened = 0;
    let polls: ReturnType<typeof setInterval> | undefined;
    let later: ReturnType<typeof setTimeout> | undefined;

    const poll = (on: boolean) => {
      clearInterval(polls);
      // A question that is under way is not ended by the next one, or on a slow line none would ever be answered. While
      // somebody is asked to sign in, every answer would be the same refusal.
      let asked: Promise<unknown> | undefined;
      const ask = () => {
        if (asked || isAskedToSignIn()) return;
        asked = hint(client, ['wallet', 'request']).finally(() => (asked = undefined));
      };
      polls = on ? setInterval(ask, pollEvery) : undefined;
    };
    const connect = () => {
      source = new EventSource('/kimi/events');
      source.addEventListener('open', () => {
        failures = 0;
        poll(false);
        // Hints may have been missed since the page was fetched.
        if (opened++ > 0) void hint(client, all);
      });
      all.forEach((each) => source!.addEventListener(each, () => void hint(client, [each])));
      source.addEventListener('error', () => {
        failures += 1;
        const given = source?.readyState === EventSource.CLOSED || failures >= patience;
        if (!given) return;
        source?.close();
        void hint(client, all);
        poll(true);
        clearTimeout(later);
        later = setTimeout(connect, streamAgainAfter);
      });
    };
    const stop = () => {
      source?.close();
      poll(false);
      clearTimeout(later);
    };
    const turn = () => {
      stop();
      opened += 1;
      if (!document.hidden) connect();
    };
    if (!document.hidden) connect();
    document.addEventListener('visibilitychange', turn);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', turn);
    };
  }, [client]);
}
