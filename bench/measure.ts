/** How benchmarks measure: a number of callers, each asking again as soon as it is answered, for a while. */

import { dayAfter, dayAt } from '#kernel/days.ts';

/** The day so many days ago, in UTC. */
export const dayAgo = (days: number) => dayAfter(dayAt(new Date()), -days);

/** `calls` were counted; `made` were all, the warm-up's too. */
export type Measured = { perSecond: number; p50: number; p99: number; calls: number; made: number };

/** Lets `callers` call `work(caller, call)` for `seconds`, after a warm-up of a fifth of it that is not counted. */
export async function measure(
  callers: number,
  seconds: number,
  work: (caller: number, call: number) => Promise<unknown>,
): Promise<Measured> {
  const times: number[] = [];
  let made = 0;
  const begin = performance.now();
  const from = begin + seconds * 200;
  const until = from + seconds * 1000;
  const one = async (caller: number) => {
    for (let call = 0; ; call++) {
      const start = performance.now();
      if (start >= until) return;
      await work(caller, call);
      made += 1;
      const end = performance.now();
      if (end >= from && end <= until) times.push(end - start);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => one(caller)));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), calls: times.length, made };
}

/**
 * Medians of works that take less than a millisecond: one call of each in turn, so that whatever else the machine does
 * meets all of them alike, for `seconds` after a warm-up of a fifth of it.
 */
export async function inTurn(works: readonly (() => Promise<unknown>)[], seconds: number): Promise<number[]> {
  const times: number[][] = works.map(() => []);
  const from = performance.now() + seconds * 200;
  const until = from + seconds * 1000;
  for (let round = 0; performance.now() < until; round++) {
    for (let n = 0; n < works.length; n++) {
      const at = (n + round) % works.length;
      const start = performance.now();
      await works[at]!();
      if (start >= from) times[at]!.push(performance.now() - start);
    }
  }
  return times.map(median);
}

/** Of several runs each figure's median, whatever figures they are. */
export function medians<Figures extends Readonly<Record<string, number>>>(runs: readonly Figures[]): Figures {
  return Object.fromEntries(
    Object.keys(runs[0]!).map((name) => [name, median(runs.map((run) => run[name]!))]),
  ) as Figures;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted.length === 0 ? Number.NaN : (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}
