// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { ReachabilityView } from '../logic/index.ts';
import { deferred } from '../testing/deferred.ts';
import { type Answer, problem } from '../testing/network.ts';
import { TestPage } from '../testing/page.tsx';
import { at, executorOf, sessionOf, viewOf } from '../testing/views.ts';
import { HostPage } from './Host.tsx';

const RECORD = 'api/v1/ssh/executors/gpu-1/reachability';
const CARD = '[data-card="reachability"]';

let page: TestPage;

beforeEach(async () => {
  page = await TestPage.open();
  page.network.on('GET', 'api/v1/executors/gpu-1', () => ({ status: 200, body: executorOf() }));
});

afterEach(() => page.close());

async function showHost(record: Partial<ReachabilityView> | Answer): Promise<void> {
  page.network.on('GET', RECORD, () => ('status' in record ? record : { status: 200, body: viewOf(record) }));
  await page.show(<HostPage key="gpu-1" id="gpu-1" />);
}

async function showSessions(): Promise<void> {
  await showHost({});
  // The card asks once the host is there.
  await page.pass(0);
}

const fact = (name: string) => page.text(`[data-fact="${name}"] dd`);

const FAILED = {
  state: 'unreachable',
  reason: 'host_key',
  message: 'the key SHA256:x is not the pinned one',
  consecutive_failures: 3,
  checked_at: at(-120),
  last_success_at: at(-7200),
  updated_at: at(-120),
} as const;

