/** Words of yes and no as programs and forms write them; what is neither is no quiet no. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { dryRun, moneyIn, orBlank, tick, tickOrNone } from './fields.ts';

const read = (field: z.core.$ZodType, value: unknown) => {
  const { success, data, error } = z.safeDecode(field, value as never);
  return success ? data : error!.issues[0]!.message;
};
const fields = { tick, tickOrNone, dryRun };
const neither = 'This must be yes or no.';
const dry = 'Please say whether this is a dry run: true or false.';

test.each(Object.entries(fields))('%s reads each word in any case of letters', (_, field) => {
  for (const yes of [true, 'true', 'True', ' TRUE ', 'on', 'On', '1', 1]) expect(read(field, yes)).toBe(true);
  for (const no of [false, 'false', 'FALSE', ' false', 'off', '0', 0]) expect(read(field, no)).toBe(false);
});

test.each(Object.entries(fields))('%s refuses what is neither', (name, field) => {
  for (const value of ['yes', 'no', 'tru', 'null', '10', 2, -1, Number.NaN, null, [], {}, 't'.repeat(40)])
    expect(read(field, value), String(value)).toBe(name === 'dryRun' ? dry : neither);
});

test('left out it is no for a tick box, nothing for a choice, and refused for a dry run; so is an empty one', () => {
  const each = (value: unknown) => Object.values(fields).map((field) => read(field, value));
  expect(each(undefined)).toEqual([false, undefined, dry]);
  for (const empty of ['', ' ']) expect(each(empty)).toEqual([false, neither, dry]);
});

test('a choice that may be left open is blank where it is empty or missing, and refuses every other value', () => {
  const field = orBlank(z.enum(['Tron', 'Ethereum']), 'Please choose a network.');
  expect(['Tron', '', undefined].map((value) => read(field, value))).toEqual(['Tron', '', '']);
  for (const value of ['tron', 0, null]) expect(read(field, value)).toBe('Please choose a network.');
});

test('of an amount within the bounds it is the third decimal that is refused', () => {
  for (const amount of ['12.345', 12.345, '0.010', '1.234'])
    expect(read(moneyIn, amount), String(amount)).toBe('Please enter an amount with at most two decimals.');
  for (const amount of ['0.001', 0.001, '0', '1000000.01', '12.34.5', '-1.005'])
    expect(read(moneyIn, amount), String(amount)).toBe('Please enter an amount from 0.01 to 1,000,000.00.');
});
