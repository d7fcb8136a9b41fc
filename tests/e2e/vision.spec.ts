import type { Page } from '@playwright/test';

import { action, card, fill, goTo, openHost, row, testConnection } from './support/page.ts';
import { configOf } from './support/reach.ts';
import { expect, test } from './support/test.ts';

/** What is hidden beyond its box, but for what scrolls as it is typed, and what only a screen reader is to find. */
function cutOff(page: Page): Promise<string[]> {
  return page.locator('body *:not(input, select, textarea)').evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { overflowX, clipPath } = getComputedStyle(element);
        const hides = overflowX === 'hidden' || overflowX === 'clip';
        return hides && clipPath === 'none' && element.scrollWidth > element.clientWidth + 1;
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  );
}

// covers: SSH-REACHABILITY-002.11
test('text of twice the size, and a page at twice its size, lose nothing', async ({ page, reach, sshd, signIn, expectToFit }) => {
  const { id } = await reach.addExecutor('gpu-1', configOf(sshd));
  await sshd.rekey();
  await reach.probeUntil(id, 'host_key');
  await signIn();
  const pages: Record<string, () => Promise<void>> = {
    '': () => expect(row(page, id)).toHaveAttribute('data-reason', 'host_key'),
    [`hosts/${id}`]: () => expect(card(page)).toHaveAttribute('data-reason', 'host_key'),
    [`hosts/${id}/trust`]: () => expect(page.locator('[data-key]')).toHaveAttribute('data-key', 'changed'),
    [`hosts/${id}/edit`]: () => testConnection(page),
    settings: () => expect(page.locator('[data-card=configuration]')).toHaveAttribute('data-loading', 'ready'),
    import: () => expect(action(page, 'preview')).toBeVisible(),
  };
  for (const [route, isReady] of Object.entries(pages)) {
    await goTo(page, route);
    await isReady();
    for (const [text, width] of [['', 640], ['200%', 640], ['200%', 1280]] as const) {
      await page.setViewportSize({ width, height: 450 });
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text);
      await expectToFit();
      expect(await cutOff(page), `${route} with text of ${text || '100%'} on ${width}`).toEqual([]);
    }
  }
});

// covers: SSH-REACHABILITY-002.11
test('colours of the reader’s own keep apart what differs', async ({ page, reach, sshd, signIn }) => {
  const { id } = await reach.addExecutor('gpu-1', configOf(sshd));
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn();
  await expect(row(page, id)).toHaveAttribute('data-state', 'reachable');
  const style = (selector: string, property: string) =>
    page.locator(selector).first().evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  expect(await style('.badge .fill', 'fill')).not.toBe(await style('.badge .cut', 'stroke'));
  expect(await style('.badge', 'border-top-style')).toBe('solid');
  expect(await style('.filter input:checked + span', 'outline-style')).toBe('solid');
  expect(await style('.filter input:not(:checked) + span', 'outline-style')).toBe('none');
  expect(await style('[data-live=live] .live-dot', 'background-color')).not.toBe(await style('.bar', 'background-color'));

  await sshd.rekey();
  await reach.probeUntil(id, 'host_key');
  await openHost(page, id);
  await expect(card(page)).toHaveAttribute('data-reason', 'host_key');
  expect(await style('.failure', 'border-inline-start-style')).toBe('solid');
  await action(page, 'edit').click();
  await fill(page, { name: 'gpu-one' });
  await testConnection(page);
  await expect(page.locator('[data-key]')).toHaveAttribute('data-key', 'changed');
  expect(await style('[data-tone=failed] .fill', 'fill')).not.toBe(await style('[data-tone=failed] .cut', 'stroke'));
  const border = (name: string) => style(`.keys [data-fact=${name}]`, 'border-top-width');
  expect(await border('shown')).not.toBe(await border('pinned'));
});
