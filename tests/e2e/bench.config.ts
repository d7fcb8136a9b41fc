import { defineConfig } from '@playwright/test';

import { browser } from './support/browser.ts';

/** What the page costs with many hosts: a part of `make bench`. It prints numbers and judges none. */
export default defineConfig({
  testDir: 'bench',
  testMatch: '*.bench.ts',
  retries: 0,
  workers: 1,
  timeout: 120_000,
  reporter: 'line',
  use: { ...browser, viewport: { width: 1100, height: 760 } },
});
