import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { ReachabilityView } from '../logic/index.ts';
import { settled } from '../testing/deferred.ts';
import { FakeNetwork, problem } from '../testing/network.ts';
import { START, at, executorOf, sessionOf, startingSession, viewOf } from '../testing/views.ts';
import { Workspace } from './workspace.ts';

const LIST = 'api/v1/ssh/reachability';
const recordOf = (id: string) => `api/v1/ssh/executors/${id}/reachability`;

let network: FakeNetwork;
let workspace: Workspace;
let stored: ReachabilityView[];
const visible = signal(true);

beforeEach(async () => {
  vi.useFakeTimers({ now: START });
  visible.value = true;
  stored = [viewOf({ executor_id: 'a' }), viewOf({ executor_id: 'b' })];
  network = new FakeNetwork();
  network.on('POST', 'api/v1/ws-ticket', () => ({ status: 200, body: { ticket: 'one/time' } }));
  network.on('GET', 'api/v1/sessions', () => ({ status: 200, body: [] }));
  network.on('GET', 'api/v1/executors', () => ({
    status: 200,
    body: ['a', 'b'].map((id) => executorOf({ id, name: id.toUpperCase() })),
  }));
  network.on('GET', LIST, () => ({ status: 200, body: stored, headers: { ETag: 'W/"1"' } }));
  workspace = new Workspace({
    base: new URL('https://reach.example/p/'),
    token: 'secret',
    network,
    visible,
    onUnauthorized: () => undefined,
  });
  await settled();
});

afterEach(() => {
  workspace.dispose();
  vi.useRealTimers();
});

const stateOf = (id: string) => workspace.records.of(id).value?.state ?? null;

async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await settled();
}

async function connected(seconds = 60): Promise<void> {
  network.socket.hello(seconds);
  await pass(50);
}

describe('the socket', () => {
  it('carries a ticket instead of the token', () => {
    expect(network.socket.url).toBe('wss://reach.example/p/api/v1/ws?ticket=one%2Ftime');
  });

  it('after every hello, what may have been missed is read', async () => {
    await connected();
    expect([network.count('GET', 'api/v1/executors'), network.count('GET', LIST)]).toEqual([1, 1]);
    network.socket.break();
    stored = [viewOf({ executor_id: 'a', state: 'unreachable', reason: 'network', updated_at: at(9) })];
    await pass(1000);
    await connected();
    expect(stateOf('a')).toBe('unreachable');
  });

  // covers: SSH-REACHABILITY-002.10
  it('what a view failed to load is no longer said to be missing once all was re-read', async () => {
    await connected();
    for (const path of [LIST, recordOf('a')]) network.on('GET', path, () => problem(503, 'store-unavailable'));
    const overview = workspace.openOverview();
    const host = workspace.openHost('a');
    await settled();
    expect([overview.recordsLoading.value.kind, host.recordLoading.value.kind]).toEqual(['failed', 'failed']);
    network.on('GET', LIST, () => ({ status: 200, body: stored, headers: { ETag: 'W/"2"' } }));
    network.on('GET', recordOf('a'), () => ({ status: 200, body: stored[0] }));
    network.socket.break();
    await pass(1000);
    await connected(0);
    expect([overview.recordsLoading.value.kind, host.recordLoading.value.kind]).toEqual(['ready', 'ready']);
    overview.close();
    host.close();
  });

  it('resync re-reads over HTTP', async () => {
    await connected();
    network.socket.push('resync', {});
    await pass(50);
    expect(network.count('GET', LIST)).toBe(2);
  });
});

describe('a sign-in that is over', () => {
  it('does not end the next one when its token is refused late', async () => {
    let refusals = 0;
    const old = new Workspace({
      base: new URL('https://reach.example/p/'),
      token: 'old',
      network,
      visible,
      onUnauthorized: () => (refusals += 1),
    });
    network.on('GET', LIST, () => problem(401, 'unauthorized'));
    const late = old.readRecords().catch(() => undefined);
    old.dispose();
    await late;
    expect(refusals).toBe(0);
  });
});

