import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Push } from '../api/socket.ts';
import { settled } from '../testing/deferred.ts';
import { FakeSocket } from '../testing/network.ts';
import { viewOf } from '../testing/views.ts';
import { LiveUpdates } from './live.ts';

let sockets: FakeSocket[];
let batches: Push[][];
let gaps: number;
let isRefusing: boolean;
let live: LiveUpdates;

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, batches, gaps, isRefusing] = [[], [], 0, false];
  live = new LiveUpdates({
    open: async () => {
      if (isRefusing) throw new Error('no ticket');
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    onPushes: (pushes) => batches.push(pushes),
    onGap: () => gaps++,
    random: () => 1,
  });
});

afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

const newest = () => {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('no socket');
  return socket;
};

async function connect(): Promise<FakeSocket> {
  live.start();
  await settled();
  newest().hello();
  return newest();
}

describe('live updates', () => {
  it('are live once the server has said hello', async () => {
    live.start();
    await settled();
    expect(live.state.value).toBe('connecting');
    newest().hello();
    expect(live.state.value).toBe('live');
  });

  // covers: SSH-REACHABILITY-002.2
  it('hand on what is pushed, in order, messages that come together at once', async () => {
    const socket = await connect();
    vi.advanceTimersByTime(50);
    for (let seconds = 0; seconds < 200; seconds++) socket.push('executor.reachability.changed', viewOf());
    socket.push('executor.deleted', { id: 'gpu-1' });
    vi.advanceTimersByTime(50);
    expect(batches.map((batch) => batch.length)).toEqual([1, 201]);
    expect(batches[1]?.at(-1)?.type).toBe('executor.deleted');
  });

  it('ask for a re-read after every hello, and when the server says so', async () => {
    const socket = await connect();
    expect(gaps).toBe(1);
    socket.push('resync', {});
    expect(gaps).toBe(2);
  });

  it('leave alone what they do not understand', async () => {
    const socket = await connect();
    vi.advanceTimersByTime(50);
    for (const text of ['', '{', 'null', '[]', '{"type":"hello"}', '{"type":"news","payload":{},"at":"x"}']) {
      socket.receive(text);
    }
    vi.advanceTimersByTime(50);
    expect(batches).toHaveLength(1);
  });
});

describe('a followed session', () => {
  const subscribe = { type: 'subscribe', session_id: 's1' };
  const unsubscribe = { type: 'unsubscribe', session_id: 's1' };

  // covers: SSH-REACHABILITY-003.2
  it('is asked for once the server listens, and after every reconnect', async () => {
    live.follow('s1');
    const socket = await connect();
    expect(socket.said).toEqual([subscribe]);
    socket.break();
    await vi.advanceTimersByTimeAsync(500);
    expect(newest().said).toEqual([]);
    newest().hello();
    expect(newest().said).toEqual([subscribe]);
  });

  it('is let go with its last follower', async () => {
    const socket = await connect();
    const [first, second] = [live.follow('s1'), live.follow('s1')];
    first();
    first();
    expect(socket.said).toEqual([subscribe]);
    second();
    expect(socket.said).toEqual([subscribe, unsubscribe]);
    socket.break();
    await vi.advanceTimersByTimeAsync(500);
    newest().hello();
    expect(newest().said).toEqual([]);
  });
});

describe('a lost connection', () => {
  it('is told, and made again', async () => {
    (await connect()).break();
    expect(live.state.value).toBe('lost');
    await vi.advanceTimersByTimeAsync(500);
    expect(sockets).toHaveLength(2);
    newest().hello();
    expect(live.state.value).toBe('live');
    expect(gaps).toBe(2);
  });

  it('is tried less and less often, and at least every half minute', async () => {
    isRefusing = true;
    const open = vi.fn<() => Promise<FakeSocket>>(() => Promise.reject(new Error('down')));
    const patient = new LiveUpdates({ open, onPushes: vi.fn<() => void>(), onGap: vi.fn<() => void>(), random: () => 1 });
    patient.start();
    await vi.advanceTimersByTimeAsync(0);
    const tries: number[] = [];
    for (let second = 1; second <= 120; second++) {
      const before = open.mock.calls.length;
      await vi.advanceTimersByTimeAsync(1000);
      if (open.mock.calls.length > before) tries.push(second);
    }
    patient.stop();
    expect(tries).toEqual([1, 2, 4, 8, 16, 32, 62, 92]);
  });

  it('is not tried by many pages in step', async () => {
    const delays = [0, 0.5, 1].map((random) => {
      const spy = vi.spyOn(globalThis, 'setTimeout');
      const one = new LiveUpdates({ open: () => Promise.reject(new Error('down')), onPushes: vi.fn<() => void>(), onGap: vi.fn<() => void>(), random: () => random });
      one.start();
      return { one, spy };
    });
    await settled();
    const waits = delays.at(-1)?.spy.mock.calls.map(([, wait]) => wait);
    for (const { one } of delays) one.stop();
    expect(waits).toEqual([250, 375, 500]);
  });

  it('is noticed when no hello comes', async () => {
    live.start();
    await settled();
    vi.advanceTimersByTime(10_000);
    expect(live.state.value).toBe('lost');
    expect(newest().isClosed).toBe(true);
  });

  it('says nothing more of the socket that it was', async () => {
    const old = await connect();
    old.break();
    await vi.advanceTimersByTimeAsync(500);
    newest().hello();
    vi.advanceTimersByTime(50);
    old.push('executor.deleted', { id: 'gpu-1' });
    old.break();
    vi.advanceTimersByTime(50);
    expect(live.state.value).toBe('live');
    expect(batches.flat().map((push) => push.type)).toEqual(['hello', 'hello']);
  });

  it('is tried at once when a person looks again', async () => {
    (await connect()).break();
    live.retryNow();
    live.retryNow();
    await settled();
    expect(sockets).toHaveLength(2);
  });

  it('is taken for a proxy’s doing when the server answers and no socket ever comes up', async () => {
    live.start();
    const told: string[] = [];
    for (let tries = 0; tries < 3; tries++) {
      await vi.advanceTimersByTimeAsync(0);
      newest().break();
      told.push(live.state.value);
      await vi.advanceTimersByTimeAsync(2000);
    }
    expect(told).toEqual(['lost', 'lost', 'blocked']);
    newest().hello();
    expect(live.state.value).toBe('live');
  });

  it('is not blamed on a proxy while the server does not answer', async () => {
    isRefusing = true;
    live.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(live.state.value).toBe('lost');
  });
});

it('stopped, does nothing more', async () => {
  const socket = await connect();
  live.stop();
  expect(socket.isClosed).toBe(true);
  socket.push('resync', {});
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sockets).toHaveLength(1);
  expect(gaps).toBe(1);
});
