/**
 * Live hints: the server says that something changed, the browser fetches it again. Without the stream the wallet is
 * fetched every two seconds, but not in a hidden tab.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hint, type Hint } from './call.tsx';

const all: readonly Hint[] = ['wallet', 'request', 'notice'];
const patience = 3;
const pollEvery = 2_000;
const streamAgainAfter = 30_000;

export function useEvents(address = '/kimi/events'): void {
  const client = useQueryClient();
  useEffect(() => {
    let source: EventSource | undefined;
    let failures = 0;
    let opened = 0;
    let polls: ReturnType<typeof setInterval> | undefined;
    let later: ReturnType<typeof setTimeout> | undefined;

    const poll = (on: boolean) => {
      clearInterval(polls);
      polls = on ? setInterval(() => !document.hidden && void hint(client, ['wallet']), pollEvery) : undefined;
    };
    const connect = () => {
      source = new EventSource(address);
      source.addEventListener('open', () => {
        failures = 0;
        poll(false);
        // After a reconnect everything is fetched again, because hints may have been missed meanwhile.
        if (opened++ > 0) void hint(client, all);
      });
      all.forEach((each) => source!.addEventListener(each, () => void hint(client, [each])));
      source.addEventListener('error', () => {
        failures += 1;
        const given = source?.readyState === EventSource.CLOSED || failures >= patience;
        if (!given) return;
        source?.close();
        poll(true);
        clearTimeout(later);
        later = setTimeout(connect, streamAgainAfter);
      });
    };
    const seen = () => {
      if (!document.hidden) void hint(client, all);
    };
    connect();
    document.addEventListener('visibilitychange', seen);
    return () => {
      source?.close();
      poll(false);
      clearTimeout(later);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [client, address]);
}
