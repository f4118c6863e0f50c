import { expect, test } from 'vitest';
import { stagesOf } from './FirstSteps.tsx';

const before = {
  message: '',
  wallet: 0n,
  held: 0n,
  waiting: [],
  waitingTotal: 0,
  rejected: [],
  outlook: { running: 0, remaining: null, next: null },
  accounts: [{ platform: 'Google' as const, accounts: 0, balance: 0n, left: null }],
  opened: false,
  movements: [],
};

test('the first account is ordered once: of a client whose accounts are all closed it stays done', () => {
  expect(stagesOf(before)).toEqual({ money: 'open', account: 'open' });
  const line = { at: new Date(0), applyId: 'TU-7K3Q-X2MF', text: 'Top-up', amount: 100_00n, balance: 100_00n };
  expect(stagesOf({ ...before, opened: true, movements: [line] })).toEqual({ money: 'done', account: 'done' });
});