describe('the host page', () => {
  // covers: SSH-REACHABILITY-002.1
  it('shows all that is known of an unreachable host', async () => {
    await showHost(FAILED);
    expect(page.find(CARD).dataset['state']).toBe('unreachable');
    expect(page.text(`${CARD} .badge`)).toBe('Unreachable');
    expect(fact('host')).toBe('10.0.0.5');
    expect(page.text('.failure h3')).toBe('Wrong host key');
    expect(page.text('[data-fact="message"] code')).toBe('the key SHA256:x is not the pinned one');
    expect(fact('failures')).toBe('3 failures');
    expect(fact('checked')).toBe('2 minutes ago');
    expect(fact('success')).toBe('2 hours ago');
  });

  it('leads from a changed key to where it is compared', async () => {
    await showHost(FAILED);
    expect(page.find('[data-action="trust"]').getAttribute('href')).toBe('#/hosts/gpu-1/trust');
    await page.show(<p />);
    await showHost({ ...FAILED, reason: 'auth', updated_at: at(5) });
    expect(page.has('[data-action="trust"]')).toBe(false);
  });

  // covers: SSH-REACHABILITY-002.1
  it('says so when no success was ever recorded', async () => {
    await showHost({ ...FAILED, last_success_at: null });
    expect(fact('success')).toBe('None recorded');
  });

  // covers: SSH-REACHABILITY-001.12
  it('shows a host that no probe has completed for as unknown', async () => {
    await showHost({ state: 'unknown', checked_at: null, last_success_at: null, updated_at: null });
    expect(page.find(CARD).dataset['state']).toBe('unknown');
    expect(fact('checked')).toBe('No completed check');
    expect(page.has('[data-notice="never"]')).toBe(true);
  });

  it('shows a failure below the threshold under the state that still stands', async () => {
    await showHost({ reason: 'timeout', consecutive_failures: 1 });
    expect(page.find(CARD).dataset['state']).toBe('reachable');
    expect(page.text('.failure h3')).toBe('Last probe failed: No answer in time');
  });

  // covers: SSH-REACHABILITY-002.12
  it('never shows a reason’s token', async () => {
    await showHost({ ...FAILED, message: '' });
    expect(page.root.textContent).not.toContain('host_key');
  });

  // covers: SSH-REACHABILITY-002.4
  it('marks a result as stale by itself, the moment it is older than three intervals', async () => {
    await showHost({ checked_at: at(0) });
    page.network.on('GET', RECORD, () => problem(503, 'store-unavailable'));
    await page.pass(180_000);
    expect(page.find(CARD).dataset['freshness']).toBe('current');
    expect(page.has('[data-notice="stale"]')).toBe(false);
    await page.pass(1000);
    expect(page.find(CARD).dataset['freshness']).toBe('stale');
    expect(page.text(`${CARD} .headline`)).toContain('Out of date');
    expect(page.has('[data-notice="stale"]')).toBe(true);
  });

  // covers: SSH-REACHABILITY-002.4
  it('goes by the server’s clock, not by this machine’s', async () => {
    await showHost({ checked_at: at(590), at: at(600), updated_at: at(590) });
    expect(page.find(CARD).dataset['freshness']).toBe('current');
    expect(fact('checked')).toBe('10 seconds ago');
  });

  // covers: SSH-REACHABILITY-001.25, SSH-REACHABILITY-002.4
  it('with probing off says so, and never calls anything stale', async () => {
    await showHost({ checked_at: at(-86_400), probing_enabled: false, probe_interval_seconds: 0, freshness: 'off' });
    expect(page.find(CARD).dataset['freshness']).toBe('off');
    expect(page.has('[data-notice="probing-off"]')).toBe(true);
    expect(page.text(`${CARD} .headline`)).toContain('Probing off');
    expect(page.has('[data-notice="stale"]')).toBe(false);
    expect(page.root.textContent).not.toContain('Out of date');
  });

  // covers: SSH-REACHABILITY-002.10
  it('says "not known" when the result cannot be loaded, never "unreachable"', async () => {
    await showHost(problem(503, 'store-unavailable'));
    expect(page.find(CARD).dataset['state']).toBe('not-loaded');
    expect(page.text(`${CARD} .badge`)).toBe('Not known');
    expect(page.text('[data-notice="not-known"]')).toContain('The database is not available');
    expect(page.root.textContent).not.toContain('Unreachable');
    page.network.on('GET', RECORD, () => ({ status: 200, body: viewOf() }));
    await page.click('[data-notice="not-known"] button');
    expect(page.find(CARD).dataset['state']).toBe('reachable');
    expect(page.has('[data-notice="not-known"]')).toBe(false);
  });

  // covers: SSH-REACHABILITY-002.10
  it('keeps a result that it has when a refresh fails, and says that it failed', async () => {
    await showHost({});
    page.network.on('GET', RECORD, () => problem(503, 'store-unavailable'));
    await page.pass(60_000);
    expect(page.find(CARD).dataset['state']).toBe('reachable');
    expect(page.has('[data-notice="refresh-failed"]')).toBe(true);
  });

  // covers: SSH-REACHABILITY-002.15
  it.each(['2026-09-06 09:58:00Z', '2026-09-06t09:58:00z', '2026-09-06T09:58:60Z', 'soon', '2026-13-06T09:58:00Z'])(
    'takes the malformed time %j as missing: no age, no mark',
    async (time) => {
      await showHost({ checked_at: time, last_success_at: time });
      expect(fact('checked')).toBe('No completed check');
      expect(fact('success')).toBe('None recorded');
      await page.pass(3_600_000);
      expect(page.find(CARD).dataset['freshness']).toBe('never');
      expect(page.root.textContent).not.toContain('Out of date');
    },
  );

  // covers: SSH-REACHABILITY-002.15
  it.each(['2026-09-06T11:58:00+02:00', '2026-09-06T09:58:00.000000999Z', '2026-09-06T09:58:00-00:00'])(
    'takes the valid time %j for what it is',
    async (time) => {
      await showHost({ checked_at: time, last_success_at: time });
      expect(fact('checked')).toBe('2 minutes ago');
      expect(fact('success')).toBe('2 minutes ago');
    },
  );
});

describe('the sessions of a host', () => {
  it('are listed on its page, and one can be started there', async () => {
    page.network.on('GET', 'api/v1/sessions', () => ({
      status: 200,
      body: [sessionOf(), sessionOf({ id: 'other', executor_id: 'other' })],
    }));
    await showSessions();
    const card = page.find('[data-card="sessions"]');
    expect([...card.querySelectorAll<HTMLElement>('[data-session]')].map((row) => row.dataset['session'])).toEqual(['s1']);
    expect(page.find('[data-action="start-session"]').getAttribute('href')).toBe('#/hosts/gpu-1/start');
    expect(page.find('[data-session="s1"] a').getAttribute('href')).toBe('#/sessions/s1');
  });

  it('that cannot be loaded are not called none', async () => {
    page.network.on('GET', 'api/v1/sessions', () => problem(503, 'store-unavailable'));
    await showSessions();
    expect(page.has('[data-notice="sessions-failed"]')).toBe(true);
    expect(page.has('[data-empty="sessions"]')).toBe(false);
  });

  it('cannot be started while it is deactivated', async () => {
    page.network.on('GET', 'api/v1/executors/gpu-1', () => ({ status: 200, body: executorOf({ status: 'inactive' }) }));
    await showSessions();
    expect(page.has('[data-empty="sessions"]')).toBe(true);
    expect(page.has('[data-action="start-session"]')).toBe(false);
  });
});

