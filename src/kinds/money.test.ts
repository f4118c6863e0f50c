import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { postings } from './kinds.ts';
import { life, type Event } from './life.ts';
import { moneyPage } from './money.ts';

test('docs/money.md says what the postings say; if not, run `npm run money`', () => {
  expect(readFileSync('docs/money.md', 'utf8')).toBe(moneyPage());
});

test('approving and giving back are rivals for one step, so that the ledger itself lets only one of them happen', () => {
  const steps = (event: Event) =>
    new Set(postings.filter((posting) => posting.event === event).map(({ step }) => step));
  expect([...steps('approve')]).toEqual([1]);
  expect(steps('approve')).toEqual(steps('giveBack'));
  expect(Object.values(life).map((verdict) => verdict.from)).toEqual([
    'Pending',
    'Pending',
    'Pending',
    'Approved',
    'Pending',
    'To pay',
    'To pay',
  ]);
});
