import { goTo } from './support/page.ts';
import { pagesOf } from './support/sessions.ts';
import { expect, test } from './support/test.ts';

test('the pages of sessions have room for every language on the narrowest screen', async ({
  page,
  reach,
  sshd,
  signIn,
  expectToFit,
}) => {
  const pages = await pagesOf(page, reach, sshd);
  await signIn();
  await page.setViewportSize({ width: 320, height: 700 });
  const picker = page.locator('[data-field=locale]');
  const locales = await picker.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''));
  for (const [route, isReady] of Object.entries(pages)) {
    await goTo(page, route);
    await isReady();
    for (const locale of locales) {
      await picker.selectOption(locale);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expectToFit();
    }
  }
});
