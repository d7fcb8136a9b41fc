import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { START, at, viewOf } from '../testing/views.ts';
import { ServerClock } from './clock.ts';
import { type RecordChange, RecordStore } from './records.ts';

let clock: ServerClock;
let changes: RecordChange[];
let records: RecordStore;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  clock = new ServerClock(signal(true));
  changes = [];
  records = new RecordStore(clock, (change) => changes.push(change));
});

afterEach(() => {
  clock.dispose();
  vi.useRealTimers();
});

const held = () => records.of('gpu-1').value;

describe('the store of records', () => {
  // covers: SSH-REACHABILITY-002.3
  it('keeps the view with the later update time, whichever came last', () => {
    const older = viewOf({ updated_at: at(1), at: at(9) });
    const newer = viewOf({ updated_at: at(2), at: at(2), state: 'unreachable', reason: 'network' });
    records.accept(newer);
    records.accept(older);
    expect(held()).toBe(newer);
  });

  // covers: SSH-REACHABILITY-002.3
  it('takes a reset, although it has no completion time', () => {
    records.accept(viewOf({ updated_at: at(1), checked_at: at(1) }));
    const reset = viewOf({ state: 'unknown', checked_at: null, last_success_at: null, updated_at: at(2) });
    records.accept(reset);
    expect(held()).toBe(reset);
  });

  // covers: SSH-REACHABILITY-002.3
  it('takes a record without update time as older than any real one', () => {
    const real = viewOf();
    records.accept(viewOf({ state: 'unknown', checked_at: null, updated_at: null }));
    records.accept(real);
    records.accept(viewOf({ state: 'unknown', checked_at: null, updated_at: null, at: at(50) }));
    expect(held()).toBe(real);
  });

  it('tells times apart that differ by a microsecond', () => {
    const later = viewOf({ updated_at: '2026-09-06T10:00:00.000002Z' });
    records.accept(later);
    records.accept(viewOf({ updated_at: '2026-09-06T10:00:00.000001Z', at: at(9) }));
    expect(held()).toBe(later);
  });

  // covers: SSH-REACHABILITY-002.5
  it('never takes an outcome that was not stored, not even as the first', () => {
    records.accept(viewOf({ persisted: false, state: 'unreachable', updated_at: null }));
    expect(held()).toBeNull();
    const stored = viewOf();
    records.accept(stored);
    records.accept(viewOf({ persisted: false, state: 'unreachable', updated_at: at(30) }));
    expect(held()).toBe(stored);
  });

  it('brings a deleted host back with nothing that is still on its way', () => {
    records.accept(viewOf());
    records.forget('gpu-1');
    records.accept(viewOf({ updated_at: at(60) }));
    expect(held()).toBeNull();
  });

  it('tells of every change, and of nothing else', () => {
    records.accept(viewOf());
    records.accept(viewOf());
    records.accept(viewOf({ updated_at: at(2), state: 'unreachable' }));
    expect(changes.map(({ before, after }) => [before?.state ?? null, after.state])).toEqual([
      [null, 'reachable'],
      ['reachable', 'unreachable'],
    ]);
  });

  it('knows the interval that the server last told, by whatever answer', () => {
    expect(records.intervalSeconds.value).toBeNull();
    records.accept(viewOf({ probe_interval_seconds: 15 }));
    records.accept(viewOf({ persisted: false, probe_interval_seconds: 0, probing_enabled: false }));
    expect(records.intervalSeconds.value).toBe(0);
  });
});
