// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Session } from '../logic/index.ts';
import { deferred } from '../testing/deferred.ts';
import { type Answer, problem } from '../testing/network.ts';
import { TestPage } from '../testing/page.tsx';
import { at, executorOf, sessionOf, startingSession, viewOf } from '../testing/views.ts';
import { SessionPage } from './Session.tsx';

const SESSION = 'api/v1/sessions/s1';

let page: TestPage;

beforeEach(async () => {
  page = await TestPage.open();
  page.workspace.executors.accept(executorOf());
});

afterEach(() => page.close());

async function showSession(session: Session | Answer): Promise<void> {
  page.network.on('GET', SESSION, () => ('status' in session ? session : { status: 200, body: session }));
  await page.show(<SessionPage key="s1" id="s1" />);
}

async function push(session: Session): Promise<void> {
  page.workspace.sessions.push(session);
  await page.pass(0);
}

const root = () => page.find('[data-page="session"]').dataset;
const fact = (name: string) => page.text(`[data-fact="${name}"] dd`);
const progress = () =>
  [...page.root.querySelectorAll<HTMLElement>('.steps [data-step]')].map(({ dataset }) => dataset['progress']);

describe('a running session', () => {
  it('shows where it runs, and the address to reach it by', async () => {
    await showSession(sessionOf());
    expect(root()).toMatchObject({ state: 'running', transport: 'up', unreachable: 'false' });
    expect(fact('executor')).toBe('GPU one');
    expect(fact('transport')).toBe('Connected');
    expect(fact('started')).toBe('now');
    expect([fact('remote-port'), fact('remote-pid')]).toEqual(['8888', '4711']);
    expect(page.find('[data-address]').dataset['address']).toBe('127.0.0.1:40123');
    expect(page.find('[data-action="open"]').getAttribute('href')).toBe('http://127.0.0.1:40123/');
    expect(page.has('[data-card="launch"]')).toBe(false);
  });

  it('selects its address where the browser does not let it copy', async () => {
    await showSession(sessionOf());
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
    await page.click('[data-action="copy"]');
    expect(page.find('[data-action="copy"]').dataset['copy']).toBe('selected');
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: () => Promise.resolve() } });
    await page.click('[data-action="copy"]');
    expect(page.find('[data-action="copy"]').dataset['copy']).toBe('copied');
  });

  it('says that its host is unreachable for as long as it is, and only then', async () => {
    page.workspace.records.accept(viewOf());
    await showSession(sessionOf());
    expect(page.has('[data-notice="host-unreachable"]')).toBe(false);
    page.workspace.records.accept(viewOf({ state: 'unreachable', reason: 'timeout', updated_at: at(1) }));
    await page.pass(0);
    expect(root()['unreachable']).toBe('true');
    expect(page.text('[data-notice="host-unreachable"] p')).toBe('The last probe of 10.0.0.5 failed: No answer in time.');
    page.workspace.records.accept(viewOf({ reason: 'timeout', updated_at: at(2) }));
    await page.pass(0);
    expect(page.has('[data-notice="host-unreachable"]')).toBe(false);
    expect(root()['unreachable']).toBe('false');
  });

  it('that lost its connection says so, with the silence before, and offers to resume', async () => {
    await showSession(sessionOf());
    page.workspace.sessions.lose({ session_id: 's1', executor_id: 'gpu-1', host: '10.0.0.5', silence_ms: 45_900 });
    await push(sessionOf({ transport: 'lost' }));
    expect(root()).toMatchObject({ state: 'running', transport: 'lost' });
    expect(page.text('[data-notice="transport-lost"] p')).toMatch(/^No answer for 45 seconds\. The connection to 10\.0\.0\.5 /);
    expect(page.has('[data-address]')).toBe(false);
    page.network.on('POST', `${SESSION}/resume`, () => ({ status: 200, body: sessionOf({ updated_at: at(3) }) }));
    await page.click('[data-action="resume"]');
    expect(root()['transport']).toBe('up');
    expect(page.has('[data-notice="transport-lost"]')).toBe(false);
  });

  it('whose connection was cut says that it ended, and nothing of a silence', async () => {
    await showSession(sessionOf());
    page.workspace.sessions.lose({ session_id: 's1', executor_id: 'gpu-1', host: '10.0.0.5', silence_ms: 900 });
    await push(sessionOf({ transport: 'lost' }));
    expect(page.text('[data-notice="transport-lost"] p')).toMatch(/^The connection to 10\.0\.0\.5 ended\. /);
  });

  it('that Reach is not connected to after a restart says so; one on this machine has no connection to miss', async () => {
    await showSession(sessionOf({ transport: 'none', local_port: null }));
    expect(page.has('[data-notice="transport-none"]')).toBe(true);
    page.workspace.executors.accept(executorOf({ type: 'local', updated_at: at(1) }));
    await page.pass(0);
    expect(page.has('[data-notice="transport-none"]')).toBe(false);
    expect(page.has('[data-fact="transport"]')).toBe(false);
  });
});

