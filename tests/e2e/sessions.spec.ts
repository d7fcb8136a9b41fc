import { action, goTo, notice, openHost, row } from './support/page.ts';
import { configOf } from './support/reach.ts';
import { GREETER, type Session, session, start } from './support/sessions.ts';
import { expect, test } from './support/test.ts';

/** Holds a launch back until the test lets it go on. */
const WAIT = 'until [ -e go ]; do sleep 0.05; done';

const answers = (port: string) => fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text());

test('a session is started, followed step by step, talked to, read and stopped', async ({
  page,
  reach,
  sshd,
  signIn,
}) => {
  const { id: executor } = await reach.addExecutor('gpu-1', configOf(sshd));
  await signIn();
  await openHost(page, executor);
  await action(page, 'start-session').click();
  await action(page, 'start').click();
  await expect(page.locator('.field[data-field=command]')).toHaveAttribute('data-error', 'required');

  await action(page, 'add-variable').click();
  await page.locator('[data-variable] input').fill('GREETING');
  await page.locator('[data-variable] textarea').fill('you');
  const id = await start(page, { name: 'greeter', command: GREETER, prepare_script: WAIT });
  await expect(session(page)).toHaveAttribute('data-step', 'prepare');
  await expect(page.locator('.steps [data-step=dial]')).toHaveAttribute('data-progress', 'done');
  await expect(page.locator('.steps [data-step=prepare]')).toHaveAttribute('data-progress', 'current');
  await expect(page.locator('.steps [data-step=start]')).toHaveAttribute('data-progress', 'waiting');
  sshd.write(`.reach/sessions/${id}/go`, '');
  await expect(session(page)).toHaveAttribute('data-state', 'running');
  await expect(session(page)).toHaveAttribute('data-transport', 'up');

  const address = (await page.locator('[data-address]').getAttribute('data-address')) ?? '';
  const [, port = ''] = address.split(':');
  const opened = page.waitForEvent('popup');
  await action(page, 'open').click();
  const popup = await opened;
  await expect(popup.locator('body')).toHaveText('hello you');
  expect(popup.url()).toBe(`http://${address}/`);
  await popup.close();
  await action(page, 'read-log').click();
  await expect(page.locator('[data-card=log]')).toHaveAttribute('data-log', 'ready');
  await expect(page.locator('pre.log')).toHaveText(/greeting/);

  await page.locator('.brand').click();
  await expect(row(page, executor).locator('[data-running]')).toHaveAttribute('data-running', '1');
  await action(page, 'sessions').click();
  await page.locator(`[data-session="${id}"] a`).click();
  await action(page, 'stop').click();
  await expect(session(page)).toHaveAttribute('data-state', 'stopped');
  await expect(session(page)).toHaveAttribute('data-transport', 'none');
  await expect(notice(page, 'may-remain')).toHaveCount(0);
  await expect(answers(port)).rejects.toThrow('fetch failed');

  await action(page, 'delete').click();
  await action(page, 'confirm').click();
  await expect(page.locator('[data-empty=sessions]')).toBeVisible();
  expect(await reach.call('GET', 'sessions')).toEqual([]);
});

