import { expect, test } from 'vitest';
import { whenText } from './when.ts';

test('a day is called as people call it', () => {
  const from = (day: string) => whenText(day, '2026-11-22');
  expect(['2026-11-20', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-28'].map(from)).toEqual([
    'today',
    'today',
    'tomorrow',
    'on Tuesday',
    'on Saturday',
  ]);
  expect(['2026-11-29', '2027-01-02'].map(from)).toEqual(['on 29 Nov', 'on 2 Jan 2027']);
});