describe('what is pushed', () => {
  // covers: SSH-REACHABILITY-002.2
  it('a change of a record shows without any request', async () => {
    await connected();
    const before = network.sent.length;
    network.socket.push('executor.reachability.changed', viewOf({ executor_id: 'a', state: 'unreachable', reason: 'auth', updated_at: at(5) }));
    await pass(50);
    expect(stateOf('a')).toBe('unreachable');
    expect(network.sent).toHaveLength(before);
  });

  // covers: SSH-REACHABILITY-002.3
  it('an older record than the held one is dropped, although it was pushed', async () => {
    await connected();
    network.socket.push('executor.reachability.changed', viewOf({ executor_id: 'a', state: 'unreachable', updated_at: at(-5) }));
    await pass(50);
    expect(stateOf('a')).toBe('reachable');
  });

  it('a save re-reads that record', async () => {
    await connected();
    network.on('GET', recordOf('a'), () => ({
      status: 200,
      body: viewOf({ executor_id: 'a', state: 'unknown', checked_at: null, updated_at: at(6) }),
    }));
    network.socket.push('executor.updated', executorOf({ id: 'a', name: 'renamed', updated_at: at(6) }));
    await pass(50);
    expect(workspace.executors.of('a')?.name).toBe('renamed');
    expect(stateOf('a')).toBe('unknown');
  });

  it('many saves at once re-read the list', async () => {
    await connected();
    for (let n = 0; n < 20; n++) network.socket.push('executor.created', executorOf({ id: `n${n}` }));
    await pass(50);
    expect(network.count('GET', LIST)).toBe(2);
    expect(network.sent.some(({ path }) => path.startsWith('api/v1/ssh/executors'))).toBe(false);
  });

  it('a deleted host is gone with its record', async () => {
    await connected();
    network.socket.push('executor.deleted', { id: 'a' });
    await pass(50);
    expect(workspace.executors.of('a')).toBeNull();
    expect(stateOf('a')).toBeNull();
  });

  it('something that is no record is left out, and the rest of its batch is not', async () => {
    await connected();
    network.socket.push('executor.reachability.changed', { executor_id: 'a', state: 'nonsense' });
    network.socket.push('executor.deleted', { id: 'b' });
    await pass(50);
    expect(stateOf('a')).toBe('reachable');
    expect(workspace.executors.of('b')).toBeNull();
  });

  it('changes of state are told to a screen reader, many at once as one', async () => {
    await connected();
    const change = (id: string) =>
      network.socket.push('executor.reachability.changed', viewOf({ executor_id: id, state: 'unreachable', reason: 'auth', updated_at: at(5) }));
    change('a');
    await pass(400);
    expect(workspace.announcer.current.value).toEqual({ kind: 'state', name: 'A', state: 'unreachable', reason: 'auth' });
    network.socket.push('executor.reachability.changed', viewOf({ executor_id: 'a', updated_at: at(6) }));
    change('b');
    await pass(400);
    expect(workspace.announcer.current.value).toEqual({ kind: 'many', count: 2 });
  });
});

