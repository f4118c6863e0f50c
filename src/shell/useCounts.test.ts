import { expect, it } from 'vitest';
import { words } from './shell.words.ts';
import { countsOf } from './useCounts.tsx';

it('adds up what waits and what of it this admin can decide, under the names that the menu uses', () => {
  const none = { late: 0, oldest: null, pending: 9 };
  const queues = [
    { kind: 'application', adType: 'Google', ...none, mine: 2 },
    { kind: 'deposit', adType: 'Facebook', ...none, mine: 1 },
    { kind: 'refund', adType: 'Google', ...none, mine: 2 },
    { kind: 'refund', adType: 'Bing', ...none, mine: 1 },
    { kind: 'topup', adType: null, ...none, mine: 3 },
  ] as const;
  const counts = countsOf({ total: { mine: 8, pending: 45 }, queues: [...queues], proposals: { total: 5, mine: 4 } });
  expect(counts).toMatchObject({
    all: { mine: 8, all: 45 },
    second: { mine: 4, all: 4 },
    'Google application': { mine: 2, all: 9 },
    'Facebook deposit': { mine: 1, all: 9 },
    refund: { mine: 3, all: 18 },
    topup: { mine: 3, all: 9 },
  });
  expect(words.waiting(counts.all!)).toBe('8 of 45 requests wait for your decision');
  expect(words.waiting({ mine: 1, all: 1 })).toBe('1 request waits for a decision');
  expect([words.count(counts.refund!), words.count({ mine: 3, all: 3 })]).toEqual(['3 of 18', '3']);
});
