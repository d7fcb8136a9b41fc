import { beforeEach, describe, expect, it } from 'vitest';

import { RequestError } from '../api/problem.ts';
import type { TestReport } from '../api/ssh.ts';
import { type ConfigPatch, draftOf } from '../logic/index.ts';
import { DeferredCalls, settled } from '../testing/deferred.ts';
import { reportOf } from '../testing/views.ts';
import { ConnectionTest } from './connectionTest.ts';

const [ONE, OTHER] = ['A', 'E'].map((last) => `SHA256:${'B'.repeat(42)}${last}`) as [string, string];
const CONFIG: ConfigPatch = { host: '10.0.0.5' };

let calls: DeferredCalls<[ConfigPatch, AbortSignal], TestReport>;
let test: ConnectionTest;

beforeEach(() => {
  calls = new DeferredCalls();
  test = new ConnectionTest({ test: calls.call });
});

async function answered(config: ConfigPatch, report: Partial<TestReport>): Promise<void> {
  void test.run(config, 'entry');
  calls.at(calls.calls.length - 1).resolve(reportOf({ fingerprint: ONE, ...report }));
  await settled();
}

const keyKind = () => (test.state.value.kind === 'done' ? test.state.value.key.kind : null);

describe('a run', () => {
  it('is ended by a later one, whichever answers first', async () => {
    void test.run(CONFIG, 'entry');
    void test.run(CONFIG, 'entry');
    expect(calls.at(0).with[1].aborted).toBe(true);
    calls.at(1).resolve(reportOf({ fingerprint: ONE }));
    await settled();
    calls.at(0).resolve(reportOf({ fingerprint: OTHER }));
    await settled();
    expect(test.state.value).toMatchObject({ kind: 'done', report: { fingerprint: ONE } });
  });

  it('is cancelled when its view is left, and shows nothing any more', async () => {
    void test.run(CONFIG, 'entry');
    test.close();
    expect(calls.at(0).with[1].aborted).toBe(true);
    calls.at(0).resolve(reportOf());
    await settled();
    expect(test.state.value.kind).toBe('running');
    void test.run(CONFIG, 'entry');
    expect(calls.calls).toHaveLength(1);
  });

  it('can be stopped', async () => {
    void test.run(CONFIG, 'entry');
    test.cancel();
    calls.at(0).reject(new RequestError({ kind: 'offline' }));
    await settled();
    expect(test.state.value.kind).toBe('idle');
    expect(calls.at(0).with[1].aborted).toBe(true);
  });

  it('that could not be made is no verdict on the host', async () => {
    void test.run(CONFIG, 'entry');
    calls.at(0).reject(new RequestError({ kind: 'timeout' }));
    await settled();
    expect(test.state.value).toMatchObject({ kind: 'failed', problem: { kind: 'timeout' } });
  });
});

describe('a key', () => {
  it('of a host without a pin is a first contact', async () => {
    await answered(CONFIG, {});
    expect(keyKind()).toBe('first');
  });

  it('that is the pinned one is the same', async () => {
    await answered({ ...CONFIG, host_fingerprint: ONE }, { expected: ONE });
    expect(keyKind()).toBe('same');
  });

  it('that is not the pinned one has changed', async () => {
    await answered({ ...CONFIG, host_fingerprint: OTHER }, { ok: false, reason: 'host_key', expected: OTHER });
    expect(keyKind()).toBe('changed');
  });

  it('that was typed in was not trusted before, one that was ticked was', async () => {
    const pinnedBy = () => (test.state.value.kind === 'done' && test.state.value.key.kind === 'changed' ? test.state.value.key.pinned.by : null);
    await answered({ ...CONFIG, host_fingerprint: OTHER }, { ok: false, reason: 'host_key', expected: OTHER });
    expect(pinnedBy()).toBe('entry');
    test.setCompared(true);
    test.setTrusted(true);
    await answered({ ...CONFIG, host_fingerprint: OTHER }, { ok: false, reason: 'host_key', fingerprint: OTHER, expected: ONE });
    expect(pinnedBy()).toBe('trust');
  });

  it('that was not shown can not be trusted', async () => {
    await answered(CONFIG, { ok: false, fingerprint: null, key_algorithm: null, reason: 'network' });
    test.setTrusted(true);
    expect(test.trusted.value).toBeNull();
  });

  it('that was trusted is asked for by the next run, and stays trusted only if it is shown', async () => {
    await answered(CONFIG, {});
    test.setTrusted(true);
    await answered(CONFIG, { expected: ONE });
    expect(calls.at(1).with[0]).toMatchObject({ host_fingerprint: ONE, host_key_algorithm: 'ssh-ed25519' });
    expect(test.trusted.value?.fingerprint).toBe(ONE);
    await answered(CONFIG, { ok: false, reason: 'host_key', fingerprint: OTHER, expected: ONE });
    expect(keyKind()).toBe('changed');
    expect(test.trusted.value).toBeNull();
  });

  it('is not trusted while the next run is on its way', async () => {
    await answered(CONFIG, {});
    test.setTrusted(true);
    void test.run(CONFIG, 'entry');
    expect(test.trusted.value).toBeNull();
  });

  it('of other settings is forgotten, even if they are put back', async () => {
    await answered(CONFIG, {});
    test.setTrusted(true);
    test.follow({ ...draftOf(), host: '10.0.0.6' });
    test.follow({ ...draftOf(), host: '10.0.0.5' });
    expect(test.state.value.kind).toBe('stale');
    expect(test.trusted.value).toBeNull();
  });
});
