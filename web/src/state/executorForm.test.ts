import { beforeEach, describe, expect, it } from 'vitest';

import { type Problem, RequestError } from '../api/problem.ts';
import type { TestReport } from '../api/ssh.ts';
import type { ConfigPatch, Executor, ExecutorPatch, Session, SessionState } from '../logic/index.ts';
import { DeferredCalls, settled } from '../testing/deferred.ts';
import { at, executorOf, reportOf, sessionOf } from '../testing/views.ts';
import { ExecutorForm } from './executorForm.ts';
import { ExecutorStore } from './executors.ts';

let create: DeferredCalls<[ExecutorPatch], Executor>;
let get: DeferredCalls<[string, AbortSignal?], Executor>;
let save: DeferredCalls<[string, ExecutorPatch, string], Executor>;
let sessions: DeferredCalls<[string, AbortSignal?], Session[]>;
let test: DeferredCalls<[ConfigPatch, AbortSignal], TestReport>;
let executors: ExecutorStore;

beforeEach(() => {
  create = new DeferredCalls();
  get = new DeferredCalls();
  save = new DeferredCalls();
  sessions = new DeferredCalls();
  test = new DeferredCalls();
  executors = new ExecutorStore();
});

const formOf = (id: string | null) =>
  new ExecutorForm(id, {
    executorsApi: { createSsh: create.call, get: get.call, save: save.call },
    sessionsApi: { listOn: sessions.call },
    sshApi: { test: test.call },
    executors,
  });

/** A form whose reader chose to save without a test. */
function untested(form: ExecutorForm): ExecutorForm {
  form.setUntested(true);
  return form;
}

/** Begins a save of a host that has these sessions. */
async function saving(form: ExecutorForm, ...states: SessionState[]): Promise<void> {
  const before = sessions.calls.length;
  void form.save();
  await settled();
  if (sessions.calls.length > before) sessions.at(before).resolve(states.map((state) => sessionOf({ state })));
  await settled();
}

async function opened(stored = executorOf()): Promise<ExecutorForm> {
  const form = formOf(stored.id);
  void form.open();
  get.at(get.calls.length - 1).resolve(stored);
  await settled();
  return form;
}

function refusal(status: number, slug: string, errors: Extract<Problem, { kind: 'refused' }>['errors'] = []) {
  return new RequestError({ kind: 'refused', status, slug, detail: '', errors });
}

describe('a new host', () => {
  it('is sent with what was filled in', async () => {
    const form = untested(formOf(null));
    form.set('name', 'gpu-2');
    form.set('host', '10.0.0.6');
    form.set('port', '2222');
    const saved = form.save();
    expect(create.at(0).with[0]).toEqual({ name: 'gpu-2', config: { host: '10.0.0.6', port: 2222 } });
    create.at(0).resolve(executorOf({ id: 'new' }));
    expect((await saved)?.id).toBe('new');
    expect(executors.of('new')).not.toBeNull();
  });

  it('is not sent while a field is wrong', async () => {
    const form = untested(formOf(null));
    form.set('port', '70000');
    form.set('host_fingerprint', 'MD5:00');
    expect(await form.save()).toBeNull();
    expect(create.calls).toHaveLength(0);
    expect(Object.fromEntries(form.errors.value)).toEqual({
      name: 'required',
      port: 'out_of_range',
      host_fingerprint: 'invalid',
    });
  });

  it('complains about a field once it was left', () => {
    const form = untested(formOf(null));
    form.set('port', '0');
    expect(form.errors.value.size).toBe(0);
    form.leave('port');
    expect([...form.errors.value]).toEqual([['port', 'out_of_range']]);
    form.set('port', '22');
    expect(form.errors.value.size).toBe(0);
  });

  it('does not complain about an empty field that was only passed through', () => {
    const form = untested(formOf(null));
    form.leave('name');
    expect(form.errors.value.size).toBe(0);
  });

  it('is sent once, however often save is pressed', () => {
    const form = untested(formOf(null));
    form.set('name', 'gpu-2');
    void form.save();
    void form.save();
    expect(create.calls).toHaveLength(1);
  });
});

