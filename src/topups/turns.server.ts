/**
 * Work that costs seconds, done one piece at a time, in fair turns: whoever has used least of late comes first, and
 * small work of theirs before large. Nobody uses more than a share of the time, so that one sender of large pictures
 * holds up nobody but themselves; and where a turn would come too late, that is said at once instead of in the end.
 */
import { refuse, Refused, type Refusal } from '#kernel/refusal.ts';
import { openBudget } from '#server/budget.server.ts';

type Work = {
  readonly owner: string;
  /** Bytes in memory while it waits. */
  readonly bytes: number;
  /** What it is thought to take. */
  readonly seconds: number;
};

type FairTurns = { take<T>(work: Work, run: () => Promise<T>): Promise<T> };

type Limits = {
  /** How many seconds of work one owner may use of each `every`. */
  readonly seconds: number;
  readonly every: number;
  /** Nobody waits for longer. */
  readonly patienceSeconds: number;
  /** Of all that waits. */
  readonly mostBytes: number;
};

type QueuedWork = Work & { go: () => void; giveUp: (refusal: Refusal) => void };

export function openFairTurns({ seconds, every, patienceSeconds, mostBytes }: Limits): FairTurns {
  const waiting: QueuedWork[] = [];
  const spent = openBudget(seconds / every);
  let running: { until: number } | undefined;

  const rank = ({ owner, seconds: cost }: Work) => spent.of(owner) + cost;
  const bytesOf = (owner?: string) =>
    waiting.filter((each) => owner === undefined || each.owner === owner).reduce((all, { bytes }) => all + bytes, 0);

  const leave = (one: QueuedWork) => waiting.splice(waiting.indexOf(one), 1);

  /** Whoever holds most of the memory makes room for somebody who would hold less. */
  const makeRoom = ({ owner, bytes }: Work) => {
    while (bytesOf() + bytes > mostBytes) {
      const [most] = waiting.toSorted((one, other) => bytesOf(other.owner) - bytesOf(one.owner));
      if (!most || bytesOf(most.owner) <= bytesOf(owner) + bytes) refuse(busy(patienceSeconds / 2));
      waiting.findLast((each) => each.owner === most.owner)!.giveUp(busy(patienceSeconds / 2));
    }
  };

  const insistOnTurn = (work: Work) => {
    const own = waiting.filter((each) => each.owner === work.owner).reduce((all, each) => all + each.seconds, 0);
    const used = spent.of(work.owner) + own;
    if (used > 0 && used + work.seconds > seconds) refuse(yourOwn(((used + work.seconds - seconds) * every) / seconds));
    const before = waiting.filter((each) => rank(each) <= rank(work)).reduce((all, each) => all + each.seconds, 0);
    const wait = Math.max(0, ((running?.until ?? 0) - performance.now()) / 1000) + before;
    if (running && wait > patienceSeconds) refuse(busy(wait));
    makeRoom(work);
  };

  const next = () => {
    const [first] = waiting.toSorted((one, other) => rank(one) - rank(other));
    if (!first) return void (running = undefined);
    leave(first);
    first.go();
  };

  const wait = (work: Work) =>
    new Promise<void>((resolve, reject) => {
      const giveUp = (refusal: Refusal) => {
        leave(one);
        reject(new Refused(refusal));
      };
      const one: QueuedWork = { ...work, go: resolve, giveUp };
      waiting.push(one);
      setTimeout(() => waiting.includes(one) && giveUp(busy(patienceSeconds / 2)), patienceSeconds * 1000).unref();
    });

  return {
    async take(work, run) {
      insistOnTurn(work);
      if (running) await wait(work);
      const began = performance.now();
      running = { until: began + work.seconds * 1000 };
      try {
        return await run();
      } finally {
        spent.add(work.owner, (performance.now() - began) / 1000);
        // The turn is handed on, not given back, so that nobody slips in between.
        next();
      }
    },
  };
}

const busy = (seconds: number): Refusal => ({
  code: 'server.busy',
  message: 'Many pictures are being read just now. Please try again in a moment.',
  status: 503,
  extra: { retryAfter: Math.max(1, Math.ceil(seconds)) },
});

const yourOwn = (seconds: number): Refusal => ({
  code: 'limit.uploads',
  message: 'Please wait until your other pictures were read.',
  status: 429,
  extra: { retryAfter: Math.max(1, Math.ceil(seconds)) },
});
