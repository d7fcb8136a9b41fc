import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { RequestError } from '../api/problem.ts';
import type { SessionStatus } from '../api/sessions.ts';
import type { Session } from '../logic/index.ts';
import { DeferredCalls, settled } from '../testing/deferred.ts';
import { at, sessionOf } from '../testing/views.ts';
import { SessionStore } from './sessions.ts';
import { SessionView } from './sessionView.ts';

const offline = new RequestError({ kind: 'offline' });
const gone = new RequestError({ kind: 'refused', status: 404, slug: 'not-found', detail: '', errors: [] });

let sessions: SessionStore;
let views: SessionView[];
let followed: string[];
let get: DeferredCalls<[string, AbortSignal?], Session>;
let act: DeferredCalls<[string, string], Session>;
let remove: DeferredCalls<[string, boolean], void>;
let log: DeferredCalls<[string, AbortSignal], string>;
let status: DeferredCalls<[string, AbortSignal], SessionStatus>;
const visible = signal(true);
const isLive = signal(true);

beforeEach(() => {
  vi.useFakeTimers();
  isLive.value = true;
  sessions = new SessionStore();
  [views, followed] = [[], []];
  get = new DeferredCalls();
  act = new DeferredCalls();
  remove = new DeferredCalls();
  log = new DeferredCalls();
  status = new DeferredCalls();
});

afterEach(() => {
  for (const view of views) view.close();
  vi.useRealTimers();
});

function visit(id: string): SessionView {
  const view = new SessionView(id, {
    api: { get: get.call, act: act.call, remove: remove.call, log: log.call, status: status.call },
    sessions,
    follow: (session) => {
      followed.push(session);
      return () => followed.splice(followed.indexOf(session), 1);
    },
    readHosts: () => undefined,
    intervalSeconds: signal(15),
    visible,
    isLive,
    caughtUp: signal(0),
  });
  views.push(view);
  view.open();
  return view;
}

describe('a visit to a session', () => {
  it('reads it at open, and follows it until it is closed', async () => {
    const view = visit('s1');
    expect(followed).toEqual(['s1']);
    get.at(0).resolve(sessionOf());
    await settled();
    expect(view.session.value?.name).toBe('Notebook');
    expect(view.loading.value.kind).toBe('ready');
    view.close();
    expect(followed).toEqual([]);
    expect(get.at(0).with[1]?.aborted).toBe(true);
  });

  it('asks for nothing by itself while changes are pushed, and once per interval while they are not', () => {
    visit('s1');
    vi.advanceTimersByTime(60_000);
    expect(get.calls).toHaveLength(1);
    isLive.value = false;
    vi.advanceTimersByTime(30_000);
    expect(get.calls).toHaveLength(3);
  });

  it('forgets a session that the server no longer knows', async () => {
    sessions.push(sessionOf());
    const view = visit('s1');
    get.at(0).reject(gone);
    await settled();
    expect(view.session.value).toBeNull();
    expect(view.loading.value.kind).toBe('failed');
  });

  it('keeps a session that it has when a read fails', async () => {
    sessions.push(sessionOf());
    const view = visit('s1');
    get.at(0).reject(offline);
    await settled();
    expect(view.session.value).not.toBeNull();
  });

  it('keeps the outcome of the later of two reads, although the earlier fails after it', async () => {
    const view = visit('s1');
    void view.read();
    get.at(1).resolve(sessionOf());
    await settled();
    get.at(0).reject(gone);
    await settled();
    expect(view.loading.value.kind).toBe('ready');
    expect(view.session.value).not.toBeNull();
  });
});

