import { action, card, fact, notice, openHost, row } from './support/page.ts';
import { configOf } from './support/reach.ts';
import { expect, test } from './support/test.ts';

test.use({ options: { intervalSeconds: 0 } });

// covers: SSH-REACHABILITY-001.25, SSH-REACHABILITY-001.28, SSH-REACHABILITY-002.4
test('with probing off every page says so, and a probe on request works', async ({ page, reach, sshd, signIn }) => {
  const { id } = await reach.addExecutor('gpu-1', configOf(sshd), { status: 'inactive' });
  await reach.call('PATCH', `executors/${id}`, { status: 'active' });
  await page.clock.install();
  await signIn();
  await expect(notice(page, 'probing-off')).toBeVisible();
  await openHost(page, id);
  await expect(notice(page, 'probing-off')).toBeVisible();
  await expect.poll(fact(page, 'interval')).toBe('Only on request');

  await action(page, 'probe').click();
  await expect(card(page)).toHaveAttribute('data-state', 'reachable');
  await expect(card(page)).toHaveAttribute('data-freshness', 'off');
  expect(await reach.reachability(id)).toMatchObject({ state: 'reachable' });

  await page.clock.fastForward('10:00:00');
  await expect(card(page)).toHaveAttribute('data-freshness', 'off');
  await expect(notice(page, 'stale')).toHaveCount(0);
  await page.locator('a.back').click();
  await expect(row(page, id)).toHaveAttribute('data-freshness', 'off');
});
