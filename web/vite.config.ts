import { defineConfig } from 'vitest/config';

// Relative addresses in everything that is built: the page works under any path prefix.
export default defineConfig({
  base: './',
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:7878', ws: true } },
  },
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    setupFiles: ['src/logic/testSetup.ts'],
  },
});
