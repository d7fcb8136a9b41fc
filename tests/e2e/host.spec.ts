import { action, card, fact, fill, goTo, markDocument, notice, openHost, row, saveUntested } from './support/page.ts';
import { configOf } from './support/reach.ts';
import { expect, test } from './support/test.ts';

// covers: SSH-REACHABILITY-002.1, SSH-REACHABILITY-002.5
test('a host shows all that is known of it, and probes when asked', async ({ page, reach, sshd, signIn }) => {
  const { id } = await reach.addExecutor('gpu-1', configOf(sshd));
  await signIn();
  await openHost(page, id);
  await expect(card(page)).toHaveAttribute('data-state', 'reachable');
  await expect.poll(fact(page, 'host')).toBe('127.0.0.1');
  await expect.poll(fact(page, 'failures')).toBe('0 failures');
  await expect.poll(fact(page, 'interval')).toBe('60 seconds');
  await expect.poll(fact(page, 'success')).not.toBe('None recorded');
  await expect(card(page).locator('.failure')).toHaveCount(0);

  await reach.letProbeEnd(id);
  await sshd.stop();
  for (const failures of ['1', '2']) {
    await action(page, 'probe').click();
    await expect(card(page)).toHaveAttribute('data-failures', failures);
  }
  await expect(card(page)).toHaveAttribute('data-state', 'unreachable');
  await expect(card(page).locator('.failure')).toHaveAttribute('data-failure', 'network');
  await expect(card(page).locator('.failure h3')).toHaveText('No connection');
  await expect(card(page).locator('[data-fact=message] code')).toContainText(`127.0.0.1:${sshd.port}`);
  await expect.poll(fact(page, 'failures')).toBe('2 failures');
  await expect.poll(fact(page, 'success')).not.toBe('None recorded');
  expect(await reach.reachability(id)).toMatchObject({ state: 'unreachable', reason: 'network' });
});

test('a host that was never reached says so', async ({ page, reach, sshd, signIn }) => {
  const config = { ...configOf(sshd), host_fingerprint: null };
  const { id } = await reach.addExecutor('gpu-1', config);
  await signIn();
  await openHost(page, id);
  await expect(card(page)).toHaveAttribute('data-state', 'unreachable');
  await expect(card(page)).toHaveAttribute('data-reason', 'config');
  await expect.poll(fact(page, 'success')).toBe('None recorded');
});

// covers: SSH-REACHABILITY-001.17, SSH-REACHABILITY-002.7
test('a deactivated host keeps its result and is not probed', async ({ page, reach, sshd, signIn }) => {
  const { id } = await reach.addExecutor('gpu-1', configOf(sshd));
  await signIn();
  await openHost(page, id);
  await expect(card(page)).toHaveAttribute('data-state', 'reachable');

  await action(page, 'deactivate').click();
  await expect(page.locator('[data-dialog=deactivate]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-dialog]')).toHaveCount(0);
  await expect(page.locator('[data-page=host]')).toHaveAttribute('data-status', 'active');

  await action(page, 'deactivate').click();
  await action(page, 'confirm').click();
  await expect(page.locator('[data-page=host]')).toHaveAttribute('data-status', 'inactive');
  await expect(notice(page, 'inactive')).toBeVisible();
  const before = await reach.reachability(id);
  await sshd.stop();
  await action(page, 'probe').click();
  await expect(page.locator('[data-error=probe]')).toBeVisible();
  await expect(reach.probe(id)).rejects.toThrow(': 409 ');
  await expect(card(page)).toHaveAttribute('data-state', 'reachable');
  expect(await reach.reachability(id)).toMatchObject({ checked_at: before.checked_at, reason: '' });
  await sshd.startAgain();

  await action(page, 'activate').click();
  await expect(page.locator('[data-page=host]')).toHaveAttribute('data-status', 'active');
  await action(page, 'probe').click();
  await expect(page.locator('.probe')).toHaveAttribute('data-probe', 'done');
});