describe('an edited host', () => {
  it('starts from what is stored', async () => {
    const form = untested(await opened());
    expect(form.draft.value).toMatchObject({ name: 'GPU one', host: '10.0.0.5', port: '22', host_alias: '' });
  });

  it('sends only what differs, against the version that it started from', async () => {
    const form = untested(await opened(executorOf({ updated_at: at(7) })));
    form.set('name', 'GPU 1');
    form.set('user', '');
    await saving(form);
    expect(save.at(0).with).toEqual(['gpu-1', { name: 'GPU 1', config: { user: null } }, at(7)]);
  });

  it('is not sent when nothing differs', async () => {
    const form = untested(await opened());
    expect((await form.save())?.id).toBe('gpu-1');
    expect(save.calls).toHaveLength(0);
  });

  it('keeps what is being typed when a newer version comes', async () => {
    const form = untested(await opened());
    form.set('user', 'bob');
    executors.accept(executorOf({ name: 'renamed', updated_at: at(9) }));
    expect(form.draft.value).toMatchObject({ name: 'GPU one', user: 'bob' });
  });

  it('takes in what someone else saved meanwhile, beside what was typed here', async () => {
    const form = untested(await opened());
    form.set('user', 'bob');
    await saving(form);
    save.at(0).reject(refusal(412, 'changed'));
    await settled();
    const theirs = executorOf({ name: 'renamed', updated_at: at(9) });
    get.at(1).resolve(theirs);
    await settled();
    expect(form.draft.value).toMatchObject({ name: 'renamed', user: 'bob' });
    await saving(form);
    expect(save.at(1).with).toEqual(['gpu-1', { config: { user: 'bob' } }, at(9)]);
  });

  it('says when it does not exist', async () => {
    const form = formOf('gpu-1');
    void form.open();
    get.at(0).reject(refusal(404, 'not-found'));
    await settled();
    expect(form.loading.value.kind).toBe('failed');
  });
});

describe('what only the server knows', () => {
  it('is shown at the field, until it is typed in again', async () => {
    const form = untested(await opened());
    form.set('name', 'taken');
    await saving(form);
    save.at(0).reject(refusal(409, 'name-taken'));
    await settled();
    expect([...form.errors.value]).toEqual([['name', 'name_taken']]);
    form.set('name', 'free');
    expect(form.errors.value.size).toBe(0);
  });

  it('is shown at the fields that the server names', async () => {
    const form = untested(await opened());
    form.set('proxy_jump', 'x');
    await saving(form);
    const errors = [{ field: 'config.proxy_jump', code: 'invalid' as const, message: '' }];
    save.at(0).reject(refusal(422, 'invalid', errors));
    await settled();
    expect([...form.errors.value]).toEqual([['proxy_jump', 'invalid']]);
  });

  it('does not stop the next try', async () => {
    const form = untested(await opened());
    form.set('user', 'bob');
    await saving(form);
    save.at(0).reject(new RequestError({ kind: 'offline' }));
    await settled();
    expect(form.saving.value.kind).toBe('failed');
    await saving(form);
    expect(save.calls).toHaveLength(2);
  });
});

it('closed, says nothing of a save that ends later', async () => {
  const form = untested(await opened());
  form.set('name', 'bob');
  const saved = form.save();
  form.close();
  save.at(0).resolve(executorOf({ updated_at: at(9) }));
  expect(await saved).toBeNull();
  expect(form.saving.value.kind).toBe('pending');
});

const SHOWN = `SHA256:${'B'.repeat(42)}A`;

async function tested(form: ExecutorForm, report: Partial<TestReport> = {}): Promise<void> {
  expect(form.runTest()).toBe(true);
  test.at(test.calls.length - 1).resolve(reportOf({ fingerprint: SHOWN, expected: null, ...report }));
  await settled();
}

function newHost(): ExecutorForm {
  const form = formOf(null);
  form.set('name', 'gpu-2');
  form.set('host', '10.0.0.6');
  return form;
}

