import { useRef } from 'react';
import { settleMs } from './slips.ts';

/** While these very values are taken: the page that follows is drawn in steps, and the button is there meanwhile. */
export function useSettled() {
  const at = useRef(-Infinity);
  return {
    begin: () => void (at.current = performance.now()),
    end: () => void (at.current = -Infinity),
    lasts: () => performance.now() - at.current < settleMs,
  };
}
