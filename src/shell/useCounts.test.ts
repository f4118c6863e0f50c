import { expect, it } from 'vitest';
import { countsOf } from './useCounts.tsx';

it('adds the queues up under the names that the menu uses', () => {
  const none = { late: 0, oldest: null };
  const counts = countsOf(9, [
    { kind: 'application', adType: 'Google', pending: 2, ...none },
    { kind: 'deposit', adType: 'Facebook', pending: 1, ...none },
    { kind: 'refund', adType: 'Google', pending: 2, ...none },
    { kind: 'refund', adType: 'Bing', pending: 1, ...none },
    { kind: 'topup', adType: null, pending: 3, ...none },
  ]);
  expect(counts).toMatchObject({ all: 9, 'Google application': 2, 'Facebook deposit': 1, refund: 3, topup: 3 });
});
