/** The cache of answers in the browser. Old answers stay on the screen while new ones are fetched. */
import { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react';
import { Refused } from '#kernel/refusal.ts';

const calls = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      // A refusal is an answer; only a call without an answer is repeated.
      retry: (times, error) => !(error instanceof Refused && error.refusal.status < 500) && times < 2,
      retryDelay: (times) => 400 * 2 ** times,
    },
    mutations: { retry: false },
  },
});

/** The server draws each page with a cache of its own. */
export const CallsContext = createContext(calls);
