import { action, card, fill, markDocument, row, testAndTrust } from './support/page.ts';
import { configOf } from './support/reach.ts';
import { expect, test } from './support/test.ts';

// The interval is 60 s, longer than anything here waits: what the page shows was pushed to it.

// covers: SSH-REACHABILITY-001.7, SSH-REACHABILITY-001.9, SSH-REACHABILITY-001.11, SSH-REACHABILITY-002.2
test('the page follows a host that goes, comes back and is replaced', async ({ page, reach, sshd, signIn }) => {
  await signIn();
  const isSameDocument = await markDocument(page);

  await action(page, 'add').click();
  await fill(page, { name: 'gpu-1', ...configOf(sshd) });
  await testAndTrust(page);
  await action(page, 'save').click();
  await expect(page.locator('[data-page=host]')).toBeVisible();
  await expect(card(page)).toHaveAttribute('data-state', 'reachable');
  await expect(card(page)).toHaveAttribute('data-reason', '');
  const id = (await page.locator('[data-page=host]').getAttribute('data-executor')) ?? '';

  await page.locator('a.back').click();
  const host = row(page, id);
  await expect(host).toHaveAttribute('data-state', 'reachable');

  await sshd.stop();
  expect(await reach.probe(id)).toMatchObject({ state: 'reachable', reason: 'network' });
  await expect(host).toHaveAttribute('data-reason', 'network');
  await expect(host).toHaveAttribute('data-state', 'reachable');
  await reach.probe(id);
  await expect(host).toHaveAttribute('data-state', 'unreachable');
  await expect(host).toHaveAttribute('data-reason', 'network');

  await sshd.startAgain();
  await reach.probe(id);
  await expect(host).toHaveAttribute('data-state', 'reachable');
  await expect(host).toHaveAttribute('data-reason', '');

  await sshd.rekey();
  await reach.probeUntil(id, 'host_key');
  await expect(host).toHaveAttribute('data-state', 'unreachable');
  await expect(host).toHaveAttribute('data-reason', 'host_key');

  expect(await isSameDocument()).toBe(true);
});

test('what one page does shows in another', async ({ page, context, reach, sshd, signIn }) => {
  await signIn();
  const other = await context.newPage();
  await other.goto(reach.loginLink());
  await expect(other.locator('[data-live]')).toHaveAttribute('data-live', 'live');

  const { id } = await reach.addExecutor('gpu-1', configOf(sshd));
  await expect(row(page, id)).toHaveAttribute('data-state', 'reachable');
  await expect(row(other, id)).toHaveAttribute('data-state', 'reachable');

  await reach.call('PATCH', `executors/${id}`, { name: 'gpu-one' });
  await expect(row(other, id).locator('.host-name')).toHaveText('gpu-one');
  await reach.call('DELETE', `executors/${id}`);
  await expect(row(page, id)).toHaveCount(0);
  await expect(row(other, id)).toHaveCount(0);
});
