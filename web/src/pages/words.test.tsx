// @vitest-environment happy-dom
import type { ComponentChildren } from 'preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Frame } from '../components/Frame.tsx';
import { LiveRegion, LiveStatus } from '../components/LiveStatus.tsx';
import { PSEUDO } from '../i18n/locales.ts';
import type { ExecutorConfig } from '../logic/index.ts';
import { outsideBrackets } from '../i18n/pseudo.ts';
import { problem } from '../testing/network.ts';
import { TestPage } from '../testing/page.tsx';
import { at, executorOf, reportOf, sessionOf, startingSession, viewOf } from '../testing/views.ts';
import { textsIn, visibleTexts } from '../testing/visible.ts';
import { HostPage } from './Host.tsx';
import { HostFormPage } from './HostForm.tsx';
import { HostsPage } from './Hosts.tsx';
import { ImportPage } from './Import.tsx';
import { SessionPage } from './Session.tsx';
import { SessionsPage } from './Sessions.tsx';
import { SettingsPage } from './Settings.tsx';
import { SignIn } from './SignIn.tsx';
import { StartSessionPage } from './StartSession.tsx';
import { TrustPage } from './Trust.tsx';

const host = executorOf({ name: 'DATA-host' });
const local = executorOf({ id: 'here', name: 'DATA-here', type: 'local' });
const off = executorOf({ id: 'off', name: 'DATA-off', status: 'inactive' });
const failing = viewOf({
  state: 'unreachable',
  reason: 'host_key',
  message: 'DATA-message',
  consecutive_failures: 3,
  checked_at: at(-900),
  last_success_at: null,
});
const warning = {
  session_id: 's2',
  executor_id: 'gpu-1',
  host: '10.0.0.5',
  state: 'unreachable',
  reason: 'network',
  last_success_at: at(-900),
  at: at(0),
} as const;
const failure = { step: 'dial', reason: 'network', host: '10.0.0.5', message: 'DATA-refused' } as const;
const sessions = [
  sessionOf({ name: 'DATA-lost', transport: 'lost' }),
  startingSession({ id: 's2', name: 'DATA-starting', launch_warning: warning }),
  startingSession({ id: 's3', name: 'DATA-failed', state: 'failed', step: null, failure }),
  sessionOf({ id: 's4', name: 'DATA-stopped', state: 'stopped', transport: 'none', controller_may_remain: true }),
  sessionOf({ id: 's5', name: 'DATA-running' }),
];
const setting = { key: 'dataDir', value: true, source: 'file', origin: '/DATA-origin', replaced: null };
const interval = {
  key: 'executors.sshReachabilityIntervalSeconds',
  value: 15,
  source: 'environment',
  origin: 'DATA_VARIABLE',
  replaced: 5,
};
const report = {
  dry_run: true,
  hosts: [
    { name: 'DATA-one', outcome: 'created', reason: null, message: null, executor_id: null, fingerprint: null, key_algorithm: null, file: 'DATA-file', line: 3 },
    { name: 'DATA-two', outcome: 'skipped', reason: 'config', message: 'DATA-why', executor_id: 'gpu-1', fingerprint: 'SHA256:x', key_algorithm: 'ssh-rsa', file: 'DATA-file', line: 5 },
  ],
  warnings: ['DATA-warning'],
};
const shown = `SHA256:${'B'.repeat(42)}A`;
const tested = reportOf({
  ok: false,
  steps: reportOf().steps.map((step) => ({ ...step, ok: step.name !== 'authenticate', detail: `DATA-${step.name}` })),
  host: 'DATA-target',
  reason: 'auth',
});
const changed = reportOf({ ok: false, host: 'DATA-target', fingerprint: shown, reason: 'host_key', steps: tested.steps });
const DATA = new Set(textsIn([host, local, off, failing, sessions, setting, interval, report, tested, changed]));

let page: TestPage;

