import { afterEach, expect, test, vi } from 'vitest';
import { attemptOf, dropAllDrafts, endAttempt, isLost, keepLost } from './drafts.tsx';

const barred = () => {
  throw new Error('No storage here.');
};
vi.stubGlobal('sessionStorage', { getItem: barred, setItem: barred, removeItem: barred });

afterEach(dropAllDrafts);

let made = 0;
const fresh = () => `key-${++made}`;

test('without storage an attempt keeps its key until it ends, and no other has it', () => {
  const first = attemptOf('refund', fresh);
  expect(attemptOf('refund', fresh)).toBe(first);
  expect(attemptOf('deposit', fresh)).not.toBe(first);
  endAttempt('refund');
  expect(attemptOf('refund', fresh)).not.toBe(first);
});

test('without storage whoever comes after a logout begins an attempt of their own', () => {
  const first = attemptOf('refund', fresh);
  dropAllDrafts();
  expect(attemptOf('refund', fresh)).not.toBe(first);
});

test('without storage an attempt is known as lost until it ends, and no other is', () => {
  keepLost('refund');
  expect([isLost('refund'), isLost('deposit')]).toEqual([true, false]);
  endAttempt('refund');
  expect(isLost('refund')).toBe(false);
});
