/** Whether the portal answers. Any failed call says so; the next answer takes it back. */
export type Connection = 'fine' | 'offline' | 'away' | 'broken';

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
