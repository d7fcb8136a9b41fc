import { join } from 'node:path';

import { action, card, goTo, openHost, row } from '../support/page.ts';
import { configOf } from '../support/reach.ts';
import { Sshd } from '../support/sshd.ts';
import { expect, test } from '../support/test.ts';

const IMAGES = join(import.meta.dirname, '../../../docs/images');

test('pictures of the pages', async ({ page, reach, sshd, signIn }) => {
  const stopped = await Sshd.start();
  const replaced = await Sshd.start();
  const add = (name: string, domain: string, server: Sshd, members = {}) =>
    reach.addExecutor(name, { ...configOf(server), host: `${name}.${domain}` }, members);
  const gpu = await add('gpu-1', 'lab.example', sshd);
  const build = await add('build-arm', 'lab.example', sshd);
  const nas = await add('nas', 'home.example', stopped);
  const vps = await add('vps-fra', 'cloud.example', replaced);
  await add('old-laptop', 'home.example', sshd, { status: 'inactive' });
  for (const { id } of [gpu, build, nas, vps]) await reach.probe(id);

  await replaced.rekey();
  await stopped.stop();
  for (const { id } of [gpu, build, nas, nas, vps]) await reach.probe(id);

  await signIn();
  await expect(row(page, nas.id)).toHaveAttribute('data-state', 'unreachable');
  await expect(row(page, vps.id)).toHaveAttribute('data-reason', 'host_key');
  await page.screenshot({ path: join(IMAGES, 'overview.png') });

  await openHost(page, vps.id);
  await expect(card(page)).toHaveAttribute('data-reason', 'host_key');
  await page.screenshot({ path: join(IMAGES, 'host.png'), fullPage: true });

  await page.setViewportSize({ width: 412, height: 780 });
  await goTo(page, '');
  await expect(action(page, 'add')).toBeVisible();
  await page.screenshot({ path: join(IMAGES, 'phone.png') });
  await replaced.dispose();
  await stopped.dispose();
});
