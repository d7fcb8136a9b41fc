import { card, fact, notice, openHost, row } from './support/page.ts';
import { Proxy } from './support/proxy.ts';
import { Reach, configOf } from './support/reach.ts';
import { expect, test } from './support/test.ts';

// What is wrong or in between on the way from the server to a person.

const MINUTE = 60_000;

for (const [name, shift] of [
  ['ten minutes fast', 10 * MINUTE],
  ['ten minutes slow', -10 * MINUTE],
] as const) {
  // covers: SSH-REACHABILITY-002.4
  test(`a browser whose clock is ${name} says the same`, async ({ page, reach, sshd, signIn }) => {
    const { id } = await reach.addExecutor('gpu-1', configOf(sshd));
    await page.clock.install({ time: Date.now() + shift });
    await signIn();
    await openHost(page, id);
    await expect(card(page)).toHaveAttribute('data-state', 'reachable');
    // Three intervals are three minutes: by its own clock the result would be old, or from the future.
    await expect(card(page)).toHaveAttribute('data-freshness', 'current');
    await page.route('**/api/v1/ssh/**', (route) => route.abort());
    await page.clock.fastForward('02:00');
    await expect(card(page)).toHaveAttribute('data-freshness', 'current');
    await expect.poll(fact(page, 'checked')).toBe('2 minutes ago');
    await page.clock.fastForward('01:30');
    await expect(card(page)).toHaveAttribute('data-freshness', 'stale');
  });
}

test('the page works behind a proxy, under a prefix', async ({ page, sshd }) => {
  const proxy = await Proxy.start('/tools/reach');
  const reach = await Reach.start({ publicUrl: proxy.url });
  proxy.target = new URL(reach.url);
  const { id } = await reach.addExecutor('gpu-1', configOf(sshd));
  await page.goto(`${proxy.url}#token=${reach.token}`);
  await expect(page.locator('[data-live]')).toHaveAttribute('data-live', 'live');
  await expect(row(page, id)).toHaveAttribute('data-state', 'reachable');
  await sshd.rekey();
  await reach.probeUntil(id, 'host_key');
  await expect(row(page, id)).toHaveAttribute('data-reason', 'host_key');
  await reach.dispose();
  await proxy.stop();
});

test('a proxy that lets no WebSocket through is named, and the page re-reads', async ({ page, sshd }) => {
  const proxy = await Proxy.start('/reach', { blocksWebSockets: true });
  const reach = await Reach.start({ publicUrl: proxy.url });
  proxy.target = new URL(reach.url);
  const { id } = await reach.addExecutor('gpu-1', configOf(sshd));
  await page.clock.install();
  await page.goto(`${proxy.url}#token=${reach.token}`);
  await expect(row(page, id)).toHaveAttribute('data-state', 'reachable');
  await expect(async () => {
    await page.clock.fastForward('00:10');
    await expect(notice(page, 'live-blocked')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await sshd.rekey();
  await reach.probeUntil(id, 'host_key');
  await expect(async () => {
    await page.clock.fastForward('01:01');
    await expect(row(page, id)).toHaveAttribute('data-reason', 'host_key', { timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  await reach.dispose();
  await proxy.stop();
});