describe('a launch', () => {
  it('goes through its steps as they are pushed', async () => {
    await showSession(startingSession());
    expect(progress()).toEqual(['done', 'current', ...Array<string>(6).fill('waiting')]);
    await push(startingSession({ step: 'ready', updated_at: at(1) }));
    expect(progress()).toEqual([...Array<string>(7).fill('done'), 'current']);
    await push(sessionOf({ updated_at: at(2) }));
    expect(progress()).toEqual([]);
    expect(root()['state']).toBe('running');
  });

  it('that came to nothing still says when it was', async () => {
    const failure = { step: 'dial', reason: 'network', host: '10.0.0.5', message: '' } as const;
    await showSession(startingSession({ state: 'failed', step: null, failure }));
    expect(page.text('[data-fact="created"] dd')).toBe('10 seconds ago');
    expect(page.has('[data-fact="started"]')).toBe(false);
  });

  // covers: SSH-REACHABILITY-003.2
  it('shows its warning beside it, with the age of the last success and nothing to answer', async () => {
    page.network.on('GET', 'api/v1/sessions', () => ({ status: 200, body: [startingSession()] }));
    await showSession(startingSession());
    page.network.socket.hello();
    await page.pass(0);
    expect(page.network.socket.said).toEqual([{ type: 'subscribe', session_id: 's1' }]);
    page.network.socket.push('session.launch.warning', {
      session_id: 's1',
      executor_id: 'gpu-1',
      host: '10.0.0.5',
      state: 'unreachable',
      reason: 'network',
      last_success_at: at(-7200),
      at: at(0),
    });
    await page.pass(50);
    expect(page.text('[data-notice="launch-warning"]')).toBe(
      '10.0.0.5 was unreachable at its last probe: No connection. Reach tries all the same. Last success: 2 hours ago.',
    );
    expect(page.has('[data-notice="launch-warning"] button')).toBe(false);
    expect(page.has('[data-notice="launch-warning"] a')).toBe(false);
    expect(page.has('[data-dialog]')).toBe(false);
  });

  // covers: SSH-REACHABILITY-003.2
  it('says in its warning when no success is on record', async () => {
    const launch_warning = {
      session_id: 's1',
      executor_id: 'gpu-1',
      host: '10.0.0.5',
      state: 'unreachable',
      reason: 'auth',
      last_success_at: null,
      at: at(0),
    } as const;
    await showSession(startingSession({ launch_warning }));
    expect(page.text('[data-notice="launch-warning"] [data-age]')).toBe('No success is on record.');
  });

  // covers: SSH-REACHABILITY-003.3
  it('that could not connect names the step, the host and its own reason, and what to do', async () => {
    const failure = { step: 'dial', reason: 'network', host: '10.0.0.5', message: 'connection refused' } as const;
    await showSession(startingSession({ state: 'failed', step: null, failure }));
    expect(page.find('.failure').dataset).toMatchObject({ failure: 'network', failedStep: 'dial' });
    expect(page.text('.failure h3')).toBe('Failed at “Connect” on 10.0.0.5');
    expect(page.text('[data-reason-label]')).toBe('No connection');
    expect(page.text('[data-fact="message"] code')).toBe('connection refused');
    expect(page.text('.failure')).toContain('What to do: Check address and port');
    expect(progress().slice(0, 3)).toEqual(['done', 'failed', 'waiting']);
  });

  it('that failed later says what to look at', async () => {
    const failure = { step: 'ready', reason: null, host: '10.0.0.5', message: 'nothing listens' } as const;
    await showSession(startingSession({ state: 'failed', step: null, failure }));
    expect(page.text('.failure')).toContain('AllowTcpForwarding');
    expect(page.has('[data-reason-label]')).toBe(false);
  });
});

