/** What is typed into fields whose value stands elsewhere, as in the address, and comes back from there. */
import { useEffect, useRef, useState } from 'react';

/**
 * Follows the value, but for what was asked from here: that may come back when one has typed on. What is asked for last
 * already is not asked for again, or a list would go back to its first page.
 */
export function useTyped(value: string, onAsk: (next: string) => void) {
  const [text, setText] = useState(value);
  /** The value as it was drawn, and what was asked for since. */
  const asked = useRef<readonly string[]>([value]);
  useEffect(() => {
    const place = asked.current.indexOf(value);
    asked.current = place < 0 ? [value] : asked.current.slice(place);
    if (place < 0) setText(value);
  }, [value]);
  const ask = (next: string) => {
    if (next === asked.current.at(-1)) return;
    asked.current = [...asked.current, next];
    onAsk(next);
  };
  return { text, setText, ask };
}

const pauseMs = 300;

/** A search is asked for after a pause, or at once; a space at the end of what is typed is no difference. */
export function useSearched(q: string, onAsk: (q: string) => void) {
  const { text, setText, ask } = useTyped(q, onAsk);
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);
  const find = (typed: string) => {
    clearTimeout(later.current);
    ask(typed.trim());
  };
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(later.current);
    later.current = setTimeout(() => find(typed), typed === '' ? 0 : pauseMs);
  };
  return { text, type, find };
}
