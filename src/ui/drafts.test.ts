import { afterEach, expect, test, vi } from 'vitest';
import { anyTake, attemptOf, dropAllDrafts, endAttempt, isLost, keepLost, lostTake } from './drafts.tsx';

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
  keepLost('refund', 'all', true);
  expect([isLost('refund'), isLost('deposit')]).toEqual([true, false]);
  endAttempt('refund');
  expect(isLost('refund')).toBe(false);
});

test('what a lost try takes is kept in the page alone where nothing that is typed may be kept', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  });
  keepLost('deposit', '["20"]', true);
  keepLost('withdrawal', '["30"]', false);
  expect([lostTake('deposit'), lostTake('withdrawal')]).toEqual(['["20"]', '["30"]']);
  expect([...kept.values()]).toEqual(['["20"]', anyTake]);
});
