import { defineConfig } from '@playwright/test';

import { browser } from './support/browser.ts';

/** The pictures in `docs/images`, taken of the real page over `reach demo`: `make screenshots`. */
export default defineConfig({
  testDir: 'screenshots',
  testMatch: '*.shots.ts',
  retries: 0,
  workers: 1,
  timeout: 120_000,
  reporter: 'list',
  use: { ...browser, deviceScaleFactor: 1 },
});
