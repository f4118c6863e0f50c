import { expect, it } from 'vitest';
import { countsOf } from './useCounts.tsx';

it('adds up what this admin can decide under the names that the menu uses', () => {
  const none = { late: 0, oldest: null, pending: 9 };
  const queues = [
    { kind: 'application', adType: 'Google', ...none, mine: 2 },
    { kind: 'deposit', adType: 'Facebook', ...none, mine: 1 },
    { kind: 'refund', adType: 'Google', ...none, mine: 2 },
    { kind: 'refund', adType: 'Bing', ...none, mine: 1 },
    { kind: 'topup', adType: null, ...none, mine: 3 },
  ] as const;
  const counts = countsOf({ total: { mine: 8 }, queues: [...queues], proposals: { total: 5, mine: 4 } });
  expect(counts).toMatchObject({
    all: 8,
    second: 4,
    'Google application': 2,
    'Facebook deposit': 1,
    refund: 3,
    topup: 3,
  });
});
