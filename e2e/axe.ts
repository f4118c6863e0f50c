/** What axe finds on a page, at WCAG 2.2 AA. */
import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe: { run(within: Document, options: RunOptions): Promise<AxeResults> };
  }
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** One line for each rule that is broken. */
export async function axeFaults(page: Page, ...more: string[]): Promise<string[]> {
  // A megabyte that the page has to read: once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (values) => {
      // What is in order is neither described nor sent.
      const { violations } = await window.axe.run(document, {
        runOnly: { type: 'tag', values },
        resultTypes: ['violations'],
      });
      return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
    },
    [...tags, ...more],
  );
}
