import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { Demo } from '../support/demo.ts';
import { card, goTo, openHost, row } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

const IMAGES = join(import.meta.dirname, '../../../docs/images');

/** Each with the names of its pictures. */
const SCREENS = [
  { size: { width: 1100, height: 760 }, overview: 'overview', host: 'host' },
  { size: { width: 412, height: 780 }, overview: 'phone', host: 'host-phone' },
] as const;

/** What a picture's name says about the colours. */
const SCHEMES = { '': 'light', '-dark': 'dark' } as const;

/** The host whose page is shown: it has something to say. */
const HOST = 'vps-fra';

test('pictures of the pages', async ({ page }) => {
  const demo = await Demo.start();
  try {
    await demo.settle();
    await page.goto(demo.loginLink());
    await expect(page.locator('[data-live]')).toHaveAttribute('data-live', 'live');
    for (const { size, overview, host } of SCREENS) {
      await page.setViewportSize(size);
      await goTo(page, '');
      await expect(row(page, 'nas')).toHaveAttribute('data-reason', 'timeout');
      await expect(row(page, HOST)).toHaveAttribute('data-state', 'unreachable');
      await take(page, overview, false);
      await openHost(page, HOST);
      await expect(card(page)).toHaveAttribute('data-reason', 'host_key');
      await take(page, host, true);
    }
  } finally {
    await demo.dispose();
  }
});

/** In either colour scheme, and not on the way from one to the other. */
async function take(page: Page, name: string, fullPage: boolean): Promise<void> {
  for (const [suffix, colorScheme] of Object.entries(SCHEMES)) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    await page.screenshot({ path: join(IMAGES, `${name}${suffix}.png`), fullPage });
  }
}
