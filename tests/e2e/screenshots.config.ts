import { join } from 'node:path';
import process from 'node:process';

import { defineConfig } from '@playwright/test';

import { browser } from './support/browser.ts';

process.env['REACH_BINARY'] ??= join(import.meta.dirname, 'screenshots/reach-with-names.sh');

/** The pictures in `docs/images`, taken of the real page: `npm run screenshots`, as root. */
export default defineConfig({
  testDir: 'screenshots',
  testMatch: '*.shots.ts',
  retries: 0,
  workers: 1,
  timeout: 120_000,
  reporter: 'list',
  use: { ...browser, viewport: { width: 1100, height: 760 }, deviceScaleFactor: 1, colorScheme: 'light' },
});
