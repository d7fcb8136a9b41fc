import { action, card, goTo } from './support/page.ts';
import type { Executor } from './support/reach.ts';
import { expect, test } from './support/test.ts';

test('hosts of the ssh config come in after a look, and are probed as ssh would reach them', async ({
  page,
  reach,
  sshd,
  signIn,
}) => {
  const config = [`HostName 127.0.0.1`, `Port ${sshd.port}`, `User ${sshd.user}`, `IdentityFile ${sshd.userKey}`];
  await signIn();
  await goTo(page, 'import');
  await page.locator('[data-from=text]').click();
  await page.locator('#sshConfig').fill(`Host gpu\n  ${config.join('\n  ')}\n`);
  await page.locator('#knownHosts').fill(sshd.knownHosts());
  await action(page, 'preview').click();
  await expect(page.locator('[data-page=import]')).toHaveAttribute('data-import', 'previewed');
  await expect(page.locator('[data-name=gpu]')).toContainText(sshd.fingerprint());
  expect(await reach.call('GET', 'executors')).toEqual([]);

  await action(page, 'import').click();
  await expect(page.locator('[data-page=import]')).toHaveAttribute('data-import', 'done');
  const [host] = await reach.call<Executor[]>('GET', 'executors');
  expect(host).toMatchObject({ name: 'gpu', config: { host_fingerprint: sshd.fingerprint() } });
  await page.locator('[data-name=gpu] a').click();
  await expect(card(page)).toHaveAttribute('data-state', 'reachable');
});
