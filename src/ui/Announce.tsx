/** One polite live region for the whole page: results that are seen are also heard. */
import { useSyncExternalStore } from 'react';

let said = '';
const listeners = new Set<() => void>();

function say(text: string): void {
  said = text;
  listeners.forEach((listener) => listener());
}

export function announce(text: string): void {
  // Emptied first, so that the same sentence is heard twice when it is said twice.
  say('');
  setTimeout(() => say(text), 60);
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