beforeEach(async () => {
  page = await TestPage.open(PSEUDO);
  const answers: Record<string, unknown> = {
    'api/v1/executors': [host, local, off],
    'api/v1/ssh/reachability': [failing, viewOf({ executor_id: 'off', reason: 'timeout' })],
    'api/v1/ssh/executors/gpu-1/reachability': failing,
    'api/v1/ssh/executors/off/reachability': viewOf({ executor_id: 'off', reason: 'timeout' }),
    'api/v1/config': { settings: [setting, interval] },
    'api/v1/sessions': sessions,
  };
  for (const one of [host, local, off]) answers[`api/v1/executors/${one.id}`] = one;
  for (const one of sessions) answers[`api/v1/sessions/${one.id}`] = one;
  for (const [path, body] of Object.entries(answers)) page.network.on('GET', path, () => ({ status: 200, body }));
  page.network.on('POST', 'api/v1/ssh/import', () => ({ status: 200, body: report }));
  page.network.on('POST', 'api/v1/ssh/test', ({ body }) => ({
    status: 200,
    body: (body as ExecutorConfig).host_fingerprint ? changed : tested,
  }));
  await page.workspace.readExecutors();
  await page.workspace.readRecords();
  await page.workspace.readSessions();
});

afterEach(() => page.close());

/** Words that stand on the page and are neither from the catalogue nor somebody's data. */
function strayWords(): string[] {
  const outside = visibleTexts(page.root).filter((text) => !DATA.has(text)).map(outsideBrackets);
  // Numbers and signs are everybody's.
  return outside.filter((text) => /\p{Letter}/u.test(text));
}

async function show(children: ComponentChildren, ...clicks: string[]): Promise<void> {
  await page.show(
    <>
      <Frame tools={<LiveStatus />}>{children}</Frame>
      <LiveRegion />
    </>,
  );
  await page.pass(0);
  for (const click of clicks) await page.click(click);
}

describe('every word comes from the catalogue', () => {
  it.each<[string, () => ComponentChildren, string[]]>([
    ['sign-in', () => <SignIn />, []],
    ['hosts', () => <HostsPage />, []],
    ['a host', () => <HostPage id="gpu-1" />, ['[data-action="probe"]', '[data-action="delete"]']],
    ['a local host', () => <HostPage id="here" />, []],
    ['a deactivated host', () => <HostPage id="off" />, ['[data-action="activate"]']],
    ['a missing host', () => <HostPage id="none" />, []],
    ['a new host', () => <HostFormPage id={null} />, ['[data-action="save"]']],
    ['a new host that is tested', () => <HostFormPage id={null} />, ['[data-action="test"]', '[name="untested"]']],
    ['a host that is tested', () => <HostFormPage id="gpu-1" />, ['[data-action="test"]', '[name="compared"]']],
    ['a changed key', () => <TrustPage id="gpu-1" />, ['[name="compared"]', '[data-action="trust"]']],
    ['several changed keys', () => <TrustPage id={null} />, ['[name="trust-gpu-1"]', '[name="compared"]']],
    ['import', () => <ImportPage />, ['[data-from="text"] input', '[data-from="server"] input', '[data-action="preview"]']],
    ['settings', () => <SettingsPage />, []],
    ['sessions', () => <SessionsPage />, []],
    ['a lost session', () => <SessionPage id="s1" />, ['[data-action="resume"]', '[data-action="read-log"]']],
    ['a launch', () => <SessionPage id="s2" />, ['[data-action="stop"]']],
    ['a failed session', () => <SessionPage id="s3" />, ['[data-action="delete"]']],
    ['a stopped session', () => <SessionPage id="s4" />, ['[data-action="delete"]']],
    ['a running session', () => <SessionPage id="s5" />, ['[data-action="copy"]']],
    ['a missing session', () => <SessionPage id="none" />, []],
    ['starting a session', () => <StartSessionPage executor="gpu-1" />, ['[data-action="add-variable"]', '[data-action="start"]']],
  ])('of %s', async (_name, pageOf, clicks) => {
    await show(pageOf(), ...clicks);
    expect(page.has('main [data-page]')).toBe(true);
    expect(strayWords()).toEqual([]);
  });

  it('of a list that is empty, and one that cannot be loaded', async () => {
    page.network.on('GET', 'api/v1/executors', () => ({ status: 200, body: [] }));
    page.network.on('GET', 'api/v1/sessions', () => problem(503, 'store-unavailable'));
    await show(<HostsPage />);
    expect(page.has('[data-empty]')).toBe(true);
    expect(strayWords()).toEqual([]);
    await show(<SessionsPage />);
    expect(page.has('[data-notice="sessions-failed"]')).toBe(true);
    expect(strayWords()).toEqual([]);
  });

  it('and one that does not is found', async () => {
    const [text, label] = ['Save the day', 'Close it'];
    await show(<button type="button" aria-label={label}>{text}</button>);
    expect(strayWords()).toEqual([text, label]);
  });
});
