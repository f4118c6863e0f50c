/** What axe finds on a page, at WCAG 2.2 AA. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** One line for each rule that is broken. */
export async function axeFaults(page: Page, ...more: string[]): Promise<string[]> {
  // Otherwise results are put together in a page of its own, for the sake of frames, which no page here has: half of
  // the time went there.
  const { violations } = await new AxeBuilder({ page })
    // What is in order is neither described nor sent, which took most of what is left.
    .options({ resultTypes: ['violations'] })
    .withTags([...tags, ...more])
    .setLegacyMode()
    .analyze();
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
}
