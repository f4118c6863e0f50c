/**
 * Work that costs much of a node, a few pieces at a time, in fair turns: whoever has used least of late comes first,
 * and small work of theirs before large. Nobody uses more than a share of the time, so that one who asks for much
 * holds up nobody but themselves; and where a turn would come too late, that is said at once instead of in the end.
 */
import { refuse, Refused, type Refusal } from '#kernel/refusal.ts';
import { openBudget } from './budget.server.ts';

type Work = {
  readonly owner: string;
  /** What it holds while it waits: bytes, or 1 where only their number counts. */
  readonly size: number;
  /** What it is thought to take. */
  readonly seconds: number;
};

type FairTurns = { take<T>(work: Work, run: () => Promise<T>): Promise<T> };

type Limits = {
  readonly atOnce: number;
  /** How many seconds of work one owner may use of each `every`. */
  readonly seconds: number;
  readonly every: number;
  /** Nobody waits for longer. */
  readonly patienceSeconds: number;
  /** Of all that waits. */
  readonly mostSize: number;
  /** What is said where others are in the way, and where one's own share is used up. */
  readonly busy: string;
  readonly ownShare: string;
  /** The code of the latter; and when to come again where others are in the way, whatever waits. */
  readonly ownCode?: string;
  readonly busySeconds?: number;
};

type QueuedWork = Work & { timer: NodeJS.Timeout; go: () => void; giveUp: (refusal: Refusal) => void };

export function openFairTurns(limits: Limits): FairTurns {
  const { atOnce, seconds, every, patienceSeconds, mostSize } = limits;
  const { busy, ownShare } = refusalsOf(limits);
  const waiting: QueuedWork[] = [];
  const spent = openBudget(seconds / every);
  /** When each that runs is thought to be done. */
  const running = new Set<{ until: number }>();
  const tooMuch = () => busy(patienceSeconds / 2);

  const rank = ({ owner, seconds: cost }: Work) => spent.of(owner) + cost;
  const leave = (one: QueuedWork) => {
    clearTimeout(one.timer);
    waiting.splice(waiting.indexOf(one), 1);
  };

  const insistOnTurn = (work: Work) => {
    const used = spent.of(work.owner) + secondsOf(waiting.filter((each) => each.owner === work.owner));
    const over = used + work.seconds - seconds;
    if (used > 0 && over > 0) refuse(ownShare((over * every) / seconds));
    if (running.size < atOnce) return;
    const before = secondsOf(waiting.filter((each) => rank(each) <= rank(work))) / atOnce;
    const first = Math.min(...[...running].map(({ until }) => until));
    const wait = Math.max(0, (first - performance.now()) / 1000) + before;
    if (wait > patienceSeconds) refuse(busy(wait));
    const out = whoGivesUp(waiting, mostSize, work);
    if (!out) return refuse(tooMuch());
    for (const each of out) each.giveUp(tooMuch());
  };

  const next = () => {
    const [first] = waiting.toSorted((one, other) => rank(one) - rank(other));
    if (!first) return;
    leave(first);
    first.go();
  };

  const wait = (work: Work, begin: () => void) =>
    new Promise<void>((resolve, reject) => {
      const giveUp = (refusal: Refusal) => {
        leave(one);
        reject(new Refused(refusal));
      };
      const timer = setTimeout(() => giveUp(tooMuch()), patienceSeconds * 1000).unref();
      // The turn is handed on at once, so that nobody slips in between.
      const one: QueuedWork = { ...work, timer, go: () => resolve(begin()), giveUp };
      waiting.push(one);
    });

  return {
    async take(work, run) {
      insistOnTurn(work);
      const turn = { until: 0 };
      const begin = () => {
        turn.until = performance.now() + work.seconds * 1000;
        running.add(turn);
      };
      if (running.size < atOnce) begin();
      else await wait(work, begin);
      const began = performance.now();
      try {
        return await run();
      } finally {
        spent.add(work.owner, (performance.now() - began) / 1000);
        running.delete(turn);
        next();
      }
    },
  };
}

function refusalsOf({ busy, busySeconds, ownShare, ownCode = 'limit.uploads' }: Limits) {
  return {
    busy: (wait: number) => againIn(busySeconds ?? wait, { code: 'server.busy', message: busy, status: 503 }),
    ownShare: (wait: number) => againIn(wait, { code: ownCode, message: ownShare, status: 429 }),
  };
}

/** With when to come again. */
function againIn(seconds: number, refusal: Refusal): Refusal {
  return { ...refusal, extra: { retryAfter: Math.max(1, Math.ceil(seconds)) } };
}

const secondsOf = (works: readonly Work[]) => works.reduce((all, each) => all + each.seconds, 0);

/** Whoever holds most of the room makes some for somebody who would hold less; undefined where nobody does. */
function whoGivesUp(waiting: readonly QueuedWork[], mostSize: number, { owner, size }: Work): QueuedWork[] | undefined {
  const sizes = new Map<string, number>();
  for (const each of waiting) sizes.set(each.owner, (sizes.get(each.owner) ?? 0) + each.size);
  let free = mostSize - [...sizes.values()].reduce((all, each) => all + each, 0);
  const out: QueuedWork[] = [];
  while (free < size) {
    const [most] = [...sizes].toSorted(([, one], [, other]) => other - one);
    if (!most || most[1] <= (sizes.get(owner) ?? 0) + size) return undefined;
    const last = waiting.findLast((each) => each.owner === most[0] && !out.includes(each))!;
    out.push(last);
    sizes.set(most[0], most[1] - last.size);
    free += last.size;
  }
  return out;
}
