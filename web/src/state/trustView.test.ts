import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it } from 'vitest';

import { RequestError } from '../api/problem.ts';
import type { TestReport, Trust, TrustResult } from '../api/ssh.ts';
import type { ConfigPatch, Executor } from '../logic/index.ts';
import { DeferredCalls, settled } from '../testing/deferred.ts';
import { at, executorOf, reportOf, viewOf } from '../testing/views.ts';
import { ServerClock } from './clock.ts';
import { ExecutorStore } from './executors.ts';
import { RecordStore } from './records.ts';
import { TrustView } from './trustView.ts';

const NEW = `SHA256:${'B'.repeat(42)}A`;
const CHANGED = reportOf({ ok: false, reason: 'host_key', fingerprint: NEW, expected: executorOf().config.host_fingerprint });

let tests: DeferredCalls<[ConfigPatch, AbortSignal], TestReport>;
let trust: DeferredCalls<[readonly Trust[]], TrustResult[]>;
let get: DeferredCalls<[string, AbortSignal?], Executor>;
let executors: ExecutorStore;
let records: RecordStore;

beforeEach(() => {
  tests = new DeferredCalls();
  trust = new DeferredCalls();
  get = new DeferredCalls();
  executors = new ExecutorStore();
  records = new RecordStore(new ServerClock(signal(false)));
});

const viewFor = (id: string | null) =>
  new TrustView(id, {
    executorsApi: { get: get.call },
    sshApi: { test: tests.call, trust: trust.call },
    executors,
    records,
    readAll: async () => undefined,
  });

const idOf = (number: number) => `host-${number}`;

/** A visit to so many hosts that all show another key. */
async function visit(count: number): Promise<TrustView> {
  for (let number = 1; number <= count; number++) {
    const id = idOf(number);
    executors.accept(executorOf({ id, name: id }));
    records.accept(viewOf({ executor_id: id, state: 'unreachable', reason: 'host_key' }));
  }
  const view = viewFor(null);
  await view.open();
  return view;
}

async function answerAll(report = CHANGED): Promise<void> {
  for (let index = 0; index < tests.calls.length; index++) {
    tests.at(index).resolve(report);
    await settled();
  }
}

const kinds = (view: TrustView) => view.checks.value.map((check) => check.state.value.kind);

function checkAt(view: TrustView, index: number) {
  const found = view.checks.value[index];
  if (found === undefined) throw new Error(`no check ${index}`);
  return found;
}

