import { beforeEach, describe, expect, it } from 'vitest';

import { type Problem, RequestError } from '../api/problem.ts';
import type { Executor, ExecutorPatch } from '../logic/index.ts';
import { DeferredCalls, settled } from '../testing/deferred.ts';
import { at, executorOf } from '../testing/views.ts';
import { ExecutorForm } from './executorForm.ts';
import { ExecutorStore } from './executors.ts';

let create: DeferredCalls<[ExecutorPatch], Executor>;
let get: DeferredCalls<[string, AbortSignal?], Executor>;
let save: DeferredCalls<[string, ExecutorPatch, string], Executor>;
let executors: ExecutorStore;

beforeEach(() => {
  create = new DeferredCalls();
  get = new DeferredCalls();
  save = new DeferredCalls();
  executors = new ExecutorStore();
});

const formOf = (id: string | null) =>
  new ExecutorForm(id, { createSsh: create.call, get: get.call, save: save.call }, executors);

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
    const form = formOf(null);
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
    const form = formOf(null);
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
    const form = formOf(null);
    form.set('port', '0');
    expect(form.errors.value.size).toBe(0);
    form.leave('port');
    expect([...form.errors.value]).toEqual([['port', 'out_of_range']]);
    form.set('port', '22');
    expect(form.errors.value.size).toBe(0);
  });

  it('does not complain about an empty field that was only passed through', () => {
    const form = formOf(null);
    form.leave('name');
    expect(form.errors.value.size).toBe(0);
  });

  it('is sent once, however often save is pressed', () => {
    const form = formOf(null);
    form.set('name', 'gpu-2');
    void form.save();
    void form.save();
    expect(create.calls).toHaveLength(1);
  });
});

describe('an edited host', () => {
  it('starts from what is stored', async () => {
    const form = await opened();
    expect(form.draft.value).toMatchObject({ name: 'GPU one', host: '10.0.0.5', port: '22', host_alias: '' });
  });

  it('sends only what differs, against the version that it started from', async () => {
    const form = await opened(executorOf({ updated_at: at(7) }));
    form.set('name', 'GPU 1');
    form.set('user', '');
    void form.save();
    expect(save.at(0).with).toEqual(['gpu-1', { name: 'GPU 1', config: { user: null } }, at(7)]);
  });

  it('is not sent when nothing differs', async () => {
    const form = await opened();
    expect((await form.save())?.id).toBe('gpu-1');
    expect(save.calls).toHaveLength(0);
  });

  it('keeps what is being typed when a newer version comes', async () => {
    const form = await opened();
    form.set('user', 'bob');
    executors.accept(executorOf({ name: 'renamed', updated_at: at(9) }));
    expect(form.draft.value).toMatchObject({ name: 'GPU one', user: 'bob' });
  });

  it('takes in what someone else saved meanwhile, beside what was typed here', async () => {
    const form = await opened();
    form.set('user', 'bob');
    void form.save();
    save.at(0).reject(refusal(412, 'changed'));
    await settled();
    const theirs = executorOf({ name: 'renamed', updated_at: at(9) });
    get.at(1).resolve(theirs);
    await settled();
    expect(form.draft.value).toMatchObject({ name: 'renamed', user: 'bob' });
    void form.save();
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
    const form = await opened();
    form.set('name', 'taken');
    void form.save();
    save.at(0).reject(refusal(409, 'name-taken'));
    await settled();
    expect([...form.errors.value]).toEqual([['name', 'name_taken']]);
    form.set('name', 'free');
    expect(form.errors.value.size).toBe(0);
  });

  it('is shown at the fields that the server names', async () => {
    const form = await opened();
    form.set('proxy_jump', 'x');
    void form.save();
    const errors = [{ field: 'config.proxy_jump', code: 'invalid' as const, message: '' }];
    save.at(0).reject(refusal(422, 'invalid', errors));
    await settled();
    expect([...form.errors.value]).toEqual([['proxy_jump', 'invalid']]);
  });

  it('does not stop the next try', async () => {
    const form = await opened();
    form.set('user', 'bob');
    void form.save();
    save.at(0).reject(new RequestError({ kind: 'offline' }));
    await settled();
    expect(form.saving.value.kind).toBe('failed');
    void form.save();
    expect(save.calls).toHaveLength(2);
  });
});

it('closed, says nothing of a save that ends later', async () => {
  const form = await opened();
  form.set('user', 'bob');
  const saved = form.save();
  form.close();
  save.at(0).resolve(executorOf({ updated_at: at(9) }));
  expect(await saved).toBeNull();
  expect(form.saving.value.kind).toBe('pending');
});
