import { expect, test } from './support/test.ts';

test.use({ options: { intervalSeconds: 0 } });

test('the login link signs in and leaves no trace of the token', async ({ page, context, reach, signIn }) => {
  await signIn();
  expect(page.url()).not.toContain(reach.token);
  expect(await context.cookies()).toEqual([]);

  await page.reload();
  await expect(page.locator('[data-page=hosts]')).toBeVisible();
});

test('nobody gets in without the token', async ({ page, reach }) => {
  await page.goto(`${reach.url}/#token=wrong`);
  await expect(page.locator('[data-page=sign-in]')).toBeVisible();
  await expect(page.locator('[data-error=refused]')).toBeVisible();

  await page.locator('#token').fill('also wrong');
  await page.locator('#token').press('Enter');
  await expect(page.locator('[data-error=refused]')).toBeVisible();
  await expect(page.locator('[data-page=hosts]')).toHaveCount(0);

  await page.locator('#token').fill(reach.token);
  await page.locator('#token').press('Enter');
  await expect(page.locator('[data-page=hosts]')).toBeVisible();
});

test('the login link works over the page that asks for the token', async ({ page, reach }) => {
  await page.goto(reach.url);
  await expect(page.locator('[data-page=sign-in]')).toBeVisible();
  await page.goto(reach.loginLink());
  await expect(page.locator('[data-page=hosts]')).toBeVisible();
  expect(page.url()).not.toContain(reach.token);
});

test('a new tab asks for the token again', async ({ page, context, reach, signIn }) => {
  await signIn();
  const other = await context.newPage();
  await other.goto(reach.url);
  await expect(other.locator('[data-page=sign-in]')).toBeVisible();
  await expect(page.locator('[data-page=hosts]')).toBeVisible();
});
