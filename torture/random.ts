/** Random choices that can be repeated: all of them follow from one printed number, the seed. */
export type Random = {
  /** From 0 up to 1, without 1. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the names, as often as its weight says. */
  weighed<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
  /** A source of its own, so that one actor's choices do not depend on how fast another is. */
  apart(name: string): Random;
  shuffled<T>(list: readonly T[]): T[];
};

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const random: Random = {
    next,
    whole,
    chance: (share) => next() < share,
    pick: (list) => list[whole(0, list.length - 1)]!,
    weighed(weights) {
      const names = Object.keys(weights) as (keyof typeof weights)[];
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0);
      return names.find((name) => (left -= weights[name]) < 0) ?? names.at(-1)!;
    },
    apart: (name) =>
      randomFrom(
        [...name].reduce((sum, letter) => Math.imul(sum ^ letter.codePointAt(0)!, 16_777_619), seed ^ 0x811c9dc5),
      ),
    shuffled(list) {
      const left = [...list];
      return list.map(() => left.splice(whole(0, left.length - 1), 1)[0]!);
    },
  };
  return random;
}
