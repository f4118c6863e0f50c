/**
 * A session may end while somebody is typing. The call that was refused for it waits here until the person has signed
 * in again in a dialog over the page, and is then repeated, or said not to have been sent; nothing typed is lost.
 */
type PendingSignIn = { readonly done: Promise<boolean>; readonly settle: (signedIn: boolean) => void };

let waiting: PendingSignIn | undefined;
let dialogs = 0;
const listeners = new Set<() => void>();

function tell(): void {
  listeners.forEach((listener) => listener());
}

/** True while somebody is asked to sign in again. */
export function isAskedToSignIn(): boolean {
  return waiting !== undefined;
}

export function onSignIn(listener: () => void): () => void {
  listeners.add(listener);
  dialogs += 1;
  return () => {
    listeners.delete(listener);
    dialogs -= 1;
  };
}

/** Asks once, however many calls found out. Answers false where no page can ask. */
export function askToSignIn(): Promise<boolean> {
  if (waiting) return waiting.done;
  if (dialogs === 0) return Promise.resolve(false);
  let settle: (signedIn: boolean) => void = () => {};
  const done = new Promise<boolean>((resolve) => (settle = resolve));
  waiting = { done, settle };
  tell();
  return done;
}

export function signedInAgain(yes: boolean): void {
  const was = waiting;
  waiting = undefined;
  was?.settle(yes);
  tell();
}
