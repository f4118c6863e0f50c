import { expect, test } from './portal.ts';

test('a visitor finds the home page, and an address that is none is a real 404', async ({ page }) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  expect((await page.goto('/'))?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await page.goto('/no-such-page'))?.status()).toBe(404);
  expect(faults).toEqual([]);
});

test('a visitor who asks for the portal is shown the way in', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});
