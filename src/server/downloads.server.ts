/**
 * A download (a statement, a list as a spreadsheet) costs a node a hundred times as much as an ordinary answer. So only
 * a few are written at a time and a few more may wait: twenty people who export everything at once must not slow down
 * the portal for everybody else.
 */
import type { ServerResponse } from 'node:http';
import { refuse, Refused } from '#kernel/refusal.ts';
import { openBudget } from './budget.server.ts';
import { onceOver, openUsage } from './usage.server.ts';

const atOnce = 2;
const mostWaiting = 30;
/** How many downloads one person may have, running and waiting. */
const mostOfOne = 3;
/** A download that takes longer goes on, but gives its turn to the next. */
const longestTurnMs = 30_000;

type Waiting = { person: bigint; go: () => void; giveUp: () => void };

export type Turns = {
  /** Resolves when it is this response's turn; the turn ends with the response. Refuses where too many wait already. */
  take(person: bigint, response: ServerResponse): Promise<void>;
};

export function openTurns(): Turns {
  /** In the order in which they came. */
  const waiting = new Set<Waiting>();
  /** Whoever was written for least of late comes first: accounts with much to write hold up those with little once. */
  const written = openBudget(0.1);
  const lately = ({ person }: Pick<Waiting, 'person'>) => written.of(`${person}`);
  /** For whom a file is written just now: one each, so that nobody holds all turns by reading slowly. */
  const writing = new Set<bigint>();
  const perPerson = openUsage<bigint>();

  const mayBegin = (person: bigint) => writing.size < atOnce && !writing.has(person);

  const next = () => {
    const [first] = [...waiting]
      .filter(({ person }) => mayBegin(person))
      .toSorted((one, other) => lately(one) - lately(other));
    if (!first) return;
    waiting.delete(first);
    writing.add(first.person);
    first.go();
  };

  /** Where no more may wait, whoever had most of late makes room for somebody who had a second less. */
  const insistOnRoom = (person: bigint) => {
    if (waiting.size < mostWaiting) return;
    const most = [...waiting].reduce((one, other) => (lately(other) > lately(one) ? other : one));
    if (lately(most) < lately({ person }) + 1) refuse(busy);
    waiting.delete(most);
    most.giveUp();
  };

  /** Whoever hangs up leaves the queue: else one person who does so over and over would fill it alone. */
  const wait = (person: bigint, response: ServerResponse) =>
    new Promise<void>((go, reject) => {
      const one: Waiting = { person, go, giveUp: () => reject(new Refused(busy)) };
      waiting.add(one);
      onceOver(response, () => {
        if (waiting.delete(one)) one.giveUp();
      });
    });

  return {
    async take(person, response) {
      if (perPerson.of(person) >= mostOfOne) refuse(yourOwn);
      if (!mayBegin(person)) insistOnRoom(person);
      perPerson.add(person, 1, response);
      if (mayBegin(person)) writing.add(person);
      else await wait(person, response);
      // The turn goes to the next exactly once: when the file was sent, when its reader has left, or when the time is
      // up.
      let mine = true;
      const began = performance.now();
      const done = () => {
        clearTimeout(timer);
        if (!mine) return;
        mine = false;
        writing.delete(person);
        written.add(`${person}`, (performance.now() - began) / 1000);
        next();
      };
      const timer = setTimeout(done, longestTurnMs).unref();
      onceOver(response, done);
    },
  };
}

const busy = {
  code: 'server.busy',
  message: 'Many files are being written just now. Please try again in a moment.',
  status: 503,
  extra: { retryAfter: 5 },
} as const;

const yourOwn = {
  code: 'limit.downloads',
  message: 'Please wait until your other downloads are through.',
  status: 429,
  extra: { retryAfter: 5 },
} as const;