describe('several hosts with changed keys', () => {
  it('are tested four at a time', async () => {
    const view = await visit(6);
    expect(tests.calls).toHaveLength(4);
    expect(kinds(view)).toEqual(['running', 'running', 'running', 'running', 'waiting', 'waiting']);
    tests.at(2).resolve(CHANGED);
    await settled();
    expect(tests.calls).toHaveLength(5);
    await answerAll();
    expect(kinds(view)).toEqual(Array.from({ length: 6 }, () => 'done'));
  });

  it('are those that are probed and show another key', async () => {
    executors.accept(executorOf({ id: 'off', status: 'inactive' }));
    records.accept(viewOf({ executor_id: 'off', reason: 'host_key' }));
    executors.accept(executorOf({ id: 'down' }));
    records.accept(viewOf({ executor_id: 'down', reason: 'network' }));
    const view = await visit(2);
    expect(view.checks.value.map(({ id }) => id)).toEqual(['host-1', 'host-2']);
  });

  it('are trusted in one call, those that are ticked and were compared', async () => {
    const view = await visit(3);
    await answerAll();
    expect(view.canTrust.value).toBe(false);
    view.setTicked(checkAt(view, 0), true);
    view.setTicked(checkAt(view, 2), true);
    expect(await view.trust()).toBe(false);
    view.setCompared(true);
    void view.trust();
    void view.trust();
    expect(trust.calls).toHaveLength(1);
    expect(trust.at(0).with[0]).toEqual(
      ['host-1', 'host-3'].map((id) => ({ executor_id: id, fingerprint: NEW, key_algorithm: 'ssh-ed25519' })),
    );
    const pinned = executorOf({ id: 'host-1', updated_at: at(9), config: { ...executorOf().config, host_fingerprint: NEW } });
    trust.at(0).resolve([
      { executor_id: 'host-1', executor: pinned, error: null },
      { executor_id: 'host-3', executor: null, error: { type: 'not-found', detail: '' } },
    ]);
    await settled();
    expect(kinds(view)).toEqual(['trusted', 'done', 'refused']);
    expect(executors.of('host-1')?.config.host_fingerprint).toBe(NEW);
    expect(view.isCompared.value).toBe(false);
  });

  it('have to be compared again when one more is ticked, or shows its key again', async () => {
    const view = await visit(2);
    await answerAll();
    view.setTicked(checkAt(view, 0), true);
    view.setCompared(true);
    view.setTicked(checkAt(view, 1), true);
    expect(view.canTrust.value).toBe(false);
    view.setCompared(true);
    view.test(checkAt(view, 0));
    expect(view.canTrust.value).toBe(false);
  });

  it('that have nothing to trust cannot be chosen', async () => {
    const view = await visit(2);
    tests.at(0).resolve(reportOf({ ok: false, reason: 'network', fingerprint: null, key_algorithm: null }));
    tests.at(1).resolve(reportOf({ expected: executorOf().config.host_fingerprint }));
    await settled();
    for (const one of view.checks.value) view.setTicked(one, true);
    view.setCompared(true);
    expect(view.chosen.value).toEqual([]);
    expect(view.canTrust.value).toBe(false);
  });

  it('are not trusted by a call that failed, and can be once more', async () => {
    const view = await visit(1);
    await answerAll();
    view.setTicked(checkAt(view, 0), true);
    view.setCompared(true);
    void view.trust();
    trust.at(0).reject(new RequestError({ kind: 'offline' }));
    await settled();
    expect(view.trusting.value.kind).toBe('failed');
    expect(kinds(view)).toEqual(['done']);
    view.setCompared(true);
    expect(view.canTrust.value).toBe(true);
  });

  it('are tested no more once the view was left', async () => {
    const view = await visit(6);
    view.close();
    expect(tests.calls.every((call) => call.with[1].aborted)).toBe(true);
    await answerAll();
    expect(tests.calls).toHaveLength(4);
    expect(kinds(view).includes('done')).toBe(false);
  });
});

async function visitOne(executor = executorOf()): Promise<TrustView> {
  const view = viewFor('gpu-1');
  void view.open();
  get.at(0).resolve(executor);
  await settled();
  return view;
}

describe('one host', () => {
  it('is tested with what is set of its configuration, pin and type included', async () => {
    await visitOne();
    const { host_alias: _, proxy_jump: __, ...set } = executorOf().config;
    expect(tests.at(0).with[0]).toEqual(set);
  });

  it('needs no tick, only to have been compared', async () => {
    const view = await visitOne();
    await answerAll();
    view.setCompared(true);
    expect(view.canTrust.value).toBe(true);
  });

  it('without a pin is a first contact', async () => {
    const view = await visitOne(executorOf({ config: { ...executorOf().config, host_fingerprint: null, host_key_algorithm: null } }));
    tests.at(0).resolve(reportOf({ fingerprint: NEW }));
    await settled();
    expect(checkAt(view, 0).state.value).toMatchObject({ kind: 'done', key: { kind: 'first' } });
  });

  it('that was changed since it was tested has to be tested again', async () => {
    const view = await visitOne();
    await answerAll();
    view.setCompared(true);
    executors.accept(executorOf({ name: 'renamed', updated_at: at(5) }));
    expect(view.canTrust.value).toBe(true);
    executors.accept(executorOf({ config: { ...executorOf().config, host: '10.0.0.9' }, updated_at: at(6) }));
    expect(kinds(view)).toEqual(['stale']);
    expect(view.canTrust.value).toBe(false);
    view.test(checkAt(view, 0));
    expect(tests.at(1).with[0].host).toBe('10.0.0.9');
  });

  it('that was deleted is not shown', async () => {
    const view = await visitOne();
    executors.forget('gpu-1');
    expect(view.checks.value).toEqual([]);
  });

  it('that does not exist is told from one that cannot be loaded', async () => {
    const view = viewFor('gone');
    void view.open();
    get.at(0).reject(new RequestError({ kind: 'refused', status: 404, slug: 'not-found', detail: '', errors: [] }));
    await settled();
    expect(view.loading.value).toMatchObject({ kind: 'failed', problem: { status: 404 } });
  });
});
