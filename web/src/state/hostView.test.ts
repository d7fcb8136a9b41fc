import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { RequestError } from '../api/problem.ts';
import type { Executor, ReachabilityView } from '../logic/index.ts';
import { DeferredCalls, settled } from '../testing/deferred.ts';
import { START, at, executorOf, viewOf } from '../testing/views.ts';
import { ServerClock } from './clock.ts';
import { ExecutorStore } from './executors.ts';
import { HostView } from './hostView.ts';
import { RecordStore } from './records.ts';

const offline = new RequestError({ kind: 'offline' });

let clock: ServerClock;
let records: RecordStore;
let executors: ExecutorStore;
let views: HostView[];
let getExecutor: DeferredCalls<[string, AbortSignal?], Executor>;
let getRecord: DeferredCalls<[string, AbortSignal?], ReachabilityView>;
let runProbe: DeferredCalls<[string], ReachabilityView>;
let setStatus: DeferredCalls<[string, string], Executor>;
let remove: DeferredCalls<[string], void>;
const visible = signal(true);

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  clock = new ServerClock(visible);
  records = new RecordStore(clock);
  executors = new ExecutorStore();
  views = [];
  getExecutor = new DeferredCalls();
  getRecord = new DeferredCalls();
  runProbe = new DeferredCalls();
  setStatus = new DeferredCalls();
  remove = new DeferredCalls();
});

afterEach(() => {
  for (const view of views) view.close();
  clock.dispose();
  vi.useRealTimers();
});

function visit(id: string): HostView {
  const view = new HostView(id, {
    executorsApi: { get: getExecutor.call, setStatus: setStatus.call, remove: remove.call },
    reachabilityApi: { get: getRecord.call, probe: runProbe.call },
    executors,
    records,
    visible,
    caughtUp: signal(0),
  });
  views.push(view);
  view.open();
  return view;
}

describe('a visit to a host', () => {
  it('reads the host and its record at open', async () => {
    const view = visit('gpu-1');
    getExecutor.at(0).resolve(executorOf());
    getRecord.at(0).resolve(viewOf());
    await settled();
    expect(view.executor.value?.name).toBe('GPU one');
    expect(view.record.value?.state).toBe('reachable');
    expect(view.recordLoading.value.kind).toBe('ready');
  });

  // covers: SSH-REACHABILITY-002.10
  it('holds no record at all when the load failed', async () => {
    const view = visit('gpu-1');
    getRecord.at(0).reject(offline);
    await settled();
    expect(view.record.value).toBeNull();
    expect(view.recordLoading.value).toMatchObject({ kind: 'failed', problem: { kind: 'offline' } });
  });

  it('re-reads its own record once per effective interval', async () => {
    visit('gpu-1');
    getRecord.at(0).resolve(viewOf({ probe_interval_seconds: 15 }));
    await settled();
    vi.advanceTimersByTime(14_999);
    expect(getRecord.calls).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(getRecord.calls).toHaveLength(2);
    vi.advanceTimersByTime(15_000);
    expect(getRecord.calls).toHaveLength(3);
  });

  it('with probing off reads once at open, and never by a timer', async () => {
    visit('gpu-1');
    getRecord.at(0).resolve(viewOf({ probe_interval_seconds: 0, probing_enabled: false }));
    await settled();
    vi.advanceTimersByTime(24 * 3600 * 1000);
    expect(getRecord.calls).toHaveLength(1);
  });

  it('stops re-reading when it is closed', async () => {
    const view = visit('gpu-1');
    getRecord.at(0).resolve(viewOf({ probe_interval_seconds: 15 }));
    await settled();
    view.close();
    vi.advanceTimersByTime(60_000);
    expect(getRecord.calls).toHaveLength(1);
  });
});

describe('Probe now', () => {
  // covers: SSH-REACHABILITY-002.5
  it('puts a stored result into the record', async () => {
    const view = visit('gpu-1');
    void view.probeNow();
    expect(view.probe.value.kind).toBe('pending');
    runProbe.at(0).resolve(viewOf({ updated_at: at(5), checked_at: at(5) }));
    await settled();
    expect(view.probe.value.kind).toBe('done');
    expect(view.record.value?.checked_at).toBe(at(5));
    expect(view.unsaved.value).toBeNull();
  });

  // covers: SSH-REACHABILITY-002.5
  it('shows a result that was not stored beside the record, not as a failed probe', async () => {
    records.accept(viewOf());
    const view = visit('gpu-1');
    void view.probeNow();
    runProbe.at(0).resolve(
      viewOf({ persisted: false, state: 'unreachable', reason: 'host_key', checked_at: at(5), at: at(5) }),
    );
    await settled();
    expect(view.probe.value.kind).toBe('done');
    expect(view.unsaved.value?.reason).toBe('host_key');
    expect(view.record.value?.state).toBe('reachable');
  });

  it('drops the result that was not stored once the record is written again', async () => {
    records.accept(viewOf());
    const view = visit('gpu-1');
    void view.probeNow();
    runProbe.at(0).resolve(viewOf({ persisted: false, state: 'unreachable', at: at(5) }));
    await settled();
    records.accept(viewOf({ updated_at: at(30), at: at(30) }));
    expect(view.unsaved.value).toBeNull();
  });

  it('says that the probe could not be run', async () => {
    const view = visit('gpu-1');
    void view.probeNow();
    runProbe.at(0).reject(offline);
    await settled();
    expect(view.probe.value).toMatchObject({ kind: 'failed', problem: { kind: 'offline' } });
  });

  // covers: SSH-REACHABILITY-002.14
  it('asks once while its own probe is pending, and again after it', async () => {
    const view = visit('gpu-1');
    void view.probeNow();
    void view.probeNow();
    expect(runProbe.calls).toHaveLength(1);
    runProbe.at(0).resolve(viewOf());
    await settled();
    void view.probeNow();
    expect(runProbe.calls).toHaveLength(2);
  });

  // covers: SSH-REACHABILITY-002.14
  it('is not blocked by a probe of another view of the same host', () => {
    const first = visit('gpu-1');
    const second = visit('gpu-1');
    void first.probeNow();
    expect(second.probe.value.kind).toBe('idle');
    void second.probeNow();
    expect(runProbe.calls).toHaveLength(2);
  });

  // covers: SSH-REACHABILITY-002.14
  it('is not released by the end of another view’s probe', async () => {
    const first = visit('gpu-1');
    const second = visit('gpu-1');
    void first.probeNow();
    void second.probeNow();
    runProbe.at(0).resolve(viewOf());
    await settled();
    expect(first.probe.value.kind).toBe('done');
    expect(second.probe.value.kind).toBe('pending');
  });
});

