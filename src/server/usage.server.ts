import type { ServerResponse } from 'node:http';

/**
 * How much of something each owner uses just now; every use lasts as long as a response. Owners who use nothing are
 * forgotten, so that the map stays as small as what is going on.
 */
type Usage<Owner> = {
  of(owner: Owner): number;
  all(): number;
  add(owner: Owner, amount: number, response: ServerResponse): void;
};

export function openUsage<Owner>(): Usage<Owner> {
  const used = new Map<Owner, number>();
  let all = 0;
  const change = (owner: Owner, by: number) => {
    all += by;
    const now = (used.get(owner) ?? 0) + by;
    if (now > 0) used.set(owner, now);
    else used.delete(owner);
  };
  return {
    of: (owner) => used.get(owner) ?? 0,
    all: () => all,
    add(owner, amount, response) {
      change(owner, amount);
      onceOver(response, () => change(owner, -amount));
    },
  };
}

/**
 * Calls `done` when a response is over, or at once if it already is: a caller may have hung up while the session was
 * looked up, and then no further `close` event comes.
 */
export function onceOver(response: ServerResponse, done: () => void): void {
  if (response.closed || response.destroyed) done();
  else response.once('close', done);
}
