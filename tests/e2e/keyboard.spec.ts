import { card, connectionTest } from './support/page.ts';
import { configOf } from './support/reach.ts';
import { expect, test } from './support/test.ts';

// covers: SSH-REACHABILITY-002.11
test('a host can be added and probed with the keyboard alone', async ({ page, reach, sshd, signIn }) => {
  await signIn();
  const tabTo = async (selector: string) => {
    for (let pressed = 0; pressed < 40; pressed++) {
      await page.keyboard.press('Tab');
      if (await page.locator(selector).evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`Tab does not lead to ${selector}`);
  };
  await tabTo('[data-action=add]');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-page=add]')).toBeVisible();
  const { identity_source: source, ...texts } = configOf(sshd);
  for (const name of ['name', 'host', 'port', 'user'] as const) {
    await tabTo(`[name=${name}]`);
    await page.keyboard.type(name === 'name' ? 'gpu-1' : String(texts[name]));
  }
  await tabTo('[name=identity_source]');
  await page.keyboard.press('K');
  await expect(page.locator('[name=identity_source]')).toHaveValue(String(source));
  for (const name of ['identity_file', 'host_fingerprint'] as const) {
    await tabTo(`[name=${name}]`);
    await page.keyboard.type(String(texts[name]));
  }
  await tabTo('[data-action=test]');
  await page.keyboard.press('Enter');
  await expect(connectionTest(page)).toHaveAttribute('data-test', 'done');
  await tabTo('[name=trust]');
  await page.keyboard.press('Space');
  await tabTo('[data-action=save]');
  await page.keyboard.press('Enter');
  await expect(card(page)).toHaveAttribute('data-state', 'reachable');
  await sshd.stop();
  await tabTo('[data-action=probe]');
  await page.keyboard.press('Enter');
  await expect(card(page)).toHaveAttribute('data-reason', 'network');
  expect(await reach.call('GET', 'executors')).toHaveLength(1);
});
