/** What a passkey is confirming at this moment; the page says it beside the browser's own window, which cannot. */
let said: string | undefined;
const listeners = new Set<() => void>();

export function confirmingNow(): string | undefined {
  return said;
}

export function onConfirming(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says it for as long as the work takes. */
export async function whileSaying<T>(sentence: string, work: () => Promise<T>): Promise<T> {
  tell(sentence);
  try {
    return await work();
  } finally {
    tell(undefined);
  }
}

function tell(sentence: string | undefined): void {
  said = sentence;
  listeners.forEach((listener) => listener());
}