describe('an action', () => {
  it('brings in what the server made of it', async () => {
    sessions.push(sessionOf());
    const view = visit('s1');
    void view.act('stop');
    expect(view.action.value).toEqual({ kind: 'pending', action: 'stop' });
    act.at(0).resolve(sessionOf({ state: 'stopped', updated_at: at(1) }));
    await settled();
    expect(view.session.value?.state).toBe('stopped');
    expect(view.action.value.kind).toBe('idle');
  });

  it('that is answered late does not undo what was pushed meanwhile', async () => {
    const view = visit('s1');
    void view.act('resume');
    sessions.push(sessionOf({ transport: 'lost', updated_at: at(2) }));
    act.at(0).resolve(sessionOf({ updated_at: at(2) }));
    await settled();
    expect(view.session.value?.transport).toBe('lost');
  });

  it('says that it was not done, until a person has seen it', async () => {
    const view = visit('s1');
    void view.act('reset');
    act.at(0).reject(offline);
    await settled();
    expect(view.action.value).toMatchObject({ kind: 'failed', action: 'reset', problem: { kind: 'offline' } });
    view.dismissAction();
    expect(view.action.value.kind).toBe('idle');
  });

  it('waits for this view’s own alone, and is released by its own alone', async () => {
    const [first, second] = [visit('s1'), visit('s1')];
    void first.act('stop');
    void first.act('resume');
    expect(act.calls).toHaveLength(1);
    expect(second.action.value.kind).toBe('idle');
    void second.act('stop');
    act.at(0).resolve(sessionOf());
    await settled();
    expect([first.action.value.kind, second.action.value.kind]).toEqual(['idle', 'pending']);
  });

  it('deletes, and says whether it has', async () => {
    sessions.push(sessionOf());
    const view = visit('s1');
    const failed = view.remove(false);
    remove.at(0).reject(offline);
    expect(await failed).toBe(false);
    const done = view.remove(true);
    remove.at(1).resolve();
    expect(await done).toBe(true);
    expect(remove.calls.map((call) => call.with)).toEqual([['s1', false], ['s1', true]]);
    expect(view.session.value).toBeNull();
  });
});

describe('the log', () => {
  it('is read when asked for, and stays in sight while it is read again', async () => {
    const view = visit('s1');
    expect(log.calls).toHaveLength(0);
    void view.readLog();
    void view.readLog();
    expect(log.calls).toHaveLength(1);
    log.at(0).resolve('one\n');
    await settled();
    expect(view.log.value).toEqual({ kind: 'ready', text: 'one\n' });
    void view.readLog();
    log.at(1).reject(offline);
    await settled();
    expect(view.log.value).toMatchObject({ kind: 'failed', text: 'one\n' });
  });
});

describe('a silence', () => {
  it('that was not pushed here is asked for once', async () => {
    const view = visit('s1');
    sessions.push(sessionOf({ transport: 'unresponsive' }));
    expect(status.calls).toHaveLength(1);
    status.at(0).resolve({ state: 'unknown', error: null, silence_ms: 20_000 });
    await settled();
    expect(view.silence.value).toBe(20_000);
    sessions.push(sessionOf({ updated_at: at(1) }));
    expect(view.silence.value).toBeNull();
    expect(status.calls).toHaveLength(1);
  });

  it('that was pushed is not asked for', () => {
    const view = visit('s1');
    sessions.lose({ session_id: 's1', executor_id: 'gpu-1', host: '10.0.0.5', silence_ms: 45_000 });
    sessions.push(sessionOf({ transport: 'lost' }));
    expect(view.silence.value).toBe(45_000);
    expect(status.calls).toHaveLength(0);
  });

  it('that is told late, when there is none any more, is left out', async () => {
    const view = visit('s1');
    sessions.push(sessionOf({ transport: 'unresponsive' }));
    sessions.push(sessionOf({ updated_at: at(1) }));
    status.at(0).resolve({ state: 'unknown', error: null, silence_ms: 20_000 });
    await settled();
    expect(view.silence.value).toBeNull();
  });
});

describe('a visit that is over', () => {
  it('A to B to A: the first visit to A stays over', async () => {
    const first = visit('a');
    void first.act('stop');
    void first.readLog();
    const removed = visit('a').remove(false);
    views[1]?.close();
    first.close();
    visit('b').close();
    const again = visit('a');
    act.at(0).reject(offline);
    get.at(0).reject(gone);
    log.at(0).resolve('late');
    remove.at(0).reject(offline);
    expect(await removed).toBe(false);
    await settled();
    expect(again.action.value.kind).toBe('idle');
    expect(again.loading.value.kind).toBe('loading');
    expect(again.log.value.kind).toBe('unread');
    expect(first.action.value.kind).toBe('pending');
    expect(first.loading.value.kind).toBe('loading');
  });

  it('leaves what its requests still bring, if it is newer', async () => {
    const first = visit('s1');
    void first.act('stop');
    first.close();
    const again = visit('s1');
    act.at(0).resolve(sessionOf({ state: 'stopped', updated_at: at(9) }));
    await settled();
    expect(again.session.value?.state).toBe('stopped');
  });

  it('takes no further orders', () => {
    const view = visit('s1');
    view.close();
    void view.act('stop');
    void view.remove(true);
    void view.readLog();
    expect([...act.calls, ...remove.calls, ...log.calls]).toEqual([]);
  });
});
