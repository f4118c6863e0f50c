import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SpendChart } from './SpendChart.tsx';

const drawn = (...cents: bigint[]) =>
  renderToStaticMarkup(
    createElement(SpendChart, {
      days: cents.map((amount, n) => ({ date: `2026-11-0${n + 1}`, amount, final: true })),
    }),
  );

test('days on which nothing was spent are a sentence and a table to open, and one cent is a bar', () => {
  const flat = drawn(0n, 0n);
  expect(flat).toContain('Nothing was spent on these days.');
  expect(flat).not.toContain('<rect');
  // The days themselves are there for whoever opens them.
  expect(flat).toContain('As a table');
  expect(flat).not.toContain('1 Nov 2026');
  const one = drawn(0n, 1n);
  expect(one).toContain('<rect');
  expect(one).toContain('1 Nov 2026');
  expect(one).not.toContain('Nothing was spent');
  expect(drawn()).toContain('What this account spent is not known yet.');
  expect(drawn()).not.toContain('Nothing was spent');
});
