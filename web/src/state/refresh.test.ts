import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Lifetime } from './lifetime.ts';
import { keepFresh } from './refresh.ts';

const visible = signal(true);
const intervalSeconds = signal<number | null>(60);
const read = vi.fn<() => void>();
let life: Lifetime;

beforeEach(() => {
  vi.useFakeTimers();
  visible.value = true;
  intervalSeconds.value = 60;
  life = new Lifetime();
  read.mockClear();
  keepFresh({ life, intervalSeconds, visible, read });
});

afterEach(() => {
  life.end();
  vi.useRealTimers();
});

it('reads once per interval', () => {
  vi.advanceTimersByTime(59_999);
  expect(read).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_001);
  expect(read).toHaveBeenCalledTimes(2);
});

it('follows another interval', () => {
  intervalSeconds.value = 15;
  vi.advanceTimersByTime(60_000);
  expect(read).toHaveBeenCalledTimes(4);
});

it.each([0, null])('has no timer at all with the interval %j', (seconds) => {
  intervalSeconds.value = seconds;
  expect(vi.getTimerCount()).toBe(0);
});

it('rests while nobody looks, and reads when somebody does again', () => {
  visible.value = false;
  vi.advanceTimersByTime(600_000);
  expect(read).not.toHaveBeenCalled();
  visible.value = true;
  expect(read).toHaveBeenCalledTimes(1);
});

it('ends with the view', () => {
  life.end();
  expect(vi.getTimerCount()).toBe(0);
  visible.value = false;
  visible.value = true;
  expect(read).not.toHaveBeenCalled();
});
