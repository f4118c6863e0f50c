/** One polite live region for the whole page, so that screen readers also read the results that are shown. */
import { useSyncExternalStore } from 'react';

let said = '';
const listeners = new Set<() => void>();

function say(text: string): void {
  said = text;
  listeners.forEach((listener) => listener());
}

const waiting: string[] = [];

/** Messages that come almost at once (a decision and the new balance) are joined; otherwise one would not be read. */
export function announce(text: string): void {
  // Emptied first, so that a sentence that comes a second time is read again.
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
