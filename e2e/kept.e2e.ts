/** What somebody typed or chose stays, whatever is drawn, saved or looked at meanwhile. */
import type { Page } from '@playwright/test';
import { adminOf } from './people.ts';
import { expect, test } from './portal.ts';

/** Somebody types on as soon as this is asked for, before that is drawn. Answers what the field showed since. */
async function typesOn(page: Page, asked: string, typed: string): Promise<() => Promise<string[]>> {
  await page.evaluate(
    ([q, text]) => {
      const shown = new Set<string>();
      const replace = history.replaceState.bind(history);
      history.replaceState = (...args) => {
        replace(...args);
        if (new URLSearchParams(location.search).get('q') !== q) return;
        history.replaceState = replace;
        const field = document.querySelector<HTMLInputElement>('main input[type="search"]')!;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
        const look = () => void (shown.add(field.value), requestAnimationFrame(look));
        look();
      };
      Object.assign(window, { shown });
    },
    [asked, typed],
  );
  return () => page.evaluate(() => [...(window as unknown as { shown: Set<string> }).shown]);
}

test('a letter typed while a search is on its way stays, in lists and in the queue @long', async ({
  browser,
  portal,
}) => {
  const admin = await adminOf(browser, portal);
  const page = await admin.newPage();
  for (const address of ['/admin/requests', '/admin/queue']) {
    await page.goto(address);
    const shown = await typesOn(page, 'sof', 'sofi');
    await page.getByRole('main').getByRole('searchbox', { name: 'Search' }).fill('sof');
    await expect(page).toHaveURL(/q=sofi$/);
    expect(await shown()).toEqual(['sofi']);
  }
  // What is asked for elsewhere is followed.
  await page.goto('/admin/requests?q=sof');
  await page.getByRole('button', { name: 'Remove Search: sof' }).click();
  await expect(page.getByRole('main').getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  await admin.close();
});

test('another month is chosen by keyboard, and what else was chosen stays @long', async ({ browser, portal }) => {
  const admin = await adminOf(browser, portal);
  const page = await admin.newPage();
  const month = page.getByLabel('Month', { exact: true });
  const narrowed = '/admin/accounts/reconciliation?platform=Google&differences=true';
  for (const address of [narrowed, '/admin/accounts/settle']) {
    await page.goto(address);
    await month.focus();
    const choices = await month
      .locator('option')
      .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
    for (const next of choices.slice(1, 4)) {
      await page.keyboard.press('ArrowDown');
      await expect(page).toHaveURL(new RegExp(`month=${next}`));
      await expect(month).toHaveValue(next);
      await expect(month).toBeFocused();
    }
    if (address !== narrowed) continue;
    await expect(page.getByLabel('Platform', { exact: true })).toHaveValue('Google');
    await expect(page.getByLabel('Only differences')).toBeChecked();
  }
  const chosen = await month.inputValue();
  await page.getByRole('link', { name: 'Reconciliation' }).first().click();
  await expect(page.getByRole('heading', { name: 'Reconciliation' })).toBeVisible();
  await expect(month).toHaveValue(chosen);
  await admin.close();
});
