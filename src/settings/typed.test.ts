import { expect, test } from 'vitest';
import { defaults, onWire } from './settings.ts';
import { bodyOf, read, typedOf, wishOf } from './typed.ts';

const shown = onWire(defaults);
const typed = typedOf(shown);

test('what stands in the fields untouched is what holds', () => {
  expect(read(typed)).toEqual({ wish: shown });
  expect(typed).toMatchObject({ openingFee: '30.00', topUpRate: '15', deposits: '0, 15, 30, 50, 100, 200, 500' });
});

test('a fee is read to the hundredth of a per cent, amounts to the cent', () => {
  const { wish } = read({ ...typed, topUpRate: ' 12,25 ', openingFee: '29.9', deposits: '0, $99.99,, ' });
  expect(wish).toMatchObject({ topUpBasisPoints: 1_225, openingFee: 2_990n, depositOptions: [0n, 9_999n] });
  expect(bodyOf(wish!)).toMatchObject({
    topUpBasisPoints: 1_225,
    openingFee: '29.90',
    depositOptions: ['0.00', '99.99'],
  });
});

test('of the deposits on offer one at least is one that an order is not refused for', () => {
  const said = (deposits: string) => read({ ...typed, leastDeposit: '50', deposits }).faults?.deposits;
  expect(said('15, 49.99')).toBe('Please offer $0.00, or an amount of $50.00 or more.');
  expect([said('0, 15'), said('15, 50')]).toEqual([undefined, undefined]);
});

test('what was changed is sent alone, also of a group', () => {
  const wishIn = (part: Partial<typeof typed>) => wishOf(shown, read({ ...typed, ...part }).wish!);
  expect(wishIn({ openingFee: '30' })).toEqual({});
  expect(wishIn({ openingFee: '31', moneyInAbove: '7', platforms: ['Google'] })).toEqual({
    openingFee: '31.00',
    secondPair: { moneyInAbove: '7.00' },
    platforms: ['Google'],
  });
});

test('what is no fee and no amount is named by its field, and nothing is sent', () => {
  for (const topUpRate of ['', '-1', '100.01', '12.345', '1e1', '0x10', 'fifteen'])
    expect(read({ ...typed, topUpRate }), topUpRate).toEqual({
      faults: { topUpRate: 'Please enter a fee from 0 to 100%.' },
    });
  expect(Object.keys(read({ ...typed, openingFee: '3o', refundsAbove: '', withdrawalsAbove: '-5' }).faults!)).toEqual([
    'openingFee',
    'refundsAbove',
    'withdrawalsAbove',
  ]);
  // A comma inside an amount makes two of it; none is offered twice.
  for (const deposits of [
    '',
    ' , ',
    '15, ten',
    '15; 30',
    '0, 500, 1,000',
    '500,1,000',
    '0, 1,500',
    '1,500',
    '50,1,500',
    '15, 15.00',
  ])
    expect(read({ ...typed, deposits }).faults, deposits).toEqual({
      deposits: 'Please enter amounts separated by commas.',
    });
});
