/** Whether what asked is still on the page once the answer comes: what nobody can read there is said elsewhere. */
import { useLayoutEffect, useRef, type RefObject } from 'react';

export function useHere(): RefObject<boolean> {
  const here = useRef(true);
  useLayoutEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return here;
}
