// @vitest-environment happy-dom
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it } from 'vitest';

import type { ImportReport, ImportedHost } from '../api/ssh.ts';
import { settled } from '../testing/deferred.ts';
import { problem } from '../testing/network.ts';
import { TestPage } from '../testing/page.tsx';
import { ImportPage } from './Import.tsx';

const ROUTE = 'api/v1/ssh/import';

let page: TestPage;

beforeEach(async () => {
  page = await TestPage.open();
});

afterEach(() => page.close());

const hostOf = (members: Partial<ImportedHost>): ImportedHost => ({
  name: 'gpu',
  outcome: 'created',
  reason: null,
  message: null,
  executor_id: null,
  fingerprint: null,
  key_algorithm: null,
  file: '/home/ada/.ssh/config',
  line: 1,
  ...members,
});

async function preview(...hosts: Partial<ImportedHost>[]): Promise<void> {
  const report: ImportReport = { dry_run: true, hosts: hosts.map(hostOf), warnings: ['known_hosts line 3: junk'] };
  page.network.on('POST', ROUTE, () => ({ status: 200, body: report }));
  await page.show(<ImportPage />);
  await submit();
}

async function submit(): Promise<void> {
  await act(async () => {
    page.find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await settled();
  });
}

const group = (outcome: string) => page.find(`[data-outcome="${outcome}"]`);

it('shows what would be created, merged and skipped, and why', async () => {
  await preview(
    { name: 'gpu', fingerprint: 'SHA256:x', key_algorithm: 'ssh-ed25519' },
    { name: 'web', reason: 'no-known-key', line: 3 },
    { name: 'www', outcome: 'merged', reason: 'same-host', message: 'it is the same host as web', line: 3 },
    { name: 'old', outcome: 'skipped', reason: 'exists', executor_id: 'old-1', line: 6 },
    { name: '*.lab', outcome: 'skipped', reason: 'wildcard', line: 9 },
  );
  expect(page.network.sent.at(-1)?.body).toEqual({ ssh_config: null, known_hosts: null, dry_run: true });
  expect(group('created').dataset['count']).toBe('2');
  expect(page.text('[data-name="gpu"]')).toContain('SHA256:x ssh-ed25519');
  expect(page.text('[data-name="gpu"]')).toContain('/home/ada/.ssh/config:1');
  expect(page.text('[data-name="web"]')).toContain('No key of this host is on record.');
  expect(page.text('[data-name="www"] .message')).toBe('it is the same host as web');
  expect(page.find('[data-name="old"] a').getAttribute('href')).toBe('#/hosts/old-1');
  expect(group('skipped').dataset['count']).toBe('2');
  expect(page.text('[data-name="*.lab"]')).toContain('A pattern');
  expect(page.root.textContent).not.toContain('no-known-key');
  expect(page.find('[data-warnings]').dataset['warnings']).toBe('1');
  expect(page.text('[data-action="import"]')).toBe('Import 2 hosts');
});

it('imports, and says what was done', async () => {
  await preview({ name: 'gpu' });
  const done = { dry_run: false, hosts: [hostOf({ executor_id: 'new' })], warnings: [] };
  page.network.on('POST', ROUTE, () => ({ status: 200, body: done }));
  await page.click('[data-action="import"]');
  expect(page.network.sent.find((sent) => sent.path === ROUTE && (sent.body as ImportReport).dry_run === false)?.body).toEqual(
    { ssh_config: null, known_hosts: null, dry_run: false },
  );
  expect(page.find('[data-page="import"]').dataset['import']).toBe('done');
  expect(page.text('h2')).toBe('1 host imported');
  expect(page.find('[data-name="gpu"] a').getAttribute('href')).toBe('#/hosts/new');
  expect(page.network.count('GET', 'api/v1/executors')).toBe(1);
  expect(document.activeElement).toBe(page.find('h2'));
});

it('offers no import when nothing would be written', async () => {
  await preview({ outcome: 'skipped', reason: 'exists', executor_id: 'gpu-1' });
  expect(page.has('[data-action="import"]')).toBe(false);
  expect(page.has('[data-nothing]')).toBe(true);
});

it('says so when the files name no host', async () => {
  await preview();
  expect(page.has('[data-empty]')).toBe(true);
  expect(page.has('[data-action="import"]')).toBe(false);
});

it('takes pasted text, and asks again once it was edited', async () => {
  await preview({ name: 'gpu' });
  await page.click('[data-from="text"] input');
  expect(page.has('[data-card="import-report"]')).toBe(false);
  expect((page.find('[data-action="preview"]') as HTMLButtonElement).disabled).toBe(true);
  await act(async () => {
    const text = page.find('#sshConfig') as HTMLTextAreaElement;
    text.value = 'Host gpu';
    text.dispatchEvent(new Event('input', { bubbles: true }));
    await settled();
  });
  await submit();
  expect(page.network.sent.at(-1)?.body).toEqual({ ssh_config: 'Host gpu', known_hosts: null, dry_run: true });
});

it('shows which line of a file cannot be read', async () => {
  const errors = [{ field: 'ssh_config', code: 'invalid', message: 'ssh_config line 2: what is this' }];
  page.network.on('POST', ROUTE, () => problem(422, 'invalid', { errors }));
  await page.show(<ImportPage />);
  await submit();
  expect(page.text('[data-notice="import-failed"]')).toContain('ssh_config line 2: what is this');
});
