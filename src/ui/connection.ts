/** Whether the portal can be reached: false after a call without an answer, true again after the next answer. */
type Connection = 'fine' | 'offline' | 'away' | 'broken';

let state: Connection = 'fine';
const listeners = new Set<() => void>();

export function connection(): Connection {
  return state;
}

export function setConnection(next: Connection): void {
  if (next === state) return;
  state = next;
  listeners.forEach((listener) => listener());
}

export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
