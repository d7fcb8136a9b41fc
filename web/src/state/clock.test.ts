import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { START, at } from '../testing/views.ts';
import { ServerClock } from './clock.ts';

const visible = signal(true);
let clock: ServerClock;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  visible.value = true;
  clock = new ServerClock(visible);
});

afterEach(() => {
  clock.dispose();
  vi.useRealTimers();
});

describe('the server’s clock', () => {
  it('moves by itself', () => {
    vi.advanceTimersByTime(3000);
    expect(clock.now.value).toBe(START + 3000);
  });

  it('is the server’s, although this machine is ten minutes ahead', () => {
    clock.observe(at(-600));
    expect(clock.now.value).toBe(START - 600_000);
    vi.advanceTimersByTime(5000);
    expect(clock.now.value).toBe(START - 595_000);
  });

  // covers: SSH-REACHABILITY-002.15
  it.each(['2026-09-06 09:00:00Z', '2026-09-06T09:00:60Z', '2026-09-06t09:00:00z', 'yesterday', ''])(
    'is not set by %j',
    (text) => {
      clock.observe(text);
      expect(clock.now.value).toBe(START);
    },
  );

  it('rests while nobody looks, and is right as soon as somebody does', () => {
    visible.value = false;
    expect(vi.getTimerCount()).toBe(0);
    vi.setSystemTime(START + 3_600_000);
    visible.value = true;
    expect(clock.now.value).toBe(START + 3_600_000);
  });
});
