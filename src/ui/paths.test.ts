import { expect, test } from 'vitest';
import { withoutRow } from './paths.ts';

test('what is wrong with a row goes with it, and what is wrong behind it moves up', () => {
  const said = ['adNum', 'rows', 'rows.0.gmail', 'rows.2.gmail', 'rows.3', 'rows.12.deposit', 'rowsToo.4.gmail'].map(
    (field) => ({ field, message: 'No.' }),
  );
  const left = withoutRow<{ message: string; field?: string }>([{ message: 'No.' }, ...said], 'rows', 2);
  expect(left.map(({ field }) => field)).toEqual([
    undefined,
    'adNum',
    'rows',
    'rows.0.gmail',
    'rows.2',
    'rows.11.deposit',
    'rowsToo.4.gmail',
  ]);
});
