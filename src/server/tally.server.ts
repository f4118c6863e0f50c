import type { ServerResponse } from 'node:http';

/**
 * How much each of many has of something just now, each time for as long as a response takes. Who has nothing is
 * forgotten, so that a tally is as long as what goes on.
 */
type Tally<Who> = {
  of(who: Who): number;
  all(): number;
  take(who: Who, amount: number, response: ServerResponse): void;
};

export function openTally<Who>(): Tally<Who> {
  const has = new Map<Who, number>();
  let all = 0;
  const add = (who: Who, change: number) => {
    all += change;
    const now = (has.get(who) ?? 0) + change;
    if (now > 0) has.set(who, now);
    else has.delete(who);
  };
  return {
    of: (who) => has.get(who) ?? 0,
    all: () => all,
    take(who, amount, response) {
      add(who, amount);
      onceOver(response, () => add(who, -amount));
    },
  };
}

/**
 * Calls `done` when a response is over; at once where it is: who has gone while the session was looked up is not heard
 * to go.
 */
export function onceOver(response: ServerResponse, done: () => void): void {
  if (response.closed || response.destroyed) done();
  else response.once('close', done);
}
