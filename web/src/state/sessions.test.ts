import { beforeEach, describe, expect, it } from 'vitest';

import type { LaunchWarning } from '../logic/index.ts';
import { at, sessionOf, startingSession } from '../testing/views.ts';
import { type SessionChange, SessionStore } from './sessions.ts';

let store: SessionStore;
let changes: SessionChange[];

beforeEach(() => {
  changes = [];
  store = new SessionStore((change) => changes.push(change));
});

const warning: LaunchWarning = {
  session_id: 's1',
  executor_id: 'gpu-1',
  host: '10.0.0.5',
  state: 'unreachable',
  reason: 'network',
  last_success_at: null,
  at: at(0),
};
const loss = { session_id: 's1', executor_id: 'gpu-1', host: '10.0.0.5', silence_ms: 45_000 };

describe('of two versions of one session', () => {
  it('the later stays, however it arrived', () => {
    store.push(sessionOf({ state: 'stopped', updated_at: at(5) }));
    store.accept(sessionOf({ updated_at: at(4) }), store.ask());
    store.push(sessionOf({ updated_at: at(4) }));
    expect(store.of('s1')?.state).toBe('stopped');
    store.accept(sessionOf({ state: 'failed', updated_at: at(6) }), store.ask());
    expect(store.of('s1')?.state).toBe('failed');
  });

  it('a microsecond tells them apart', () => {
    store.push(sessionOf({ state: 'stopped', updated_at: '2026-09-06T10:00:00.000002Z' }));
    store.push(sessionOf({ updated_at: '2026-09-06T10:00:00.000001Z' }));
    expect(store.of('s1')?.state).toBe('stopped');
  });

  it('of one time, a push stays over an answer to what was asked before it', () => {
    const asked = store.ask();
    store.push(sessionOf({ transport: 'lost' }));
    store.accept(sessionOf({ transport: 'up' }), asked);
    store.acceptList([sessionOf({ transport: 'up' })], new Set(['s1']), asked);
    expect(store.of('s1')?.transport).toBe('lost');
  });

  it('of one time, an answer to what was asked after it stays over a push', () => {
    store.push(sessionOf({ transport: 'up' }));
    store.accept(sessionOf({ transport: 'unresponsive' }), store.ask());
    expect(store.of('s1')?.transport).toBe('unresponsive');
  });

  it('the one that took a place is told with the one before, the first is not', () => {
    store.push(startingSession());
    store.push(sessionOf({ updated_at: at(1) }));
    expect(changes.map(({ before, after }) => [before.state, after.state])).toEqual([['starting', 'running']]);
  });
});

describe('a list', () => {
  it('ends what it leaves out, but not what came while it was on its way', () => {
    store.push(sessionOf({ id: 'gone' }));
    const [known, asked] = [store.ids, store.ask()];
    store.push(sessionOf({ id: 'new' }));
    store.acceptList([sessionOf()], known, asked);
    expect(store.all.value.map(({ id }) => id).toSorted()).toEqual(['new', 's1']);
  });

  it('has what has not ended first, then the newest', () => {
    store.push(sessionOf({ id: 'a', state: 'failed', created_at: at(4) }));
    store.push(sessionOf({ id: 'b', created_at: at(1) }));
    store.push(startingSession({ id: 'c', created_at: at(2) }));
    store.push(sessionOf({ id: 'd', state: 'stopped', created_at: at(5) }));
    expect(store.all.value.map(({ id }) => id)).toEqual(['c', 'b', 'd', 'a']);
  });

  it('counts what runs on each host', () => {
    store.push(sessionOf({ id: 'a' }));
    store.push(sessionOf({ id: 'b', transport: 'lost' }));
    store.push(startingSession({ id: 'c' }));
    store.push(sessionOf({ id: 'd', executor_id: 'other' }));
    expect([store.runningOn('gpu-1'), store.runningOn('other'), store.runningOn('none')]).toEqual([2, 1, 0]);
  });
});

describe('a deleted session', () => {
  it('does not come back with what is still on its way', () => {
    store.push(sessionOf());
    store.forget('s1');
    store.accept(sessionOf({ updated_at: at(9) }), store.ask());
    expect(store.of('s1')).toBeNull();
  });

  it('leaves its id to a new one, without its warning', () => {
    store.push(startingSession());
    store.warn(warning);
    store.forget('s1');
    store.push(startingSession({ created_at: at(1), updated_at: at(1) }));
    expect(store.of('s1')?.created_at).toBe(at(1));
    expect(store.warningOf('s1')).toBeNull();
  });
});

describe('a launch warning', () => {
  // covers: SSH-REACHABILITY-003.2
  it('is held from the session itself, or from a push before or after it', () => {
    store.warn(warning);
    expect(store.warningOf('s1')).toBeNull();
    store.push(startingSession());
    expect(store.warningOf('s1')).toEqual(warning);
    store.push(startingSession({ id: 's2', launch_warning: { ...warning, session_id: 's2' } }));
    expect(store.warningOf('s2')?.session_id).toBe('s2');
  });

  it('stays when the launch fails, and goes when the session runs', () => {
    store.warn(warning);
    store.push(startingSession({ state: 'failed', updated_at: at(1) }));
    expect(store.warningOf('s1')).toEqual(warning);
    store.push(sessionOf({ updated_at: at(2) }));
    expect(store.warningOf('s1')).toBeNull();
  });
});

it('the silence before a loss is known while the connection is lost', () => {
  store.lose(loss);
  expect(store.silenceOf('s1')).toBeNull();
  store.push(sessionOf({ transport: 'lost' }));
  expect(store.silenceOf('s1')).toBe(45_000);
  store.push(sessionOf({ updated_at: at(1) }));
  expect(store.silenceOf('s1')).toBeNull();
});
