// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { TabIcon } from '../components/LiveStatus.tsx';
import type { ReachabilityView } from '../logic/index.ts';
import { type Answer, problem } from '../testing/network.ts';
import { TestPage } from '../testing/page.tsx';
import { at, executorOf, sessionOf, viewOf } from '../testing/views.ts';
import { HostsPage } from './Hosts.tsx';

const LIST = 'api/v1/ssh/reachability';

let page: TestPage;

beforeEach(async () => {
  page = await TestPage.open();
});

afterEach(() => page.close());

async function showHosts(records: ReturnType<typeof viewOf>[] | Answer, executors = ['a', 'b']): Promise<void> {
  page.network.on('GET', 'api/v1/executors', () => ({
    status: 200,
    body: executors.map((id) => executorOf({ id, name: `Host ${id}` })),
  }));
  page.network.on('GET', LIST, () => ('status' in records ? records : { status: 200, body: records }));
  await page.show(<HostsPage />);
}

const row = (id: string) => page.find(`[data-executor="${id}"]`);

describe('the overview', () => {
  it('shows every host with its state in words, its reason and its age', async () => {
    await showHosts([
      viewOf({ executor_id: 'a', checked_at: at(-5) }),
      viewOf({ executor_id: 'b', state: 'unreachable', reason: 'auth', checked_at: at(-60) }),
    ]);
    expect(row('a').dataset).toMatchObject({ state: 'reachable', freshness: 'current' });
    expect(row('a').getAttribute('data-reason')).toBe('');
    expect(page.text('[data-executor="a"]')).toBe('Host a10.0.0.5ReachableChecked 5 seconds ago');
    expect(row('b').dataset).toMatchObject({ state: 'unreachable', reason: 'auth' });
    expect(page.text('[data-executor="b"]')).toBe('Host b10.0.0.5UnreachableLogin refusedChecked 1 minute ago');
  });

  // covers: SSH-REACHABILITY-002.2
  it('follows a push by itself', async () => {
    await showHosts([viewOf({ executor_id: 'a' }), viewOf({ executor_id: 'b' })]);
    page.network.socket.hello();
    await page.pass(50);
    const sent = page.network.sent.length;
    page.network.socket.push('executor.reachability.changed', viewOf({ executor_id: 'b', state: 'unreachable', reason: 'network', updated_at: at(5) }));
    await page.pass(50);
    expect(row('b').dataset['state']).toBe('unreachable');
    expect(page.find('[data-filter="unreachable"]').dataset['count']).toBe('1');
    expect(page.network.sent).toHaveLength(sent);
  });

  it('shows in the tab’s icon that a host is unreachable, as long as it is', async () => {
    const icon = document.createElement('link');
    icon.rel = 'icon';
    document.head.append(icon);
    await page.show(<TabIcon />);
    const shows = (state: ReachabilityView['state'], seconds: number) => {
      page.workspace.records.accept(viewOf({ executor_id: 'a', state, updated_at: at(seconds) }));
      return page.pass(0).then(() => icon.getAttribute('href'));
    };
    page.workspace.executors.accept(executorOf({ id: 'a' }));
    expect(await shows('reachable', 1)).toContain('reach.svg');
    expect(await shows('unreachable', 2)).toContain('reach-alert.svg');
    expect(await shows('reachable', 3)).toContain('reach.svg');
    icon.remove();
  });

  // covers: SSH-REACHABILITY-002.4
  it('marks rows as stale by themselves', async () => {
    await showHosts([viewOf({ executor_id: 'a' }), viewOf({ executor_id: 'b', checked_at: at(-100) })]);
    page.network.on('GET', LIST, () => ({ status: 304 }));
    await page.pass(81_000);
    expect([row('a').dataset['freshness'], row('b').dataset['freshness']]).toEqual(['current', 'stale']);
    expect(page.text('[data-executor="b"]')).toContain('Out of date');
  });

  // covers: SSH-REACHABILITY-001.25
  it('says that probing is off, above the list and in each row', async () => {
    const off = { probing_enabled: false, probe_interval_seconds: 0, checked_at: at(-9999) };
    await showHosts([viewOf({ executor_id: 'a', ...off }), viewOf({ executor_id: 'b', ...off })]);
    expect(page.has('[data-notice="probing-off"]')).toBe(true);
    expect(page.text('[data-executor="a"]')).toContain('Probing off');
    expect(page.root.textContent).not.toContain('Out of date');
  });

  // covers: SSH-REACHABILITY-002.10
  it('shows hosts whose records cannot be loaded as not known', async () => {
    await showHosts(problem(503, 'store-unavailable'));
    expect(row('a').dataset['state']).toBe('not-loaded');
    expect(page.text('[data-executor="a"] .badge')).toBe('Not known');
    expect(page.has('[data-notice="load-failed"]')).toBe(true);
    expect(page.has('[data-state="unreachable"]')).toBe(false);
  });

  it('leads from no hosts to the first one', async () => {
    await showHosts([], []);
    expect(page.find('[data-empty] a').getAttribute('href')).toBe('#/add');
  });

  it('leads to the keys when more than one host shows another than the trusted one', async () => {
    const changed = { state: 'unreachable', reason: 'host_key' } as const;
    await showHosts([viewOf({ executor_id: 'a', ...changed }), viewOf({ executor_id: 'b' })]);
    expect(page.has('[data-notice="changed-keys"]')).toBe(false);
    page.workspace.records.accept(viewOf({ executor_id: 'b', ...changed, updated_at: at(5) }));
    await page.pass(0);
    expect(page.text('[data-notice="changed-keys"] p')).toBe('2 hosts show another key than the trusted one.');
    expect(page.find('[data-action="review-keys"]').getAttribute('href')).toBe('#/trust');
  });

  it('is not called empty when it could not be loaded', async () => {
    await page.show(<HostsPage />);
    expect(page.has('[data-empty]')).toBe(false);
    expect(page.text('[data-notice="load-failed"]')).toContain('The hosts could not be loaded.');
  });

  it('shows how many sessions run on each host', async () => {
    page.network.on('GET', 'api/v1/sessions', () => ({
      status: 200,
      body: [sessionOf({ executor_id: 'b' }), sessionOf({ id: 's2', executor_id: 'b', state: 'stopped' })],
    }));
    await showHosts([viewOf({ executor_id: 'a' }), viewOf({ executor_id: 'b' })]);
    expect(page.text('[data-executor="b"] [data-running]')).toBe('1 session');
    expect(page.has('[data-executor="a"] [data-running]')).toBe(false);
    page.workspace.sessions.push(sessionOf({ id: 's3', executor_id: 'b' }));
    await page.pass(0);
    expect(page.find('[data-executor="b"] [data-running]').dataset['running']).toBe('2');
  });

  it('filters by state, and leads back', async () => {
    await showHosts([viewOf({ executor_id: 'a' }), viewOf({ executor_id: 'b' })]);
    await page.click('[data-filter="unreachable"] input');
    expect(page.has('[data-executor]')).toBe(false);
    await page.click('[data-empty] button');
    expect(page.has('[data-executor="a"]')).toBe(true);
  });

  it('says when live updates are lost', async () => {
    await showHosts([viewOf({ executor_id: 'a' })]);
    page.network.socket.hello();
    await page.pass(50);
    expect(page.has('[data-notice="live-lost"]')).toBe(false);
    page.network.socket.break();
    await page.pass(0);
    expect(page.has('[data-notice="live-lost"]')).toBe(true);
  });
});