describe('a connection that is to be saved', () => {
  it('waits for a test and for trust in what it showed', async () => {
    const form = newHost();
    expect(form.canSave.value).toBe(false);
    expect(await form.save()).toBeNull();
    await tested(form);
    expect(form.canSave.value).toBe(false);
    form.test.setTrusted(true);
    expect(form.canSave.value).toBe(true);
    void form.save();
    expect(create.at(0).with[0].config).toEqual({
      host: '10.0.0.6',
      host_fingerprint: SHOWN,
      host_key_algorithm: 'ssh-ed25519',
    });
  });

  it('is tested as it is typed, without its name', () => {
    const form = formOf(null);
    form.set('host', ' 10.0.0.6 ');
    form.set('port', '2222');
    form.runTest();
    expect(test.at(0).with[0]).toEqual({ host: '10.0.0.6', port: 2222 });
  });

  it('is not tested while it can never be meant, and says why', () => {
    const form = formOf(null);
    form.set('port', '0');
    expect(form.runTest()).toBe(false);
    expect(test.calls).toHaveLength(0);
    expect([...form.errors.value]).toEqual([['port', 'out_of_range']]);
  });

  it('has to be tested and trusted again after an edit', async () => {
    const form = newHost();
    await tested(form);
    form.test.setTrusted(true);
    form.set('port', '2222');
    expect(form.test.state.value.kind).toBe('stale');
    expect(form.test.trusted.value).toBeNull();
    expect(form.canSave.value).toBe(false);
    form.set('port', '');
    expect(form.canSave.value).toBe(false);
  });

  it('stays trusted while only its name is edited, or a blank typed', async () => {
    const form = newHost();
    await tested(form);
    form.test.setTrusted(true);
    form.set('name', 'gpu-3');
    form.set('host', '10.0.0.6 ');
    expect(form.canSave.value).toBe(true);
  });

  it('is not trusted by the answer to a test that an edit superseded', async () => {
    const form = newHost();
    form.runTest();
    form.set('host', '10.0.0.7');
    expect(test.at(0).with[1].aborted).toBe(true);
    test.at(0).resolve(reportOf({ fingerprint: SHOWN }));
    await settled();
    expect(form.test.state.value.kind).toBe('stale');
    form.test.setTrusted(true);
    expect(form.canSave.value).toBe(false);
  });

  it('can be saved untested, by choice', () => {
    const form = newHost();
    form.setUntested(true);
    expect(form.canSave.value).toBe(true);
    void form.save();
    expect(create.at(0).with[0].config).toEqual({ host: '10.0.0.6' });
  });

  it('is saved as it was pressed, when a test runs meanwhile', async () => {
    const form = untested(newHost());
    form.runTest();
    const saved = form.save();
    test.at(0).resolve(reportOf({ fingerprint: SHOWN }));
    await settled();
    expect(form.test.trusted.value).toBeNull();
    create.at(0).resolve(executorOf({ id: 'new' }));
    expect((await saved)?.id).toBe('new');
  });

  it('needs no test to be renamed', async () => {
    const form = await opened();
    form.set('name', 'GPU 1');
    expect(form.canSave.value).toBe(true);
    await saving(form);
    expect(sessions.calls).toHaveLength(0);
    expect(save.at(0).with[1]).toEqual({ name: 'GPU 1', config: {} });
  });

  it('is tested against the stored pin, and its type', async () => {
    const form = await opened();
    form.set('port', '2222');
    form.runTest();
    const { host_fingerprint, host_key_algorithm } = executorOf().config;
    expect(test.at(0).with[0]).toMatchObject({ port: 2222, host_fingerprint, host_key_algorithm });
  });

  it('pins a changed key only after it was compared', async () => {
    const form = await opened();
    const pin = executorOf().config.host_fingerprint;
    await tested(form, { ok: false, reason: 'host_key', expected: pin });
    const state = form.test.state.value;
    expect(state.kind === 'done' && state.key).toMatchObject({
      kind: 'changed',
      pinned: { fingerprint: pin },
      shown: { fingerprint: SHOWN },
    });
    form.test.setTrusted(true);
    expect(form.test.trusted.value).toBeNull();
    form.test.setCompared(true);
    form.test.setTrusted(true);
    await saving(form);
    expect(save.at(0).with[1].config).toEqual({ host_fingerprint: SHOWN, host_key_algorithm: 'ssh-ed25519' });
  });

  it('is not trusted any more when it turns out not to have been compared', async () => {
    const form = await opened();
    await tested(form, { ok: false, reason: 'host_key' });
    form.test.setCompared(true);
    form.test.setTrusted(true);
    form.test.setCompared(false);
    expect(form.test.trusted.value).toBeNull();
  });

  it('takes a pin that somebody else saved meanwhile as a reason to test again', async () => {
    const form = await opened();
    form.set('user', 'bob');
    await tested(form, { fingerprint: executorOf().config.host_fingerprint });
    form.test.setTrusted(true);
    await saving(form);
    save.at(0).reject(refusal(412, 'changed'));
    await settled();
    const config = { ...executorOf().config, host_fingerprint: SHOWN };
    get.at(1).resolve(executorOf({ config, updated_at: at(9) }));
    await settled();
    expect(form.test.state.value.kind).toBe('stale');
    expect(form.canSave.value).toBe(false);
  });
});

async function asked(...states: SessionState[]): Promise<ExecutorForm> {
  const form = untested(await opened());
  form.set('host', '10.0.0.6');
  await saving(form, ...states);
  return form;
}

describe('a changed connection of a host with sessions', () => {
  it('is saved after the person was told that they stay on the old host', async () => {
    const form = await asked('running', 'starting', 'stopped', 'failed');
    expect(form.saving.value).toMatchObject({ kind: 'asking', sessions: 2 });
    expect(save.calls).toHaveLength(0);
    const saved = form.confirm();
    save.at(0).resolve(executorOf({ updated_at: at(9) }));
    expect((await saved)?.updated_at).toBe(at(9));
  });

  it('is not saved when the person thinks better of it', async () => {
    const form = await asked('running');
    form.dismiss();
    expect(form.saving.value.kind).toBe('idle');
    expect(await form.confirm()).toBeNull();
    expect(save.calls).toHaveLength(0);
  });

  it('is saved without a question when none of them runs', async () => {
    await asked('stopped');
    expect(save.calls).toHaveLength(1);
  });

  it('is not saved when nobody can say whether there are any', async () => {
    const form = untested(await opened());
    form.set('host', '10.0.0.6');
    void form.save();
    sessions.at(0).reject(new RequestError({ kind: 'offline' }));
    await settled();
    expect(form.saving.value.kind).toBe('failed');
    expect(save.calls).toHaveLength(0);
  });

  it('is not saved by a form that was left while it looked for them', async () => {
    const form = untested(await opened());
    form.set('host', '10.0.0.6');
    const saved = form.save();
    form.close();
    sessions.at(0).resolve([]);
    expect(await saved).toBeNull();
    expect(save.calls).toHaveLength(0);
  });
});
