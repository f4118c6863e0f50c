import { expect, test } from 'vitest';
import { foundIn, ownRequests } from './FinderResults.tsx';
import { actionIn, amountIn } from './finding.ts';
import { words } from './finding.words.ts';

test('an amount is read however it is typed, and the words before it say whose', () => {
  for (const q of ['500', '$500', '500.00', ' $ 500 ', '500$'])
    expect(amountIn(q)).toEqual({ who: '', cents: 50_000n });
  expect(amountIn('sofia 500')).toEqual({ who: 'sofia', cents: 50_000n });
  expect(amountIn('Sofia Marino $1,500.5')).toEqual({ who: 'Sofia Marino', cents: 150_050n });
  expect(amountIn('sofia 44,50')).toEqual({ who: 'sofia', cents: 44_50n });
  expect(amountIn('1.234,5')).toEqual({ who: '', cents: 123_450n });
  for (const q of ['1.234', '1,2345', 'sofia', 'TU-7K3Q-X2MF', '123-456-7890', '0xfeed42', '5.5.5', ''])
    expect(amountIn(q)).toBeUndefined();
});

test('something to be done is read with whom it is for', () => {
  expect(actionIn('Change price of Sofia', words.actions)!.of).toBe('Sofia');
  expect(actionIn('change price of Sofia', words.actions)!.action.to('US-1', 'Sofia')).toBe('/admin/users/US-1#prices');
  expect(actionIn('requests of Ana Lima', words.actions)!.action.label('Ana Lima')).toBe('All requests of Ana Lima');
  expect(actionIn('price', words.actions)).toBeUndefined();
  expect(actionIn('Sofia', words.actions)).toBeUndefined();
});

test('a client names what to do with which account', () => {
  expect(actionIn('Deposit to Summer', words.ownActions)!.of).toBe('Summer');
  expect(actionIn('refund of 123-456', words.ownActions)!.action.label('123-456')).toBe('Refund from 123-456');
  expect(actionIn('Summer', words.ownActions)).toBeUndefined();
});

test('a client’s own requests are found under the names that clients use', () => {
  const request = { applyId: 'GA-7K3Q-X2MF', kind: 'application', adType: 'Google', state: 'Pending' } as const;
  const found = {
    message: '',
    accounts: [],
    requests: [{ ...request, amount: 30_00n, totalCost: 30_00n, createdAt: new Date(0), at: '/' }],
  };
  const [{ label, beside }] = ownRequests(found) as [ReturnType<typeof ownRequests>[number]];
  expect([label, beside]).toEqual(['Google ad account order GA-7K3Q-X2MF', '$30.00 · Pending']);
});

test('a request is found with the amount that the queue shows, and with one word for each state', () => {
  const userId = { _id: 'US-1', username: 'Ana Lima' };
  const request = { kind: 'deposit', userId, amount: 200_00n, createdAt: new Date(0) } as const;
  const found: Parameters<typeof foundIn>[0] = {
    message: '',
    errors: [],
    accounts: [],
    users: [],
    requests: [
      { ...request, applyId: 'GD-1', adType: 'Google', state: 'Completed', totalCost: 260_00n },
      { ...request, applyId: 'BD-1', adType: 'Bing', state: 'Approved', totalCost: 200_00n },
    ],
  };
  expect(foundIn(found).map(({ beside }) => beside)).toEqual([
    '$200.00, $260.00 with fees · Ana Lima · Approved',
    '$200.00 · Ana Lima · Approved',
  ]);
});
