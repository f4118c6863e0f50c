import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sum } from '#kernel/money.ts';
import { adsIdsIn, application, feesOfLines, priceOrder, refusalToOpen } from './application.ts';
import { priceDeposit } from './deposit.ts';
import { feeShare } from './refund.ts';

const rate = 1_500n;
const offered: bigint[] = [0n, 15_00n, 30_00n, 50_00n, 100_00n, 200_00n, 500_00n, 1n, 33n, 99_99n];
const deposits = fc.array(fc.constantFrom(...offered), {
  minLength: 1,
  maxLength: 10,
});

describe('the price of an order', () => {
  test('is deposits, one opening fee, and 15 % of the total deposit half up to the cent', () => {
    fc.assert(
      fc.property(deposits, (amounts) => {
        const price = priceOrder(amounts, 30_00n, rate);
        const total = amounts.reduce((a, b) => a + b, 0n);
        expect(price.feeCents * 100n >= total * 15n - 50n && price.feeCents * 100n <= total * 15n + 50n).toBe(true);
        expect(price.totalCents).toBe(total + 30_00n + price.feeCents);
      }),
      { numRuns: 5_000 },
    );
    expect(priceOrder([10n], 0n, rate).feeCents).toBe(2n);
    expect(priceOrder([3n], 0n, rate).feeCents).toBe(0n);
    expect(priceOrder([], 30_00n, rate)).toMatchObject({ amountCents: 0n, feeCents: 0n, totalCents: 30_00n });
  });

  test('of a deposit is rounded for each row', () => {
    expect(sum([priceDeposit(10n, rate), priceDeposit(10n, rate)].map((price) => price.feeCents))).toBe(4n);
  });
});

describe('the parts of an order', () => {
  test('add up to it exactly, each within a cent of its share of the fee', () => {
    fc.assert(
      fc.property(deposits, (amounts) => {
        const { amountCents, feeCents } = priceOrder(amounts, 30_00n, rate);
        const fees = feesOfLines(feeCents, amounts);
        const parts = amounts.map((each, place) => ({ amountCents: each, feeCents: fees[place]! }));
        expect(sum(parts.map((part) => part.feeCents))).toBe(feeCents);
        for (const part of parts) {
          expect(part.amountCents > 0n || part.feeCents === 0n).toBe(true);
          const exact = amountCents === 0n ? 0n : (feeCents * part.amountCents) / amountCents;
          expect(part.feeCents - exact).toBeOneOf([0n, 1n]);
        }
      }),
      { numRuns: 5_000 },
    );
  });
});

test('no series of refunds returns more fee than was taken, and an emptied account has none left', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 1n, max: 500_00n }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.bigInt({ min: 1n, max: 300_00n }), { maxLength: 30 }),
      (puts, takes) => {
        let balance = sum(puts);
        let left = sum(puts.map((put) => priceDeposit(put, rate).feeCents));
        const taken = left;
        let given = 0n;
        for (const take of [...takes.filter((one) => one <= balance), 0n]) {
          const amount = take === 0n || take > balance ? balance : take;
          const share = feeShare(amount, left, balance);
          expect(share >= 0n && share <= left).toBe(true);
          balance -= amount;
          left -= share;
          given += share;
        }
        expect([balance, left]).toEqual([0n, 0n]);
        expect(given).toBe(taken);
      },
    ),
    { numRuns: 5_000 },
  );
});

describe('Ads IDs as typed', () => {
  test('are separated by commas or lines, and refused where one is there twice', () => {
    expect(adsIdsIn(' a-1,\n b2 ,, A 1\r\nc ')).toEqual(['a-1', 'b2', 'A 1', 'c']);
    expect(refusalToOpen(['a-1', 'b2', 'A 1', 'c'], 4)?.message).toBe('The Ads ID a1 is there twice.');
    expect(adsIdsIn(' - , ')).toEqual([]);
    expect(adsIdsIn('act_1234567890, ACT=12-34, Account ID: act_77')).toEqual(['1234567890', '12-34', '77']);
    expect(adsIdsIn('act_now, actual_12, contact_12')).toEqual(['act_now', 'actual_12', 'contact_12']);
  });

  test('are told apart by the commas of every keyboard, and are one however they were pasted', () => {
    expect(adsIdsIn('a-1，b2、c')).toEqual(['a-1', 'b2', 'c']);
    expect(adsIdsIn('\u200b123\u2011456\u00ad， １２３−４５７')).toEqual(['123-456', '123-457']);
    expect(refusalToOpen(adsIdsIn('a-1，'), 2)?.message).toContain('comma');
  });

  test('are never one for the whole order where a comma says that another was meant', () => {
    for (const text of ['a-1,', ', a-1', 'a-1,\n'])
      expect(refusalToOpen(adsIdsIn(text), 2)?.message).toContain('comma');
    expect(refusalToOpen(adsIdsIn('a-1\n'), 2)).toBeUndefined();
    expect(refusalToOpen(adsIdsIn('a-1, b2,'), 2)).toBeUndefined();
  });

  test('are told apart as a sheet, a chat or a keyboard for Arabic parts them, and lose label and number', () => {
    for (const between of ['\t', ';', '；', '، ', '\n\t']) {
      expect(adsIdsIn(`123-456-7890${between}234-567-8901`)).toEqual(['123-456-7890', '234-567-8901']);
    }
    expect(adsIdsIn('Ads ID: 123-456-7890')).toEqual(['123-456-7890']);
    expect(adsIdsIn('ID：123-456-7890\nid: b2')).toEqual(['123-456-7890', 'b2']);
    expect(adsIdsIn('1. 123-456-7890\n2) 234-567-8901')).toEqual(['123-456-7890', '234-567-8901']);
    expect(adsIdsIn('1.5')).toEqual(['1.5']);
  });

  test('are never one for the whole order where several stand in a line, as a field of one line makes of a pasted list', () => {
    for (const accounts of [0, 1, 2, 3]) {
      for (const list of ['123-456-7890 234-567-8901', '1234567890123456 2345678901234567']) {
        expect(refusalToOpen(adsIdsIn(list), accounts)?.message).toBe(
          'Please put a comma or a new line between Ads IDs.',
        );
      }
    }
    for (const one of ['123 456 7890', '123-456-7890', '1234567890123456', 'Order 12345678']) {
      expect(refusalToOpen(adsIdsIn(one), 2)).toBeUndefined();
    }
  });

  test('are one for the order, or one for each row, or 1 to 10 for a monthly order', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => `${n}`);
    expect(refusalToOpen(ids(1), 5)).toBeUndefined();
    expect(refusalToOpen(ids(5), 5)).toBeUndefined();
    expect(refusalToOpen(ids(4), 5)?.field).toBe('adsId');
    expect(refusalToOpen(ids(0), 1)?.status).toBe(400);
    expect(refusalToOpen(ids(10), 0)).toBeUndefined();
    expect(refusalToOpen(ids(11), 0)?.status).toBe(400);
    expect(refusalToOpen(['x'.repeat(65)], 1)?.status).toBe(400);
    expect(application.opens!('a, b', 2)).toEqual(['a', 'b']);
  });
});
