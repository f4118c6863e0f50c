import { expect, test } from 'vitest';
import { defaults, loosens, looser, type Settings } from './settings.ts';

const on: Settings = { ...defaults, secondPair: { ...defaults.secondPair, on: true } };

/** These settings with one leaf changed, in the direction of its declaration or against it. */
function changed(path: readonly string[], value: (now: unknown) => unknown): Settings {
  const next = structuredClone(on) as unknown as Record<string, unknown>;
  const last = path.at(-1)!;
  const part = path.slice(0, -1).reduce((at, name) => at[name] as Record<string, unknown>, next);
  part[last] = value(part[last]);
  return next as unknown as Settings;
}

type Leaf = { path: string[]; way: string };
const leaves = (way: unknown, path: string[] = []): Leaf[] =>
  typeof way === 'string'
    ? [{ path, way }]
    : Object.entries(way as object).flatMap(([name, part]) => leaves(part, [...path, name]));

const plus = (now: unknown, n: number) => (typeof now === 'bigint' ? now + BigInt(n) : (now as number) + n);
const to: Record<string, ((now: unknown) => unknown)[]> = {
  off: [() => true, () => false],
  on: [() => false, () => true],
  more: [(now) => plus(now, -1), (now) => plus(now, 1)],
  less: [(now) => plus(now, 1), (now) => plus(now, -1)],
};

test.each(
  leaves(looser)
    .filter(({ way }) => way !== 'neither')
    .map((leaf) => [leaf.path.join('.'), leaf] as const),
)('%s is loosened in one direction only, and only while the second pair of eyes is on', (_name, { path, way }) => {
  const [tighter, looserValue] = to[way]!;
  const before = way === 'off' ? changed(path, tighter!) : on;
  const after = changed(path, looserValue!);
  expect(loosens(before, after)).toBe(true);
  expect(loosens(after.secondPair.on ? after : on, changed(path, tighter!))).toBe(false);
  const switchedOff = { ...before, secondPair: { ...before.secondPair, on: false } };
  expect(loosens(switchedOff, after)).toBe(false);
});

test('what guards nothing is changed by one', () => {
  expect(loosens(on, { ...on, openingFeeCents: 0n, platforms: [], refundsReturnFee: false })).toBe(false);
  expect(loosens({ ...on, adminsNeedTwoFactor: true }, on)).toBe(true);
});
