/**
 * What a setting can be: an amount, a switch, a number. With what its row in `settings.ts` says, it follows how a
 * setting is stored, how it crosses the wire, and what changes it.
 */
import type { Cents } from '#kernel/money.ts';
import { platforms, type Platform } from '#platforms/platforms.ts';

export type Row<Value> = {
  /** Its name on the wire. */
  readonly wire: string;
  /** What holds before anybody changed anything. */
  readonly standard: Value;
  /** In which direction a change takes safety away. */
  readonly looser: 'on' | 'off' | 'more' | 'less' | 'neither';
  /** As a version has it, in which cents are text; undefined where that was written before the setting existed. */
  fromStored(stored: unknown): Value | undefined;
  onWire(value: Value): unknown;
  fromWire(sent: unknown): Value;
};
/** Rows by the names of the settings; some are in a group. */
export type Rows = { readonly [name: string]: Row<unknown> | Rows };
export type ValuesOf<Of> = {
  readonly [Name in keyof Of]: Of[Name] extends Row<infer Value> ? Value : ValuesOf<Of[Name]>;
};

const sameOnWire = { onWire: (value: unknown) => value, fromWire: (sent: unknown) => sent as never };
const centsOf = (stored: unknown) => (typeof stored === 'string' ? BigInt(stored) : undefined);

export const amount = (wire: string, standard: Cents, looser: 'more' | 'less' | 'neither'): Row<Cents> => ({
  wire,
  standard,
  looser,
  ...sameOnWire,
  fromStored: centsOf,
});

export const share = (wire: string, standard: bigint, looser: 'more' | 'less' | 'neither'): Row<bigint> => ({
  wire,
  standard,
  looser,
  fromStored: centsOf,
  onWire: Number,
  fromWire: (sent) => BigInt(sent as number),
});

export const count = (wire: string, standard: number, looser: 'more' | 'less' | 'neither'): Row<number> => ({
  wire,
  standard,
  looser,
  ...sameOnWire,
  fromStored: (stored) => (typeof stored === 'number' ? stored : undefined),
});

/** Yes or no. */
export const flag = (wire: string, standard: boolean, looser: 'on' | 'off' | 'neither'): Row<boolean> => ({
  wire,
  standard,
  looser,
  ...sameOnWire,
  fromStored: (stored) => (typeof stored === 'boolean' ? stored : undefined),
});

export const amounts = (wire: string, standard: readonly Cents[]): Row<readonly Cents[]> => ({
  wire,
  standard,
  looser: 'neither',
  ...sameOnWire,
  fromStored: (stored) => (Array.isArray(stored) ? stored.map((each) => BigInt(each as string)) : undefined),
});

/** In the order of the registry, however they were sent. */
export const chosen = (wire: string, standard: readonly Platform[]): Row<readonly Platform[]> => ({
  wire,
  standard,
  looser: 'neither',
  fromStored: (stored) => (Array.isArray(stored) ? platforms.filter((name) => stored.includes(name)) : undefined),
  onWire: (value) => value,
  fromWire: (sent) => platforms.filter((name) => (sent as readonly string[]).includes(name)),
});

export function isRow(of: Row<unknown> | Rows): of is Row<unknown> {
  return typeof of['fromStored'] === 'function';
}

type Values = { readonly [name: string]: unknown };

/**
 * What `one` makes of every setting: a name and a value, in the group of the setting. `parts` are what it is made of,
 * grouped likewise; what a part leaves out is undefined.
 */
export function eachOf(
  rows: Rows,
  parts: readonly unknown[],
  one: (row: Row<unknown>, name: string, parts: readonly Values[]) => readonly [string, unknown],
): Values {
  const values = parts.map((part) => (part ?? {}) as Values);
  const made = Object.entries(rows).map(([name, of]) => {
    const inside = values.map((each) => each[name]);
    return isRow(of) ? one(of, name, values) : ([name, eachOf(of, inside, one)] as const);
  });
  return Object.fromEntries(made);
}
