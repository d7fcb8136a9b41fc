import { action, field, fill, goTo, saveUntested } from './support/page.ts';
import { expect, test } from './support/test.ts';

const FINGERPRINT = `SHA256:${'A'.repeat(43)}`;

test.use({ options: { intervalSeconds: 0 } });

test('what can never be meant is refused beside its field', async ({ page, reach, signIn }) => {
  await signIn();
  await action(page, 'add').click();
  await fill(page, { port: 70_000, host_fingerprint: 'SHA256:short', host: 'host.example' });
  await saveUntested(page);
  await expect(field(page, 'name')).toHaveAttribute('data-error', 'required');
  await expect(field(page, 'port')).toHaveAttribute('data-error', 'out_of_range');
  await expect(field(page, 'host_fingerprint')).toHaveAttribute('data-error', 'invalid');
  await expect(field(page, 'host')).toHaveAttribute('data-error', '');
  await expect(page.locator('[name=name]')).toBeFocused();
  expect(await reach.call('GET', 'executors')).toEqual([]);

  await fill(page, { name: 'gpu-1', port: 22, host_fingerprint: FINGERPRINT });
  await action(page, 'save').click();
  await expect(page.locator('[data-page=host]')).toBeVisible();
  expect(await reach.call('GET', 'executors')).toMatchObject([
    { name: 'gpu-1', config: { host: 'host.example', port: 22, host_fingerprint: FINGERPRINT } },
  ]);
});

test('what only the server can know is refused beside its field too', async ({ page, reach, signIn }) => {
  await reach.addExecutor('gpu-1', { host: 'one.example' });
  await signIn();
  await action(page, 'add').click();
  await fill(page, { name: 'GPU-1', host: 'two.example' });
  await saveUntested(page);
  await expect(field(page, 'name')).toHaveAttribute('data-error', 'name_taken');
  await expect(page.locator('[name=host]')).toHaveValue('two.example');
});

test('an edit over somebody else’s change is not lost and does not win', async ({ page, reach, signIn }) => {
  const { id } = await reach.addExecutor('gpu-1', { host: 'one.example' });
  await signIn();
  await goTo(page, `hosts/${id}/edit`);
  await expect(page.locator('[name=host]')).toHaveValue('one.example');
  await page.locator('[name=user]').fill('ada');
  await reach.call('PATCH', `executors/${id}`, { config: { host: 'two.example' } });
  await saveUntested(page);
  await expect(page.locator('[data-error=form]')).toBeVisible();
  await expect(page.locator('[name=user]')).toHaveValue('ada');
  expect(await reach.call('GET', `executors/${id}`)).toMatchObject({
    config: { host: 'two.example', user: null },
  });
});
