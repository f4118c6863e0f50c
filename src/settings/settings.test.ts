import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { inJson } from '#kernel/json.ts';
import { eachOf, isRow, type Row, type Rows } from './row.ts';
import { updateSettings } from './settings.api.ts';
import { defaults, fromStored, loosens, merged, onWire, rows, type Settings } from './settings.ts';
import { bodyOf, read, typedOf } from './typed.ts';

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
const leaves = (of: Row<unknown> | Rows, path: string[] = []): Leaf[] =>
  isRow(of) ? [{ path, way: of.looser }] : Object.entries(of).flatMap(([name, part]) => leaves(part, [...path, name]));

const plus = (now: unknown, n: number) => (typeof now === 'bigint' ? now + BigInt(n) : (now as number) + n);
const to: Record<string, ((now: unknown) => unknown)[]> = {
  off: [() => true, () => false],
  on: [() => false, () => true],
  more: [(now) => plus(now, -1), (now) => plus(now, 1)],
  less: [(now) => plus(now, 1), (now) => plus(now, -1)],
};

test.each(
  leaves(rows)
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

/** Another value than this. */
function other(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  return Array.isArray(value) ? value.slice(1) : plus(value, 1);
}

test('every setting is stored, shown, typed and changed: row, calls and form name all of them', () => {
  const changed = eachOf(rows, [], (row, name) => [name, other(row.standard)]) as unknown as Settings;
  expect(fromStored(inJson(changed))).toEqual(changed);
  const shown = onWire(changed);
  const answer = z.encode(updateSettings.output!, { message: '', settings: shown });
  expect(z.decode(updateSettings.output!, answer).settings).toEqual(shown);
  const { wish } = read(typedOf(shown));
  expect(merged(defaults, z.decode(updateSettings.body!, bodyOf(wish!)))).toEqual(changed);
});
