import process from 'node:process';

import type { Page, WebSocketRoute } from '@playwright/test';

import type { Executor, Reach } from '../support/reach.ts';
import { expect, test } from '../support/test.ts';

const HOSTS = 1_000;
const CHANGES = 200;

test.use({ options: { intervalSeconds: 0 } });

test('the overview with many hosts', async ({ page, reach, signIn }) => {
  test.setTimeout(120_000);
  const hosts = await fill(reach);
  let socket: WebSocketRoute | null = null;
  await page.routeWebSocket(/api\/v1\/ws/, (route) => {
    route.connectToServer();
    socket = route;
  });
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask', buffered: true });
  });
  await signIn();
  await expect(page.locator('[data-filter=unreachable]')).toHaveAttribute('data-count', String(HOSTS));

  // The first visit pays for sign-in and caches; the second is what a person sees each day.
  await page.reload();
  await expect(page.locator('li[data-executor]').first()).toBeVisible();
  await expect(page.locator('[data-live]')).toHaveAttribute('data-live', 'live');
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  const list = await page.evaluate(() => performance.now());
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
  say(`page with ${HOSTS} hosts`);
  say(`  first paint ${ms(paint)}, list shown and live within ${ms(list)}, longest task ${ms(await longest(page))}`);
  say(`  ${(bytes / 1024).toFixed(0)} KiB of files and answers`);

  const burst = await changes(page, socket, hosts, 'reachable', 0);
  say(`  ${CHANGES} changes at once: all shown after ${ms(burst.took)}, longest task ${ms(burst.longest)}`);
  const spread = await changes(page, socket, hosts, 'unreachable', 1_000 / CHANGES);
  say(`  ${CHANGES} changes in a second: longest task ${ms(spread.longest)}`);
});

/** Hosts without a pin: what is known of them at once, without a connection, is that. */
async function fill(reach: Reach): Promise<Executor[]> {
  const hosts: Executor[] = [];
  for (let first = 0; first < HOSTS; first += 50) {
    const some = Array.from({ length: 50 }, (_, place) => {
      const name = `host-${String(first + place).padStart(4, '0')}`;
      return reach.addExecutor(name, { host: `${name}.example` });
    });
    hosts.push(...(await Promise.all(some)));
  }
  return hosts;
}

/** Pushes a change of that many records, and waits until the page counts them all. */
async function changes(
  page: Page,
  socket: WebSocketRoute | null,
  hosts: readonly Executor[],
  state: string,
  pauseMs: number,
): Promise<{ took: number; longest: number }> {
  await page.evaluate(() => Object.assign((window as unknown as { longTasks: number[] }).longTasks, { length: 0 }));
  const reachable = page.locator('[data-filter=reachable]');
  const started = Date.now();
  for (const [place, { id }] of hosts.slice(0, CHANGES).entries()) {
    // From the future of the records that the page has, in the order of the pushes.
    const at = new Date(started + place).toISOString();
    const payload = {
      executor_id: id,
      state,
      reason: state === 'reachable' ? '' : 'timeout',
      message: '',
      consecutive_failures: 0,
      host: 'h',
      checked_at: at,
      last_success_at: null,
      updated_at: at,
      probing_enabled: false,
      probe_interval_seconds: 0,
      persisted: true,
      freshness: 'off',
      at,
    };
    socket?.send(JSON.stringify({ type: 'executor.reachability.changed', payload, at }));
    if (pauseMs > 0) await page.waitForTimeout(pauseMs);
  }
  await expect(reachable).toHaveAttribute('data-count', String(state === 'reachable' ? CHANGES : 0));
  return { took: Date.now() - started, longest: await longest(page) };
}

function longest(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks));
}

function ms(value: number | undefined): string {
  return value === undefined ? 'not measured' : value === 0 ? 'below 50 ms' : `${value.toFixed(0)} ms`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
