import { action, card, connectionTest, fill, goTo, markDocument, notice, openHost, row, saveUntested, testConnection } from './support/page.ts';
import { type Executor, configOf } from './support/reach.ts';
import { GREETER, type Session } from './support/sessions.ts';
import { expect, test } from './support/test.ts';

const key = (name: string) => `[data-fact=${name}] dd code`;

test('a new host is tested, its key trusted, and then it is reachable', async ({
  page,
  reach,
  sshd,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await action(page, 'add').click();
  const { host_fingerprint: _, ...config } = configOf(sshd);
  await fill(page, { name: 'gpu-1', ...config });
  const save = action(page, 'save');
  await expect(save).toBeDisabled();
  await testConnection(page);
  for (const step of ['resolve', 'connect', 'host_key', 'authenticate']) {
    await expect(page.locator(`[data-step=${step}]`)).toHaveAttribute('data-tone', 'passed');
  }
  await expect(page.locator('[data-key]')).toHaveAttribute('data-key', 'first');
  await expect(page.locator(key('shown'))).toHaveText(sshd.fingerprint());
  await expect(save).toBeDisabled();
  await expectAccessible();

  const trust = page.locator('[name=trust]');
  await trust.check();
  await expect(save).toBeEnabled();
  await fill(page, { user: 'nobody' });
  await expect(connectionTest(page)).toHaveAttribute('data-test', 'stale');
  await expect(save).toBeDisabled();
  await fill(page, { user: String(config['user']) });
  await expect(save).toBeDisabled();

  await testConnection(page);
  await trust.check();
  await testConnection(page);
  await expect(page.locator('[data-step=platform]')).toHaveAttribute('data-tone', 'passed');
  await expect(trust).toBeChecked();
  await save.click();
  await expect(card(page)).toHaveAttribute('data-state', 'reachable');
  expect(await reach.call('GET', 'executors')).toMatchObject([
    { config: { host_fingerprint: sshd.fingerprint(), host_key_algorithm: 'ssh-ed25519' } },
  ]);
});

test('a test that fails says where, why and what to do', async ({ page, sshd, signIn }) => {
  await signIn();
  await goTo(page, 'add');
  await fill(page, configOf(sshd));
  await sshd.stop();
  await testConnection(page);
  await expect(page.locator('[data-step=connect]')).toHaveAttribute('data-tone', 'failed');
  await expect(page.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'network');
  await expect(connectionTest(page).locator('.failure')).toContainText('What to do:');
  await expect(page.locator('[name=trust]')).toHaveCount(0);
});

test('a host that shows another key is compared and trusted again, without a reload', async ({
  page,
  reach,
  sshd,
  signIn,
  expectAccessible,
  expectToFit,
}) => {
  const { id } = await reach.addExecutor('gpu-1', configOf(sshd));
  await signIn();
  await openHost(page, id);
  await expect(card(page)).toHaveAttribute('data-state', 'reachable');
  const isSameDocument = await markDocument(page);
  const old = sshd.fingerprint();
  await reach.letProbeEnd(id);
  await sshd.rekey();
  await action(page, 'probe').click();
  await expect(card(page)).toHaveAttribute('data-reason', 'host_key');

  await action(page, 'trust').click();
  await expect(page.locator('[data-key]')).toHaveAttribute('data-key', 'changed');
  await expect(page.locator(key('pinned'))).toHaveText(old);
  await expect(page.locator(key('shown'))).toHaveText(sshd.fingerprint());
  await expectAccessible();
  const screen = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectToFit();
  if (screen !== null) await page.setViewportSize(screen);

  await expect(action(page, 'trust')).toBeDisabled();
  await page.locator('[name=compared]').check();
  await action(page, 'trust').click();
  await expect(page.locator('[data-page=host]')).toBeVisible();
  await expect(card(page)).toHaveAttribute('data-state', 'reachable');
  await expect(card(page)).toHaveAttribute('data-reason', '');
  expect(await isSameDocument()).toBe(true);
});

test('a changed key in the form is no first contact', async ({ page, reach, sshd, signIn }) => {
  const { id } = await reach.addExecutor('gpu-1', configOf(sshd));
  const old = sshd.fingerprint();
  await sshd.rekey();
  await signIn();
  await goTo(page, `hosts/${id}/edit`);
  await fill(page, { name: 'gpu-one' });
  await testConnection(page);
  await expect(page.locator('[data-key]')).toHaveAttribute('data-key', 'changed');
  await expect(page.locator(key('pinned'))).toHaveText(old);
  await expect(page.locator(key('shown'))).toHaveText(sshd.fingerprint());
  await expect(page.locator('[name=trust]')).toBeDisabled();

  await page.locator('[name=compared]').check();
  await page.locator('[name=trust]').check();
  await action(page, 'save').click();
  await expect(card(page)).toHaveAttribute('data-state', 'reachable');
  await expect(page.locator('h1')).toHaveText('gpu-one');
});

test('several changed keys are trusted at once', async ({ page, reach, sshd, signIn, expectAccessible }) => {
  const hosts: Executor[] = [];
  for (const name of ['gpu-1', 'gpu-2', 'gpu-3']) hosts.push(await reach.addExecutor(name, configOf(sshd)));
  await sshd.rekey();
  for (const { id } of hosts) await reach.probeUntil(id, 'host_key');
  await signIn();
  await action(page, 'review-keys').click();
  const shown = page.locator('[data-check=done]');
  await expect(shown).toHaveCount(3);
  await expect(page.locator('[data-key=changed]')).toHaveCount(3);
  await expectAccessible();

  const [first, second, third] = hosts as [Executor, Executor, Executor];
  for (const { id } of [first, second]) await page.locator(`[name="trust-${id}"]`).check();
  await page.locator('[name=compared]').check();
  const calls: string[] = [];
  page.on('request', (request) => request.url().endsWith('/ssh/trust') && calls.push(request.url()));
  await action(page, 'trust').click();
  for (const { id } of [first, second]) await expect(row(page, id)).toHaveAttribute('data-check', 'trusted');
  expect(calls).toHaveLength(1);

  await goTo(page, '');
  for (const { id } of [first, second]) await expect(row(page, id)).toHaveAttribute('data-state', 'reachable');
  await expect(row(page, third.id)).toHaveAttribute('data-reason', 'host_key');
  await expect(notice(page, 'changed-keys')).toHaveCount(0);
});

test('a host is not moved away from its sessions unasked', async ({ page, reach, sshd, signIn }) => {
  const { id } = await reach.addExecutor('gpu-1', configOf(sshd));
  const controller = { command: GREETER, port: 0 };
  const session = await reach.call<Session>('POST', 'sessions', { executor_id: id, controller });
  const running = () => reach.call<Session>('GET', `sessions/${session.id}`);
  await expect.poll(async () => (await running()).state).toBe('running');
  await signIn();
  await goTo(page, `hosts/${id}/edit`);
  await fill(page, { host: 'localhost' });
  await saveUntested(page);
  await expect(page.locator('[data-dialog=sessions-stay]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-dialog]')).toHaveCount(0);
  expect(await reach.call('GET', `executors/${id}`)).toMatchObject({ config: { host: '127.0.0.1' } });

  await action(page, 'save').click();
  await action(page, 'confirm').click();
  await expect(page.locator('[data-page=host]')).toBeVisible();
  expect(await reach.call('GET', `executors/${id}`)).toMatchObject({ config: { host: 'localhost' } });
  expect(await running()).toMatchObject({ state: 'running', host: '127.0.0.1' });
});
