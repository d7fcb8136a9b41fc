import AxeBuilder from '@axe-core/playwright';
import { test as base, expect } from '@playwright/test';

import { Reach, type ReachOptions } from './reach.ts';
import { Sshd } from './sshd.ts';

export { expect };

interface Fixtures {
  /** How the server of this test is set up. */
  options: ReachOptions;
  reach: Reach;
  sshd: Sshd;
  /** Opens the page as a person does, by the login link. */
  signIn: () => Promise<void>;
  /** Fails the test if something on the page is wider than the screen. */
  expectToFit: () => Promise<void>;
  /** Fails the test if the page shown does not fit, or breaks a rule of WCAG 2.2 AA, in either colour scheme. */
  expectAccessible: () => Promise<void>;
}

export const test = base.extend<Fixtures>({
  options: [{}, { option: true }],

  reach: async ({ options }, use, info) => {
    const reach = await Reach.start(options);
    await use(reach);
    const { log } = reach;
    if (info.status !== info.expectedStatus) await info.attach('reach.log', { body: log });
    await reach.dispose();
  },

  sshd: async ({}, use) => {
    const sshd = await Sshd.start();
    await use(sshd);
    await sshd.dispose();
  },

  signIn: async ({ page, reach }, use) => {
    await use(async () => {
      await page.goto(reach.loginLink());
      await expect(page.locator('[data-page=hosts]')).toBeVisible();
      await expect(page.locator('[data-live]')).toHaveAttribute('data-live', 'live');
    });
  },

  // A page that complains has a fault, whatever else the test looks at. Refused requests are
  // reported by the browser itself, and some tests ask for them.
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      const isRequest = message.text().startsWith('Failed to load resource') || message.text().startsWith('WebSocket');
      if (message.type() === 'error' && !isRequest) complaints.push(message.text());
    });
    await use(page);
    expect(complaints).toEqual([]);
  },

  expectToFit: async ({ page }, use) => {
    await use(async () => {
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
  },

  expectAccessible: async ({ page, expectToFit }, use) => {
    await use(async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        // A colour on its way from one scheme to the other has the contrast of neither.
        await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
        const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
        const { violations } = await axe.analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: null });
      await expectToFit();
    });
  },
});