describe('sessions', () => {
  const LIST_OF_SESSIONS = 'api/v1/sessions';
  const warning = {
    session_id: 's1',
    executor_id: 'a',
    host: '10.0.0.5',
    state: 'unreachable',
    reason: 'network',
    last_success_at: null,
    at: at(0),
  };

  it('are read after every hello and every resync, and follow their pushes without a request', async () => {
    network.on('GET', LIST_OF_SESSIONS, () => ({ status: 200, body: [sessionOf({ id: 'old' })] }));
    await connected();
    expect(workspace.sessions.of('old')?.state).toBe('running');
    const before = network.sent.length;
    network.socket.push('session.updated', startingSession());
    network.socket.push('session.launch.warning', warning);
    network.socket.push('session.updated', sessionOf({ id: 'old', transport: 'lost' }));
    network.socket.push('session.transport.lost', { session_id: 'old', executor_id: 'a', host: 'h', silence_ms: 45_000 });
    await pass(50);
    expect(workspace.sessions.warningOf('s1')).toEqual(warning);
    expect(workspace.sessions.silenceOf('old')).toBe(45_000);
    expect(network.sent).toHaveLength(before);
    network.on('GET', LIST_OF_SESSIONS, () => ({ status: 200, body: [] }));
    network.socket.push('resync', {});
    await pass(50);
    expect(workspace.sessions.all.value).toEqual([]);
  });

  it('are re-read with the overview only while they are not pushed', async () => {
    await connected();
    const overview = workspace.openOverview();
    await settled();
    const before = network.count('GET', LIST_OF_SESSIONS);
    await pass(60_000);
    expect(network.count('GET', LIST_OF_SESSIONS)).toBe(before);
    network.on('POST', 'api/v1/ws-ticket', () => problem(503, 'too-many-sockets'));
    network.socket.break();
    await pass(60_000);
    expect(network.count('GET', LIST_OF_SESSIONS)).toBe(before + 1);
    overview.close();
  });

  it('of one host are its own, and a list that cannot be read says so', async () => {
    await connected();
    network.on('GET', LIST_OF_SESSIONS, () => ({
      status: 200,
      body: [sessionOf({ executor_id: 'a' }), sessionOf({ id: 's2', executor_id: 'b' })],
    }));
    const list = workspace.openSessions('a');
    await settled();
    expect(list.sessions.value.map(({ id }) => id)).toEqual(['s1']);
    network.on('GET', LIST_OF_SESSIONS, () => problem(503, 'store-unavailable'));
    await list.read();
    expect(list.loading.value.kind).toBe('failed');
    list.close();
    network.on('GET', LIST_OF_SESSIONS, () => ({ status: 200, body: [] }));
    await list.read();
    expect(list.loading.value.kind).toBe('failed');
  });

  it('are told to a screen reader when they change their state or lose their connection', async () => {
    await connected();
    network.socket.push('session.updated', startingSession());
    network.socket.push('session.updated', sessionOf({ updated_at: at(1) }));
    await pass(400);
    expect(workspace.announcer.currentSession.value).toEqual({ kind: 'session', name: 'Notebook', state: 'running' });
    network.socket.push('session.updated', sessionOf({ transport: 'lost', updated_at: at(1) }));
    await pass(400);
    expect(workspace.announcer.currentSession.value).toEqual({ kind: 'lost', name: 'Notebook' });
  });
});

describe('the overview', () => {
  it('re-reads the list once per interval, by its tag', async () => {
    await connected();
    const overview = workspace.openOverview();
    await settled();
    const before = network.count('GET', LIST);
    network.on('GET', LIST, ({ headers }) => ({ status: headers.get('If-None-Match') === 'W/"1"' ? 304 : 500 }));
    await pass(120_000);
    expect(network.count('GET', LIST)).toBe(before + 2);
    expect(overview.recordsLoading.value.kind).toBe('ready');
    expect(stateOf('a')).toBe('reachable');
    overview.close();
    await pass(120_000);
    expect(network.count('GET', LIST)).toBe(before + 2);
  });

  it('with probing off has no refresh timer at all', async () => {
    stored = stored.map((view) => ({ ...view, probing_enabled: false, probe_interval_seconds: 0 }));
    await connected(0);
    const overview = workspace.openOverview();
    await settled();
    const before = network.sent.length;
    await pass(3_600_000);
    expect(network.sent).toHaveLength(before);
    overview.close();
  });

  it('re-reads when it becomes visible again', async () => {
    await connected();
    const overview = workspace.openOverview();
    await settled();
    visible.value = false;
    await pass(600_000);
    const before = network.count('GET', LIST);
    visible.value = true;
    await settled();
    expect(network.count('GET', LIST)).toBe(before + 1);
    overview.close();
  });

  // covers: SSH-REACHABILITY-002.10
  it('says that it could not load, and makes no host unreachable of it', async () => {
    network.on('GET', LIST, () => problem(503, 'store-unavailable'));
    const overview = workspace.openOverview();
    await settled();
    expect(overview.recordsLoading.value).toMatchObject({ kind: 'failed' });
    expect(overview.hosts.value.map(({ record }) => record)).toEqual([null, null]);
    expect(overview.counts.value.unreachable).toBe(0);
    overview.close();
  });

  // covers: SSH-REACHABILITY-002.13
  it('left, shows nothing of what comes later', async () => {
    const overview = workspace.openOverview();
    overview.close();
    network.on('GET', LIST, () => problem(503, 'store-unavailable'));
    await settled();
    expect(overview.loading.value.kind).toBe('loading');
    expect(overview.recordsLoading.value.kind).toBe('loading');
  });
});
