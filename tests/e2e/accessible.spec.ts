import { action, card, fill, goTo, notice, openHost, row, saveUntested } from './support/page.ts';
import { configOf } from './support/reach.ts';
import { pagesOf } from './support/sessions.ts';
import { expect, test } from './support/test.ts';

// covers: SSH-REACHABILITY-002.11
test('every page about hosts can be read by everybody, in both colour schemes', async ({
  page,
  reach,
  sshd,
  signIn,
  expectAccessible,
}) => {
  test.setTimeout(120_000);
  await page.goto(reach.url);
  await expect(page.locator('[data-page=sign-in]')).toBeVisible();
  await expectAccessible();

  await signIn();
  await expect(page.locator('[data-empty]')).toBeVisible();
  await expectAccessible();

  const healthy = await reach.addExecutor('healthy', configOf(sshd));
  const unpinned = await reach.addExecutor('unpinned', { host: '127.0.0.1' });
  const inactive = await reach.addExecutor('inactive', configOf(sshd), { status: 'inactive' });
  await expect(row(page, healthy.id)).toHaveAttribute('data-state', 'reachable');
  await expect(row(page, unpinned.id)).toHaveAttribute('data-state', 'unreachable');
  await expect(row(page, inactive.id)).toHaveAttribute('data-state', 'unknown');
  await expectAccessible();

  await openHost(page, unpinned.id);
  await expect(card(page)).toHaveAttribute('data-state', 'unreachable');
  await expectAccessible();
  await openHost(page, inactive.id);
  await expect(notice(page, 'inactive')).toBeVisible();
  await expectAccessible();

  await action(page, 'delete').click();
  await expect(page.locator('[data-dialog=delete]')).toBeVisible();
  await expectAccessible();
});

// covers: SSH-REACHABILITY-002.11
test('every other page can be read by everybody, in both colour schemes', async ({ page, signIn, expectAccessible }) => {
  test.setTimeout(120_000);
  await signIn();
  await goTo(page, 'add');
  await fill(page, { port: 0 });
  await saveUntested(page);
  await expect(page.locator('[data-error=form]')).toBeVisible();
  await expectAccessible();

  await goTo(page, 'settings');
  await expect(page.locator('[data-card=configuration]')).toHaveAttribute('data-loading', 'ready');
  await expectAccessible();

  await goTo(page, 'import');
  await action(page, 'preview').click();
  await expect(page.locator('[data-card=import-report]')).toBeVisible();
  await expectAccessible();

  await goTo(page, 'nowhere');
  await expect(page.locator('h1')).toHaveText('There is no such page');
  await expectAccessible();
});

// covers: SSH-REACHABILITY-002.11
test('the pages of sessions can be read by everybody', async ({ page, reach, sshd, signIn, expectAccessible }) => {
  test.setTimeout(120_000);
  const pages = await pagesOf(page, reach, sshd);
  await signIn();
  for (const [route, isReady] of Object.entries(pages)) {
    await goTo(page, route);
    await isReady();
    await expectAccessible();
  }
});

// covers: SSH-REACHABILITY-002.12
test('every locale has words for a failure, and room for them', async ({ page, reach, sshd, signIn, expectToFit }) => {
  const { id } = await reach.addExecutor('gpu-1', configOf(sshd));
  await sshd.rekey();
  await reach.probeUntil(id, 'host_key');
  await signIn();
  await openHost(page, id);
  const picker = page.locator('[data-field=locale]');
  const locales = await picker.locator('option').evaluateAll((options) => options.map((one) => one.getAttribute('value') ?? ''));
  expect(locales.length).toBeGreaterThan(5);
  const titles = new Set<string>();
  for (const locale of locales) {
    await picker.selectOption(locale);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expect(card(page)).toHaveAttribute('data-reason', 'host_key');
    titles.add(await card(page).locator('.failure h3').innerText());
    expect(await page.locator('main').innerText()).not.toContain('host_key');
    await expectToFit();
  }
  expect(titles.size).toBe(locales.length);

  await action(page, 'trust').click();
  await expect(page.locator('[data-key]')).toHaveAttribute('data-key', 'changed');
  await page.setViewportSize({ width: 320, height: 700 });
  for (const locale of locales) {
    await picker.selectOption(locale);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expectToFit();
  }
});