test('a deleted host is gone', async ({ page, reach, sshd, signIn }) => {
  const { id } = await reach.addExecutor('gpu-1', configOf(sshd));
  const kept = await reach.addExecutor('gpu-2', configOf(sshd));
  await signIn();
  await openHost(page, id);
  await action(page, 'delete').click();
  await action(page, 'confirm').click();
  await expect(page.locator('[data-page=hosts]')).toBeVisible();
  await expect(row(page, kept.id)).toBeVisible();
  await expect(row(page, id)).toHaveCount(0);
  await goTo(page, `hosts/${id}`);
  await expect(page.locator('[data-page=host-missing]')).toBeVisible();
});

// covers: SSH-REACHABILITY-001.18
test('another address starts a new record, another name does not', async ({ page, reach, sshd, signIn }) => {
  const { id } = await reach.addExecutor('gpu-1', configOf(sshd));
  await signIn();
  await openHost(page, id);
  await expect(card(page)).toHaveAttribute('data-state', 'reachable');

  await action(page, 'edit').click();
  await fill(page, { name: 'gpu-one' });
  await action(page, 'save').click();
  await expect(page.locator('h1')).toHaveText('gpu-one');
  await expect(card(page)).toHaveAttribute('data-state', 'reachable');

  const port = sshd.port;
  await sshd.stop();
  await action(page, 'edit').click();
  await fill(page, { host: 'localhost' });
  await saveUntested(page);
  await expect.poll(fact(page, 'host')).toBe('localhost');
  await expect(card(page)).toHaveAttribute('data-reason', 'network');
  // One failure leaves the state as it was, and that is not the old host's any more.
  await expect(card(page)).toHaveAttribute('data-state', 'unknown');
  await expect.poll(fact(page, 'success')).toBe('None recorded');
  expect(sshd.port).toBe(port);
});

// covers: SSH-REACHABILITY-002.10
test('a result that cannot be loaded is not known, and no verdict', async ({ page, reach, sshd, signIn }) => {
  const { id } = await reach.addExecutor('gpu-1', configOf(sshd));
  // Its result would be pushed, and then is known.
  await reach.letProbeEnd(id);
  await page.route('**/api/v1/ssh/**', (route) => route.fulfill({ status: 503, body: '' }));
  await signIn();
  await expect(row(page, id)).toHaveAttribute('data-state', 'not-loaded');
  await expect(notice(page, 'load-failed')).toBeVisible();
  await openHost(page, id);
  await expect(card(page)).toHaveAttribute('data-state', 'not-loaded');
  await expect(notice(page, 'not-known')).toBeVisible();

  await page.unroute('**/api/v1/ssh/**');
  await notice(page, 'not-known').getByRole('button').click();
  await expect(card(page)).toHaveAttribute('data-state', 'reachable');
  await expect(notice(page, 'not-known')).toHaveCount(0);
});

// covers: SSH-REACHABILITY-002.4
test('a result turns stale by itself after three intervals', async ({ page, reach, sshd, signIn }) => {
  const { id } = await reach.addExecutor('gpu-1', configOf(sshd));
  await page.clock.install();
  await signIn();
  await openHost(page, id);
  await expect(card(page)).toHaveAttribute('data-freshness', 'current');

  await page.route('**/api/v1/ssh/**', (route) => route.abort());
  // Half a minute is left for what has passed since the probe.
  await page.clock.fastForward('02:30');
  await expect(card(page)).toHaveAttribute('data-freshness', 'current');
  await page.clock.fastForward('00:40');
  await expect(card(page)).toHaveAttribute('data-freshness', 'stale');
  await expect(notice(page, 'stale')).toBeVisible();
  await expect(card(page)).toHaveAttribute('data-state', 'reachable');
});

test('the page comes back by itself after the server was away', async ({ page, reach, sshd, signIn }) => {
  const { id } = await reach.addExecutor('gpu-1', configOf(sshd));
  await signIn();
  await expect(row(page, id)).toHaveAttribute('data-state', 'reachable');
  const isSameDocument = await markDocument(page);

  await reach.stop();
  await expect(page.locator('[data-live]')).toHaveAttribute('data-live', 'lost');
  await expect(row(page, id)).toHaveAttribute('data-state', 'reachable');
  await sshd.rekey();
  await reach.startAgain();
  await expect(page.locator('[data-live]')).toHaveAttribute('data-live', 'live');
  await expect(row(page, id)).toHaveAttribute('data-reason', 'host_key');
  expect(await isSameDocument()).toBe(true);
});