describe('acting on a session', () => {
  it('waits for its own action alone', async () => {
    await showSession(sessionOf());
    const answer = deferred<Answer>();
    page.network.on('POST', `${SESSION}/stop`, () => answer.promise);
    const stop = page.find('[data-action="stop"]') as HTMLButtonElement;
    await page.click('[data-action="stop"]');
    expect([stop.disabled, stop.textContent]).toEqual([true, 'Stopping…']);
    await push(sessionOf({ state: 'stopping', updated_at: at(1) }));
    answer.resolve({ status: 200, body: sessionOf({ state: 'stopped', updated_at: at(2) }) });
    await page.pass(0);
    expect(root()['state']).toBe('stopped');
    expect(page.has('[data-action="stop"]')).toBe(false);
    expect(page.has('[data-action="delete"]')).toBe(true);
  });

  it.each([
    ['reset', problem(409, 'no-broker'), 'Not done. This session has no credential broker.'],
    ['reset', problem(502, 'broker-unreachable', { detail: 'refused' }), 'Not done. The credential broker does not answer: refused'],
    ['stop', problem(409, 'host-changed'), 'Not done. The host\'s connection was changed since the session was started. Change it back, or start a new session.'],
    ['stop', problem(404, 'not-found'), 'Not done. The session no longer exists.'],
    ['stop', problem(504, 'timeout'), 'It takes longer than usual. The server goes on with it, and this page shows what comes of it.'],
  ] as const)('a %s that was refused says why', async (action, answer, text) => {
    await showSession(sessionOf());
    page.network.on('POST', `${SESSION}/${action}`, () => answer);
    await page.click(`[data-action="${action}"]`);
    expect(page.text(`[data-error="${action}"]`)).toBe(text);
    expect((page.find('[data-action="stop"]') as HTMLButtonElement).disabled).toBe(false);
  });

  it('offers to stop now what may remain, and drops the mark when that is done', async () => {
    await showSession(sessionOf({ state: 'stopped', transport: 'none', controller_may_remain: true }));
    expect(page.text('[data-notice="may-remain"] p')).toContain('may still run on 10.0.0.5');
    page.network.on('POST', `${SESSION}/stop`, () => ({
      status: 200,
      body: sessionOf({ state: 'stopped', transport: 'none', updated_at: at(1) }),
    }));
    await page.click('[data-action="stop-now"]');
    expect(page.has('[data-notice="may-remain"]')).toBe(false);
  });

  it.each([
    [false, 'delete', SESSION],
    [true, 'delete-forced', `${SESSION}?force=true`],
  ] as const)('deletes an ended one after a question; one that may remain (%s) is a question of its own', async (remains, dialog, path) => {
    await showSession(sessionOf({ state: 'stopped', transport: 'none', controller_may_remain: remains }));
    page.network.on('DELETE', path, () => ({ status: 204 }));
    await page.click('[data-action="delete"]');
    expect(page.has(`[data-dialog="${dialog}"]`)).toBe(true);
    await page.click('[data-action="confirm"]');
    expect(page.network.count('DELETE', path)).toBe(1);
    expect(page.workspace.sessions.of('s1')).toBeNull();
    expect(window.location.hash).toBe('#/sessions');
  });
});

describe('the log', () => {
  const LOGS = `${SESSION}/logs`;

  it('is read on request, and read again', async () => {
    await showSession(sessionOf());
    page.network.on('GET', LOGS, () => ({ status: 200, text: 'one\n  two\n' }));
    expect(page.network.count('GET', LOGS)).toBe(0);
    await page.click('[data-action="read-log"]');
    expect(page.find('pre').textContent).toBe('one\n  two\n');
    page.network.on('GET', LOGS, () => problem(502, 'not-connected', { detail: 'no route' }));
    await page.click('[data-action="read-log"]');
    expect(page.text('[data-notice="log-failed"] p')).toBe(
      'The log could not be read. Reach could not connect to the host: no route',
    );
    expect(page.find('pre').textContent).toBe('one\n  two\n');
  });

  it('without a line says so', async () => {
    await showSession(sessionOf());
    page.network.on('GET', LOGS, () => ({ status: 200, text: '' }));
    await page.click('[data-action="read-log"]');
    expect(page.has('[data-empty="log"]')).toBe(true);
  });
});

it('a session that does not exist is told from one that cannot be loaded', async () => {
  await showSession(problem(404, 'not-found'));
  expect(page.text('h1')).toBe('This session does not exist');
  await page.show(<SessionPage key="s2" id="s2" />);
  expect(page.text('[data-notice="load-failed"] p')).toBe('This session could not be loaded. The server could not be reached.');
});

it('left for another and come back to, waits for nothing that the earlier visit began', async () => {
  await showSession(sessionOf());
  page.network.on('POST', `${SESSION}/stop`, () => deferred<Answer>().promise);
  await page.click('[data-action="stop"]');
  await page.show(<SessionPage key="s2" id="s2" />);
  await page.show(<SessionPage key="s1" id="s1" />);
  expect((page.find('[data-action="stop"]') as HTMLButtonElement).disabled).toBe(false);
});
