import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isRevenue } from './facts.ts';
import { kinds, postings } from './kinds.ts';
import { life, type Event } from './life.ts';
import { moneyPage, revenuePlaces } from './money.ts';
import { placeOf } from './postings.ts';

test('docs/money.md says what the postings say; if not, run `npm run money`', () => {
  expect(readFileSync('docs/money.md', 'utf8')).toBe(moneyPage());
});

test('every statement that counts revenue counts all that docs/money.md calls so, and so does every kind', () => {
  const files = globSync(['migrations/functions/*.sql', 'src/**/*.server.ts']).filter(
    (file) => !file.includes('.test.'),
  );
  const lists = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bin \((('\w+'(, )?)*'fee'(, '\w+')*)\)/g)].map(
      ([, list]) => [file, list!] as const,
    ),
  );
  expect(lists.length).toBeGreaterThan(10);
  const countAll = (list: string) => revenuePlaces.every((place) => list.includes(`'${place}'`));
  expect(lists.filter(([, list]) => !countAll(list))).toEqual([]);
  for (const kind of kinds) {
    const touched = kind.postings.flatMap(({ src, dst }) => [placeOf(src), placeOf(dst)]);
    expect(isRevenue(kind), kind.name).toBe(touched.some((place) => revenuePlaces.includes(place)));
  }
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
