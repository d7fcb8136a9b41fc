// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';

import type { TestReport } from '../api/ssh.ts';
import { problem } from '../testing/network.ts';
import { TestPage } from '../testing/page.tsx';
import { at, executorOf, reportOf, viewOf } from '../testing/views.ts';
import { TrustPage } from './Trust.tsx';

const OLD = executorOf().config.host_fingerprint;
const NEW = `SHA256:${'B'.repeat(42)}A`;
const CHANGED: Partial<TestReport> = { ok: false, reason: 'host_key', fingerprint: NEW, expected: OLD };

let page: TestPage;

beforeEach(async () => {
  page = await TestPage.open();
});

afterEach(() => {
  page.close();
  window.location.hash = '';
});

function pinned(id: string) {
  return executorOf({ id, config: { ...executorOf().config, host_fingerprint: NEW }, updated_at: at(9) });
}

async function showOne(report: Partial<TestReport>, executor = executorOf()): Promise<void> {
  page.network.on('GET', 'api/v1/executors/gpu-1', () => ({ status: 200, body: executor }));
  page.network.on('POST', 'api/v1/ssh/test', () => ({ status: 200, body: reportOf(report) }));
  await page.show(<TrustPage key="gpu-1" id="gpu-1" />);
}

it('shows the old key beside the new one, and trusts it once it was compared', async () => {
  await showOne(CHANGED);
  page.network.on('POST', 'api/v1/ssh/trust', () => ({
    status: 200,
    body: { results: [{ executor_id: 'gpu-1', executor: pinned('gpu-1'), error: null }] },
  }));
  expect(page.text('h1')).toBe('Host key of GPU one');
  expect(page.find('[data-key]').dataset['key']).toBe('changed');
  expect(page.text('[data-fact="pinned"] dd')).toBe(`${OLD}ssh-ed25519`);
  expect(page.text('[data-fact="shown"] dd')).toBe(`${NEW}ssh-ed25519`);
  const trust = page.find('[data-action="trust"]') as HTMLButtonElement;
  expect(trust.disabled).toBe(true);
  await page.click('[name="compared"]');
  await page.click('[data-action="trust"]');
  expect(page.network.sent.find(({ path }) => path === 'api/v1/ssh/trust')?.body).toEqual([
    { executor_id: 'gpu-1', fingerprint: NEW, key_algorithm: 'ssh-ed25519' },
  ]);
  expect(window.location.hash).toBe('#/hosts/gpu-1');
});

it('offers nothing when the host shows the trusted key again', async () => {
  await showOne({ expected: OLD, fingerprint: OLD });
  expect(page.find('[data-key]').dataset['key']).toBe('same');
  expect(page.has('[data-action="trust"]')).toBe(false);
  expect(page.find('[data-action="back"]').getAttribute('href')).toBe('#/hosts/gpu-1');
});

it('says why no key was shown, and tests again', async () => {
  await showOne({ ok: false, reason: 'network', fingerprint: null, key_algorithm: null });
  expect(page.find('.verdict').dataset['verdict']).toBe('network');
  await page.click('[data-action="test-again"]');
  expect(page.network.count('POST', 'api/v1/ssh/test')).toBe(2);
});

it('tells a test that the server had no room for from one that failed', async () => {
  page.network.on('GET', 'api/v1/executors/gpu-1', () => ({ status: 200, body: executorOf() }));
  page.network.on('POST', 'api/v1/ssh/test', () => problem(503, 'busy'));
  await page.show(<TrustPage key="gpu-1" id="gpu-1" />);
  expect(page.text('[data-notice="test-not-run"]')).toBe(
    'The test could not be run. The server is busy with other tests. Try again in a moment.',
  );
});

it('stays on the page with why a key was not trusted', async () => {
  await showOne(CHANGED);
  page.network.on('POST', 'api/v1/ssh/trust', () => ({
    status: 200,
    body: { results: [{ executor_id: 'gpu-1', executor: null, error: { type: 'not-found', detail: '' } }] },
  }));
  await page.click('[name="compared"]');
  await page.click('[data-action="trust"]');
  expect(page.text('[data-notice="not-trusted"]')).toBe('Not saved. The host no longer exists.');
  expect(window.location.hash).toBe('');
});

it('trusts the ticked ones of several hosts in one call', async () => {
  const ids = ['a', 'b', 'c'];
  page.network.on('GET', 'api/v1/executors', () => ({ status: 200, body: ids.map((id) => executorOf({ id, name: `Host ${id}` })) }));
  page.network.on('GET', 'api/v1/ssh/reachability', () => ({
    status: 200,
    body: ids.map((id) => viewOf({ executor_id: id, state: 'unreachable', reason: id === 'c' ? 'auth' : 'host_key' })),
  }));
  page.network.on('POST', 'api/v1/ssh/test', () => ({ status: 200, body: reportOf(CHANGED) }));
  page.network.on('POST', 'api/v1/ssh/trust', () => ({
    status: 200,
    body: { results: [{ executor_id: 'b', executor: pinned('b'), error: null }] },
  }));
  await page.show(<TrustPage key="" id={null} />);
  expect(page.root.querySelectorAll('[data-key="changed"]')).toHaveLength(2);
  expect(page.has('[data-executor="c"]')).toBe(false);
  await page.click('[name="trust-b"]');
  expect(page.text('[data-action="trust"]')).toBe('Trust 1 key');
  await page.click('[name="compared"]');
  await page.click('[data-action="trust"]');
  expect(page.find('[data-executor="b"]').dataset['check']).toBe('trusted');
  expect(page.find('[data-executor="a"]').dataset['check']).toBe('done');
  expect(page.network.count('POST', 'api/v1/ssh/trust')).toBe(1);
});

it('says so when no host shows another key', async () => {
  page.network.on('GET', 'api/v1/executors', () => ({ status: 200, body: [] }));
  page.network.on('GET', 'api/v1/ssh/reachability', () => ({ status: 200, body: [] }));
  await page.show(<TrustPage key="" id={null} />);
  expect(page.text('[data-empty]')).toBe('No host shows a changed key.');
});

it('tells a host that is not there from one that cannot be loaded', async () => {
  page.network.on('GET', 'api/v1/executors/gone', () => problem(404, 'not-found'));
  await page.show(<TrustPage key="gone" id="gone" />);
  expect(page.text('h1')).toBe('This host does not exist');
  await page.show(<TrustPage key="gpu-1" id="gpu-1" />);
  expect(page.text('[data-notice="load-failed"]')).toContain('The server could not be reached.');
});
