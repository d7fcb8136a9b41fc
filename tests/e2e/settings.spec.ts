import { goTo } from './support/page.ts';
import { expect, test } from './support/test.ts';

test.use({ options: { intervalSeconds: 5 } });

test('the settings show what the server runs with, and what became of what was asked', async ({ page, signIn }) => {
  await signIn();
  await goTo(page, 'settings');
  const interval = page.locator('[data-setting="executors.sshReachabilityIntervalSeconds"]');
  await expect(interval).toHaveAttribute('data-source', 'environment');
  await expect(interval.locator('[data-clamp]')).toContainText('5');
  await expect(interval.locator('[data-clamp]')).toContainText('15');
});

test('the reader chooses the colours, and they stay', async ({ page, signIn }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn();
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  const light = await ink();
  await goTo(page, 'settings');
  await expect(page.locator('option[value=de]')).toHaveCount(2);
  // A language for those who develop the page is not shipped.
  await expect(page.locator('option[value=en-XA]')).toHaveCount(0);
  await page.locator('[data-theme-choice=dark]').click();
  await expect.poll(ink).not.toBe(light);
  const dark = await ink();
  await page.reload();
  await expect(page.locator('[data-page=settings]')).toBeVisible();
  expect(await ink()).toBe(dark);
});
