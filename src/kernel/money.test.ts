import { describe, expect, test } from 'vitest';
import { basisPointsOf, centsOf, grouped, plainAmount, shareOf, splitByLargestRemainder, usd } from './money.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [12_345_678, '12,345,678'],
  [-1_234, '-1,234'],
  [-123, '-123'],
])('%d is written as %s, as an amount is', (whole, written) => {
  expect(grouped(whole)).toBe(written);
  expect(usd(BigInt(whole) * 100n)).toBe(`${written.replace(/-?/, (sign) => `${sign}$`)}.00`);
});

describe('a share in basis points', () => {
  test.each([
    [0n, 1_500n, 0n],
    [1n, 1_500n, 0n],
    [3n, 1_500n, 0n],
    // 0.495, 0.5 and 0.645 of a cent
    [33n, 150n, 0n],
    [10n, 500n, 1n],
    [43n, 150n, 1n],
    [4_999n, 1n, 0n],
    [5_000n, 1n, 1n],
    [10n, 1_500n, 2n],
    [30n, 1_500n, 5n],
    [16_30n, 1_500n, 2_45n],
    [100_00n, 1_500n, 15_00n],
    [1_000_000_00n, 1_500n, 150_000_00n],
    [33_33n, 10_000n, 33_33n],
  ])('of %d cents by %d is %d, half a cent up', (cents, points, share) => {
    expect(shareOf(cents, points)).toBe(share);
  });
});

describe('an amount as people write it', () => {
  test.each([
    ['50', 50_00n],
    ['$1,234.50', 1_234_50n],
    [' 1,200 ', 1_200_00n],
    [' 1 000 ', 1_000_00n],
    ['0.5', 50n],
    ['1,234,567', 1_234_567_00n],
    // a phone in Berlin, Hanoi or Jakarta
    ['44,50', 44_50n],
    ['0,5', 50n],
    ['1200,05', 1_200_05n],
    ['1.234,50', 1_234_50n],
    ['1 234,50', 1_234_50n],
    ['$ 1\u202f234\u00a0567.5', 1_234_567_50n],
    // a keyboard for Chinese
    ['１００．５', 100_50n],
    ['４４，５０', 44_50n],
    // keyboards for Arabic, Persian and Urdu, for Hindi and for Thai
    ['٤٤٫٥٠', 44_50n],
    ['١٬٢٣٤٫٥', 1_234_50n],
    ['۱۲۰۰', 1_200_00n],
    ['۴۴٫۵', 44_50n],
    ['५०.२५', 50_25n],
    ['๔๔.๕๐', 44_50n],
    ['\u200f٥٠\u200e', 50_00n],
  ])('%s', (typed, cents) => {
    expect(centsOf(plainAmount(typed))).toBe(cents);
  });

  test.each([
    '1.234',
    '0,500',
    '1,2345',
    '12,34,567',
    '1.234.567',
    '1,234,50',
    '1.234.50',
    '1,',
    ',5',
    '-5',
    '1e3',
    '٤٤،٥٠',
    '44 50',
    '$50 $60',
    '50\n60',
    '1 5000',
    '١٫٢٣٤',
    '½',
    '',
  ])('%s is none, or could be two', (typed) => {
    expect(centsOf(plainAmount(typed))).toBeUndefined();
  });
});

describe('a total over weights', () => {
  test.each<[bigint, readonly bigint[], readonly bigint[]]>([
    [10n, [1n, 1n, 1n], [4n, 3n, 3n]],
    [11n, [1n, 1n, 1n], [4n, 4n, 3n]],
    // 1.25, 3.75 and 5.00: the odd cent goes to the largest rest
    [10n, [1n, 3n, 4n], [1n, 4n, 5n]],
    [100n, [0n, 0n, 7n], [0n, 0n, 100n]],
    [7n, [0n, 0n], [4n, 3n]],
    [0n, [5n, 6n], [0n, 0n]],
    [5n, [], []],
  ])('%d over %s is %s', (total, weights, parts) => {
    expect(splitByLargestRemainder(total, weights)).toEqual(parts);
  });
});

test.each([
  ['15', 1_500],
  [' 12,5 ', 1_250],
  ['100', 10_000],
  ['0', 0],
  ['100.01', undefined],
  ['12.345', undefined],
  ['', undefined],
])('a percentage of %j is %s basis points', (typed, points) => {
  expect(basisPointsOf(typed)).toBe(points);
});
