// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Session } from '../logic/index.ts';
import { problem } from '../testing/network.ts';
import { TestPage } from '../testing/page.tsx';
import { at, executorOf, sessionOf, startingSession, viewOf } from '../testing/views.ts';
import { SessionsPage } from './Sessions.tsx';

let page: TestPage;

beforeEach(async () => {
  page = await TestPage.open();
  page.network.on('GET', 'api/v1/executors', () => ({ status: 200, body: [executorOf()] }));
  page.network.on('GET', 'api/v1/ssh/reachability', () => ({ status: 200, body: [viewOf()] }));
});

afterEach(() => page.close());

async function showSessions(...sessions: Session[]): Promise<void> {
  page.network.on('GET', 'api/v1/sessions', () => ({ status: 200, body: sessions }));
  await page.show(<SessionsPage />);
}

const row = (id: string) => `[data-session="${id}"]`;

describe('the list of all sessions', () => {
  it('shows each with its host, its state and what matters about it', async () => {
    const failure = { step: 'dial', reason: 'auth', host: '10.0.0.5', message: '' } as const;
    await showSessions(
      sessionOf(),
      startingSession({ id: 's2', name: 'Second', step: 'prepare' }),
      startingSession({ id: 's3', name: 'Third', state: 'failed', step: null, failure }),
      sessionOf({ id: 's4', name: 'Fourth', state: 'stopped', transport: 'none', local_port: null, controller_may_remain: true }),
      sessionOf({ id: 's5', name: 'Fifth', transport: 'lost', local_port: null }),
    );
    expect(page.text(row('s1'))).toBe('NotebookGPU oneRunning127.0.0.1:40123Started now');
    expect(page.text(row('s2'))).toBe('SecondGPU oneStartingPrepareCreated 10 seconds ago');
    expect(page.text(row('s3'))).toBe('ThirdGPU oneFailedLogin refusedCreated 10 seconds ago');
    expect(page.text(row('s4'))).toBe('FourthGPU oneStoppedMay still runStarted now');
    expect(page.text(row('s5'))).toBe('FifthGPU oneRunningConnection lostStarted now');
    expect(page.find(row('s5')).dataset).toMatchObject({ state: 'running', transport: 'lost' });
  });

  it('marks those whose host is unreachable, by a push', async () => {
    await showSessions(sessionOf(), sessionOf({ id: 's2', executor_id: 'other', host: 'other.example' }));
    page.workspace.records.accept(viewOf({ state: 'unreachable', reason: 'network', updated_at: at(1) }));
    await page.pass(0);
    expect([page.find(row('s1')).dataset['unreachable'], page.find(row('s2')).dataset['unreachable']]).toEqual(['true', 'false']);
    expect(page.text(row('s1'))).toContain('Host unreachable');
    expect(page.text(row('s2'))).toContain('other.example');
  });

  it('says when there are none, and leads to the first', async () => {
    await showSessions();
    expect(page.has('[data-empty="sessions"]')).toBe(true);
    expect(page.find('[data-action="start-session"]').getAttribute('href')).toBe('#/start');
  });

  it('is not called empty when it could not be loaded, and is loaded on request', async () => {
    page.network.on('GET', 'api/v1/sessions', () => problem(503, 'store-unavailable'));
    await page.show(<SessionsPage />);
    expect(page.has('[data-empty]')).toBe(false);
    page.network.on('GET', 'api/v1/sessions', () => ({ status: 200, body: [sessionOf()] }));
    await page.click('[data-action="retry"]');
    expect(page.has(row('s1'))).toBe(true);
    expect(page.has('[data-notice="sessions-failed"]')).toBe(false);
  });
});