describe('overlapping refreshes', () => {
  // covers: SSH-REACHABILITY-002.14
  it('keep the outcome of the later one, although the earlier fails after it', async () => {
    const view = visit('gpu-1');
    void view.readRecord();
    getRecord.at(1).resolve(viewOf());
    await settled();
    getRecord.at(0).reject(offline);
    await settled();
    expect(view.recordLoading.value.kind).toBe('ready');
  });

  // covers: SSH-REACHABILITY-002.14
  it('keep the failure of the later one, although the earlier succeeds after it', async () => {
    const view = visit('gpu-1');
    void view.readRecord();
    getRecord.at(1).reject(offline);
    await settled();
    getRecord.at(0).resolve(viewOf());
    await settled();
    expect(view.recordLoading.value.kind).toBe('failed');
    expect(view.record.value?.state).toBe('reachable');
  });
});

describe('a visit that is over', () => {
  // covers: SSH-REACHABILITY-002.13
  it('A to B: late answers about A change nothing that B shows', async () => {
    const first = visit('a');
    void first.probeNow();
    first.close();
    const second = visit('b');
    runProbe.at(0).reject(offline);
    getRecord.at(0).reject(offline);
    await settled();
    expect(second.probe.value.kind).toBe('idle');
    expect(second.recordLoading.value.kind).toBe('loading');
    expect(first.probe.value.kind).toBe('pending');
    expect(first.recordLoading.value.kind).toBe('loading');
  });

  // covers: SSH-REACHABILITY-002.13
  it('A to B to A: the first visit to A stays over', async () => {
    const first = visit('a');
    void first.probeNow();
    first.close();
    visit('b').close();
    const again = visit('a');
    runProbe.at(0).resolve(viewOf({ executor_id: 'a', persisted: false, state: 'unreachable' }));
    getRecord.at(0).reject(offline);
    await settled();
    expect(again.probe.value.kind).toBe('idle');
    expect(again.unsaved.value).toBeNull();
    expect(again.recordLoading.value.kind).toBe('loading');
  });

  // covers: SSH-REACHABILITY-002.13
  it('leaves the records that its requests still bring, if they are newer', async () => {
    const first = visit('a');
    void first.probeNow();
    first.close();
    const again = visit('a');
    runProbe.at(0).resolve(viewOf({ executor_id: 'a', updated_at: at(9) }));
    await settled();
    expect(again.record.value?.updated_at).toBe(at(9));
    getRecord.at(1).resolve(viewOf({ executor_id: 'a', updated_at: at(3), at: at(20) }));
    await settled();
    expect(again.record.value?.updated_at).toBe(at(9));
  });

  // covers: SSH-REACHABILITY-002.13
  it('takes no further orders', () => {
    const view = visit('a');
    view.close();
    void view.probeNow();
    void view.setStatus('inactive');
    void view.remove();
    expect([...runProbe.calls, ...setStatus.calls, ...remove.calls]).toEqual([]);
  });

  // covers: SSH-REACHABILITY-002.13
  it('does not report the end of an action that it began', async () => {
    const view = visit('a');
    const done = view.remove();
    view.close();
    remove.at(0).resolve();
    expect(await done).toBe(false);
  });

  it('cancels its reads, and lets its probe run', () => {
    const view = visit('a');
    void view.probeNow();
    view.close();
    expect(getRecord.at(0).with[1]?.aborted).toBe(true);
    expect(runProbe.at(0).with).toEqual(['a']);
  });
});

describe('acting on a host', () => {
  it('shows what the server made of a new status', async () => {
    executors.accept(executorOf());
    const view = visit('gpu-1');
    const done = view.setStatus('inactive');
    setStatus.at(0).resolve(executorOf({ status: 'inactive', updated_at: at(1) }));
    expect(await done).toBe(true);
    expect(view.executor.value?.status).toBe('inactive');
  });

  it('keeps the host when it could not be deleted', async () => {
    executors.accept(executorOf());
    const view = visit('gpu-1');
    const done = view.remove();
    remove.at(0).reject(offline);
    expect(await done).toBe(false);
    expect(view.executor.value).not.toBeNull();
    expect(view.action.value.kind).toBe('failed');
    view.dismissAction();
    expect(view.action.value.kind).toBe('idle');
  });

  it('forgets a host that the server no longer knows', async () => {
    executors.accept(executorOf());
    const view = visit('gpu-1');
    const gone = { kind: 'refused' as const, status: 404, slug: 'not-found', detail: '', errors: [] };
    getExecutor.at(0).reject(new RequestError(gone));
    await settled();
    expect(view.executor.value).toBeNull();
  });
});