it('a deactivated host is not said to be checked every so often', async () => {
  await showHost({});
  expect(page.has('[data-fact="interval"]')).toBe(true);
  page.workspace.executors.accept(executorOf({ status: 'inactive', updated_at: at(1) }));
  await page.pass(0);
  expect(page.has('[data-fact="interval"]')).toBe(false);
});

describe('Probe now', () => {
  // covers: SSH-REACHABILITY-002.5, SSH-REACHABILITY-002.14
  it('is disabled while its probe runs, then shows what came of it', async () => {
    await showHost(FAILED);
    const answer = deferred<Answer>();
    page.network.on('POST', `${RECORD}/probe`, () => answer.promise);
    const button = page.find('[data-action="probe"]') as HTMLButtonElement;
    await page.click('[data-action="probe"]');
    expect(button.disabled).toBe(true);
    expect(button.textContent).toBe('Probing…');
    answer.resolve({ status: 200, body: viewOf({ updated_at: at(1) }) });
    await page.pass(0);
    expect(button.disabled).toBe(false);
    expect(page.text('[data-outcome]')).toBe('Probe finished: Reachable');
    expect(page.find(CARD).dataset['state']).toBe('reachable');
  });

  // covers: SSH-REACHABILITY-002.5
  it('shows a result that was not stored beside the record, marked as such', async () => {
    await showHost({});
    const outcome = viewOf({ persisted: false, state: 'unreachable', reason: 'network', at: at(1), checked_at: at(1) });
    page.network.on('POST', `${RECORD}/probe`, () => ({ status: 200, body: outcome }));
    await page.click('[data-action="probe"]');
    expect(page.find(CARD).dataset['state']).toBe('reachable');
    expect(page.find('[data-unsaved]').dataset).toMatchObject({ state: 'unreachable', reason: 'network' });
    expect(page.text('[data-unsaved] h3')).toBe('Result of your probe, not stored');
    expect(page.has('[data-error="probe"]')).toBe(false);
  });

  // covers: SSH-REACHABILITY-002.7
  it('on a deactivated host says why it was refused', async () => {
    page.network.on('GET', 'api/v1/executors/gpu-1', () => ({ status: 200, body: executorOf({ status: 'inactive' }) }));
    await showHost({});
    page.network.on('POST', `${RECORD}/probe`, () => problem(409, 'inactive'));
    await page.click('[data-action="probe"]');
    expect(page.text('[data-outcome]')).toBe('The probe could not be run. The host is deactivated.');
  });

  // covers: SSH-REACHABILITY-002.13
  it('left for another host and come back to, is free again', async () => {
    await showHost({});
    page.network.on('POST', `${RECORD}/probe`, () => deferred<Answer>().promise);
    await page.click('[data-action="probe"]');
    await page.show(<HostPage key="other" id="other" />);
    await page.show(<HostPage key="gpu-1" id="gpu-1" />);
    expect((page.find('[data-action="probe"]') as HTMLButtonElement).disabled).toBe(false);
    expect(page.find('[data-probe]').dataset['probe']).toBe('idle');
  });
});

it('a host that does not exist is told from one that cannot be loaded', async () => {
  page.network.on('GET', 'api/v1/executors/gone', () => problem(404, 'not-found'));
  await page.show(<HostPage key="gone" id="gone" />);
  expect(page.text('h1')).toBe('This host does not exist');
  await page.show(<HostPage key="offline" id="offline" />);
  expect(page.text('[data-notice="load-failed"]')).toContain('The server could not be reached.');
});

// covers: SSH-REACHABILITY-002.12
it('speaks the reader’s language, the reason too', async () => {
  page.close();
  page = await TestPage.open('ja');
  page.network.on('GET', 'api/v1/executors/gpu-1', () => ({ status: 200, body: executorOf() }));
  await showHost(FAILED);
  expect(page.text(`${CARD} .badge`)).toBe('接続不可');
  expect(page.text('.failure h3')).toBe('ホスト鍵の不一致');
  expect(fact('checked')).toBe('2 分前');
});
