/** What is known of the tries of an attempt that were sent before: one was made, or one may have been. */
import { useRef, useState } from 'react';
import type { Refusal } from '#kernel/refusal.ts';
import { isArrived } from './call.tsx';
import { attemptNow, attemptOf, dropLost, isLost, keepLost } from './drafts.tsx';
import { attemptKey } from './request.tsx';

/** `attempt` names the key under which all tries are sent; without one each try is for itself. */
export function useEarlierTry(attempt: string | undefined) {
  const wasLost = () => attempt !== undefined && isLost(attempt);
  const [outcome, setOutcome] = useState<'made' | 'lost' | undefined>(() => (wasLost() ? 'lost' : undefined));
  const before = useRef(false);
  const [begun] = useState(() => (attempt === undefined ? undefined : attemptNow(attempt)));
  const key = useRef(begun);
  const isOver = () => attempt !== undefined && attemptNow(attempt) !== key.current;
  return {
    /** Whether it is a try without an answer that this form was drawn with, and goes on with. */
    goesOn: outcome === 'lost',
    /** Whether what this form sends, or goes on with, has ended elsewhere; another one may have begun since. */
    isOver,
    /** Without an answer as long as none has come, also where the page is loaded anew meanwhile. */
    sending: () => {
      before.current = wasLost();
      // Of an attempt that has ended nothing is said about the next.
      if (!before.current) setOutcome(undefined);
      if (attempt === undefined) return;
      key.current = attemptOf(attempt, attemptKey);
      keepLost(attempt);
    },
    /**
     * A refusal says of its own try that it was not made, and nothing of an earlier one. What a server or a proxy that
     * failed says, or an answer that broke off, says nothing of its own either.
     */
    refused: (refusal: Refusal) => {
      if (attempt !== undefined && !isOver() && refusal.status < 500 && !before.current) dropLost(attempt);
      setOutcome(isArrived(refusal) ? 'made' : wasLost() ? 'lost' : undefined);
    },
    said: (isRefused: boolean, seenAt: string | undefined, anew: () => void) => ({
      /** Where what has arrived is seen, and how what stands here becomes another one. */
      arrived: isRefused && outcome === 'made' ? { seenAt, anew } : undefined,
      /**
       * It may have been made and paid for, so that a balance which falls short is no reason against sending it again.
       * Where one sees whether it was.
       */
      lost: outcome === 'lost' && wasLost() ? { seenAt } : undefined,
    }),
  };
}
