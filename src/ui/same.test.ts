import { expect, test } from 'vitest';
import { isSame } from './same.ts';

const row = (cents: bigint) => ({ cents, at: new Date(1_000), note: null, lines: [{ id: 'GA-1' }] });
const list = (total: number) => Object.assign([row(1n)], { total });

test('answers that say the same are the same, with their cents, dates and totals', () => {
  expect(isSame(list(3), list(3))).toBe(true);
  expect(isSame([], [])).toBe(true);
});

test.each([
  ['a cent', list(3), Object.assign([row(2n)], { total: 3 })],
  ['a total', list(3), list(4)],
  ['a row', [row(1n)], [row(1n), row(1n)]],
  ['a moment', { at: new Date(1) }, { at: new Date(2) }],
  ['a date that is none', { at: new Date(1) }, { at: 1 }],
  ['nothing instead of something', { at: null }, { at: {} }],
  ['another field', { one: undefined }, { other: undefined }],
  ['an order', [1, 2], [2, 1]],
  ['a list instead of its rows by number', [1], { 0: 1 }],
  ['an answer where there was none', undefined, {}],
])('%s makes them differ', (_, one, other) => {
  expect(isSame(one, other)).toBe(false);
  expect(isSame(other, one)).toBe(false);
});
