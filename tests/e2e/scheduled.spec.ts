import { row } from './support/page.ts';
import { configOf } from './support/reach.ts';
import { expect, test } from './support/test.ts';

test.use({ options: { intervalSeconds: 15 } });

// covers: SSH-REACHABILITY-001.1
test('nobody asks, and the page still says that a host has gone', async ({ page, reach, sshd, signIn }) => {
  test.setTimeout(90_000);
  const { id } = await reach.addExecutor('gpu-1', configOf(sshd));
  await signIn();
  await expect(row(page, id)).toHaveAttribute('data-state', 'reachable');

  // A pass that was left out would take 30 s.
  await sshd.stop();
  await expect(row(page, id)).toHaveAttribute('data-reason', 'network', { timeout: 25_000 });
  await expect(row(page, id)).toHaveAttribute('data-state', 'reachable');
  await expect(row(page, id)).toHaveAttribute('data-state', 'unreachable', { timeout: 25_000 });
});
