/** One polite live region for the whole page: results that are seen are also heard. */
import { useSyncExternalStore } from 'react';

let said = '';
const listeners = new Set<() => void>();

function say(text: string): void {
  said = text;
  listeners.forEach((listener) => listener());
}

const waiting: string[] = [];

/** What is said almost at once is said together: a decision and the balance after it, and neither unheard. */
export function announce(text: string): void {
  // Emptied first, so that the same sentence is heard twice when it is said twice.
  say('');
  if (waiting.push(text) === 1) setTimeout(() => say(waiting.splice(0).join(' ')), 120);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Announcer() {
  const text = useSyncExternalStore(
    listen,
    () => said,
    () => '',
  );
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {text}
    </div>
  );
}