// covers: SSH-REACHABILITY-003.1, SSH-REACHABILITY-003.2, SSH-REACHABILITY-003.3
test('a launch on an unreachable host goes ahead with a warning, and names the host when it fails', async ({
  page,
  reach,
  sshd,
  signIn,
}) => {
  const { id: executor } = await reach.addExecutor('gpu-1', configOf(sshd));
  await signIn();
  await expect(row(page, executor)).toHaveAttribute('data-state', 'reachable');
  await reach.letProbeEnd(executor);
  await sshd.stop();
  for (let probes = 0; probes < 2; probes++) await reach.probe(executor);
  await expect(row(page, executor)).toHaveAttribute('data-state', 'unreachable');

  await goTo(page, `hosts/${executor}/start`);
  await start(page, { command: GREETER });
  await expect(session(page)).toHaveAttribute('data-state', 'failed');
  await expect(notice(page, 'launch-warning')).toBeVisible();
  await expect(notice(page, 'launch-warning').locator('[data-age]')).toHaveAttribute('data-age', 'known');
  await expect(notice(page, 'launch-warning').locator('button, a')).toHaveCount(0);
  const failure = page.locator('.failure');
  await expect(failure).toHaveAttribute('data-failed-step', 'dial');
  await expect(failure).toHaveAttribute('data-failure', 'network');
  await expect(failure.locator('h3')).toContainText('127.0.0.1');

  // It is its own attempt that counts, and not the record.
  await sshd.startAgain();
  await goTo(page, `hosts/${executor}/start`);
  await start(page, { command: GREETER });
  await expect(session(page)).toHaveAttribute('data-state', 'running');
  await expect(notice(page, 'launch-warning')).toHaveCount(0);

  // For as long as the record says that the host is unreachable, and no longer: pushed.
  await expect(session(page)).toHaveAttribute('data-unreachable', 'true');
  await reach.probe(executor);
  await expect(session(page)).toHaveAttribute('data-unreachable', 'false');
  await expect(notice(page, 'host-unreachable')).toHaveCount(0);
});

test('a session whose connection is lost says so by itself, and is resumed', async ({ page, reach, sshd, signIn }) => {
  const { id: executor } = await reach.addExecutor('gpu-1', configOf(sshd));
  const controller = { command: GREETER, port: 0 };
  const { id } = await reach.call<Session>('POST', 'sessions', { executor_id: executor, controller });
  await signIn();
  await goTo(page, `sessions/${id}`);
  await expect(session(page)).toHaveAttribute('data-state', 'running');

  sshd.cutConnections();
  await expect(session(page)).toHaveAttribute('data-transport', 'lost');
  await expect(session(page)).toHaveAttribute('data-state', 'running');
  await expect(notice(page, 'transport-lost')).toBeVisible();
  await expect(notice(page, 'transport-lost').locator('[data-silence]')).toHaveCount(0);
  await action(page, 'resume').click();
  await expect(session(page)).toHaveAttribute('data-transport', 'up');
  await expect(notice(page, 'transport-lost')).toHaveCount(0);
  const { local_port: port } = await reach.call<Session>('GET', `sessions/${id}`);
  expect(await answers(String(port))).toMatch(/^hello/);
  await reach.call('POST', `sessions/${id}/stop`);
  await expect(session(page)).toHaveAttribute('data-state', 'stopped');
});

test('what may still run after a stop is said, and ended from the page', async ({ page, reach, sshd, signIn }) => {
  const { id: executor } = await reach.addExecutor('gpu-1', configOf(sshd));
  const controller = { command: GREETER, port: 0 };
  const { id } = await reach.call<Session>('POST', 'sessions', { executor_id: executor, controller });
  await signIn();
  await goTo(page, `sessions/${id}`);
  await expect(session(page)).toHaveAttribute('data-state', 'running');
  const { remote_pid: pid } = await reach.call<Session>('GET', `sessions/${id}`);

  sshd.cutConnections();
  await sshd.stop();
  await expect(session(page)).toHaveAttribute('data-transport', 'lost');
  await action(page, 'stop').click();
  await expect(session(page)).toHaveAttribute('data-state', 'stopped');
  await expect(notice(page, 'may-remain')).toBeVisible();
  expect(sshd.runs(pid)).toBe(true);
  await action(page, 'delete').click();
  await expect(page.locator('[data-dialog=delete-forced]')).toBeVisible();
  await page.keyboard.press('Escape');

  await action(page, 'stop-now').click();
  await expect(page.locator('[data-error=stop]')).toBeVisible();
  await expect(notice(page, 'may-remain')).toBeVisible();
  await sshd.startAgain();
  await action(page, 'stop-now').click();
  await expect(notice(page, 'may-remain')).toHaveCount(0);
  expect(sshd.runs(pid)).toBe(false);
});
