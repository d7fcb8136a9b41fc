// @vitest-environment happy-dom
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Setting } from '../api/config.ts';
import { deferred, settled } from '../testing/deferred.ts';
import { type Answer, problem } from '../testing/network.ts';
import { TestPage } from '../testing/page.tsx';
import { SettingsPage } from './Settings.tsx';

const INTERVAL = 'executors.sshReachabilityIntervalSeconds';

let page: TestPage;

beforeEach(async () => {
  page = await TestPage.open();
});

afterEach(() => page.close());

const settingOf = (members: Partial<Setting>): Setting => ({
  key: 'server.listen',
  value: '127.0.0.1:7878',
  source: 'default',
  origin: null,
  replaced: null,
  ...members,
});

async function showSettings(...settings: Partial<Setting>[]): Promise<void> {
  const body = { settings: settings.map(settingOf) };
  page.network.on('GET', 'api/v1/config', () => ({ status: 200, body }));
  await page.show(<SettingsPage />);
}

const row = (key: string) => `[data-setting="${key}"]`;
const value = (key: string) => page.text(`${row(key)} [data-value]`);
const source = (key: string) => page.text(`${row(key)} .setting-source`).trim();

it('shows every setting with its value and where that came from', async () => {
  await showSettings(
    {},
    { key: 'dataDir', value: '/var/lib/reach', source: 'flag', origin: '--data-dir' },
    { key: 'log.level', value: 'debug', source: 'environment', origin: 'REACH_LOG_LEVEL' },
    { key: 'server.auth', value: false, source: 'flag', origin: '--no-auth' },
    { key: 'server.publicUrl', value: null },
    { key: INTERVAL, value: 60, source: 'file', origin: '/data/config.yaml' },
  );
  expect([value('server.listen'), source('server.listen')]).toEqual(['127.0.0.1:7878', 'Default']);
  expect([value('dataDir'), source('dataDir')]).toEqual(['/var/lib/reach', 'Command-line flag --data-dir']);
  expect(source('log.level')).toBe('Environment variable REACH_LOG_LEVEL');
  expect(value('server.auth')).toBe('Off');
  expect(value('server.publicUrl')).toBe('Not set');
  expect([value(INTERVAL), source(INTERVAL)]).toEqual(['60 s', 'File /data/config.yaml']);
});

// covers: SSH-REACHABILITY-001.24
it.each([
  [5, 15, 'raised_to_min', '5 → 15 s'],
  [-1, 60, 'negative_to_default', '-1 → 60 s'],
  [86_400, 3600, 'lowered_to_max', '86,400 → 3,600 s'],
  ['60s', 60, 'not_a_number', '60s → 60 s'],
] as const)('shows what became of an interval of %s', async (replaced, effective, clamp, text) => {
  await showSettings({ key: INTERVAL, value: effective, source: 'environment', replaced });
  expect(page.text(`${row(INTERVAL)} [data-clamp]`)).toBe(text);
  expect(page.find(`${row(INTERVAL)} [data-clamp]`).dataset['clamp']).toBe(clamp);
  expect(page.has(`${row(INTERVAL)} .setting-note`)).toBe(true);
});

it('shows an interval of 0 as off', async () => {
  await showSettings({ key: INTERVAL, value: 0, source: 'file' });
  expect(value(INTERVAL)).toBe('Off');
});

it('says so when the configuration cannot be loaded, and tries again on request', async () => {
  page.network.on('GET', 'api/v1/config', () => problem(503, 'shutting-down'));
  await page.show(<SettingsPage />);
  expect(page.text('[data-notice="load-failed"] p')).toBe(
    'The configuration could not be loaded. The server is shutting down.',
  );
  page.network.on('GET', 'api/v1/config', () => ({ status: 200, body: { settings: [settingOf({})] } }));
  await page.click('[data-action="retry"]');
  expect(page.has('[data-notice]')).toBe(false);
  expect(value('server.listen')).toBe('127.0.0.1:7878');
});

it('leaves what comes in after it was closed, and an earlier answer, alone', async () => {
  const [early, late] = [deferred<Answer>(), deferred<Answer>()];
  const answers = [early, late];
  page.network.on('GET', 'api/v1/config', () => answers.shift()?.promise ?? problem(500, 'internal'));
  const view = page.workspace.openSettings();
  void view.read();
  late.resolve({ status: 200, body: { settings: [] } });
  await settled();
  expect(view.loading.value.kind).toBe('ready');
  early.resolve(problem(503, 'store-unavailable'));
  await settled();
  expect(view.loading.value.kind).toBe('ready');
  view.close();
  await view.read();
  expect(view.loading.value.kind).toBe('ready');
});

it('changes the colours at once', async () => {
  await showSettings({});
  await page.click('[data-theme-choice="dark"] input');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect((page.find('[data-theme-choice="dark"] input') as HTMLInputElement).checked).toBe(true);
});

it('changes the language of the whole page', async () => {
  await showSettings({});
  await act(async () => {
    const select = page.find('[data-field="settings-locale"]') as HTMLSelectElement;
    select.value = 'de';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await vi.waitUntil(() => page.i18n.locale === 'de');
  });
  expect(page.text('h1')).toBe('Einstellungen');
});

it('signs out', async () => {
  await showSettings({});
  await page.click('[data-action="sign-out"]');
  expect(page.access.state.value).toEqual({ kind: 'signed-out', error: null });
});
