import { defineConfig, devices } from '@playwright/test';

import { browser } from './support/browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./support/tally.ts']],
  use: { ...browser, trace: 'retain-on-failure' },
  projects: [
    {
      name: 'desktop',
      testIgnore: ['narrow.spec.ts'],
      use: { ...devices['Desktop Chrome'], ...browser },
    },
    {
      name: 'phone',
      // What takes long and is the same on any screen, what needs a Tab key, and what brings its own screen.
      testIgnore: ['scheduled.spec.ts', 'keyboard.spec.ts', 'one-mind.spec.ts', 'sessions.spec.ts', 'surroundings.spec.ts', 'vision.spec.ts'],
      use: { ...devices['Pixel 7'], ...browser },
    },
  ],
});
