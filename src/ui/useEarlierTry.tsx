/** What is known of the tries of an attempt that were sent before: one was made, or one may have been. */
import { useRef, useState } from 'react';
import { jsonText } from '#kernel/json.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { isArrived } from './call.tsx';
import { anyTake, attemptNow, attemptOf, dropLost, isLost, keepLost, lostTake } from './drafts.tsx';
import { attemptKey } from './request.tsx';

type Tries<V> = {
  draft?: string;
  /** Names the key under which all tries are sent; without one each try is for itself. */
  attempt?: string;
  total?: (values: V) => unknown;
  takes?: (values: V) => unknown;
};

export function useEarlierTry<V>({ draft, attempt = draft, total, takes = total }: Tries<V>) {
  const wasLost = () => attempt !== undefined && isLost(attempt);
  const [outcome, setOutcome] = useState<'made' | 'lost' | undefined>(() => (wasLost() ? 'lost' : undefined));
  /** What the tries take that were lost before the last one. */
  const before = useRef<string>(undefined);
  const [begun] = useState(() => (attempt === undefined ? undefined : attemptNow(attempt)));
  const key = useRef(begun);
  const isOver = () => attempt !== undefined && attemptNow(attempt) !== key.current;
  const takeOf = (values: V) => jsonText([takes?.(values)]);
  const keep = (name: string, take: string) => keepLost(name, take, draft !== undefined);
  return {
    /** Whether it is a try without an answer that this form was drawn with, and goes on with. */
    goesOn: outcome === 'lost',
    /** Whether what this form sends, or goes on with, has ended elsewhere; another one may have begun since. */
    isOver,
    /** Without an answer as long as none has come, also where the page is loaded anew meanwhile. */
    sending: (values: V) => {
      before.current = attempt === undefined ? undefined : lostTake(attempt);
      // Of an attempt that has ended nothing is said about the next.
      if (before.current === undefined) setOutcome(undefined);
      if (attempt === undefined) return;
      key.current = attemptOf(attempt, attemptKey);
      const take = takeOf(values);
      // Which of two that differ has arrived, nobody knows.
      keep(attempt, before.current === undefined || before.current === take ? take : anyTake);
    },
    /**
     * A refusal says of its own try that it was not made, and nothing of an earlier one. What a server or a proxy that
     * failed says, or an answer that broke off, says nothing of its own either.
     */
    refused: (refusal: Refusal) => {
      if (attempt !== undefined && !isOver() && refusal.status < 500) {
        if (before.current === undefined) dropLost(attempt);
        else keep(attempt, before.current);
      }
      setOutcome(isArrived(refusal) ? 'made' : wasLost() ? 'lost' : undefined);
    },
    said: (values: V, isRefused: boolean, seenAt: string | undefined, anew: () => void) => {
      const lost = attempt !== undefined && outcome === 'lost' ? lostTake(attempt) : undefined;
      return {
        /** Where what has arrived is seen, and how what stands here becomes another one. */
        arrived: isRefused && outcome === 'made' ? { seenAt, anew } : undefined,
        /** It may have been made and paid for: where one sees whether it was. */
        lost: lost === undefined ? undefined : { seenAt },
        /**
         * Whether what stands here takes the same as what may have been made and paid for, so that a balance which
         * falls short is no reason against sending it again. What takes more or less is another one, or a correction.
         */
        repeats: lost !== undefined && (lost === anyTake || lost === takeOf(values)),
      };
    },
  };
}
