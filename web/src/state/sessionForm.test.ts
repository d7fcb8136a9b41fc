import { beforeEach, describe, expect, it } from 'vitest';

import { type Problem, RequestError } from '../api/problem.ts';
import type { NewSession } from '../api/sessions.ts';
import type { FieldCode, Session } from '../logic/index.ts';
import { DeferredCalls, settled } from '../testing/deferred.ts';
import { startingSession } from '../testing/views.ts';
import { SessionForm } from './sessionForm.ts';
import { SessionStore } from './sessions.ts';

let sessions: SessionStore;
let create: DeferredCalls<[NewSession], Session>;
let get: DeferredCalls<[string], Session>;
let form: SessionForm;

beforeEach(() => {
  sessions = new SessionStore();
  create = new DeferredCalls();
  get = new DeferredCalls();
  form = new SessionForm('gpu-1', { create: create.call, get: get.call }, sessions);
});

function invalid(...fields: [string, FieldCode][]): RequestError {
  const errors = fields.map(([field, code]) => ({ field, code, message: 'no' }));
  return new RequestError({ kind: 'refused', status: 422, slug: 'invalid', detail: '', errors });
}

function refused(status: number, slug: string): RequestError {
  return new RequestError({ kind: 'refused', status, slug, detail: '', errors: [] });
}

/** Submits, and gives the id that went out. */
async function submit(answer: RequestError): Promise<string> {
  void form.start();
  const call = create.at(create.calls.length - 1);
  call.reject(answer);
  await settled();
  return call.with[0].id;
}

const sent = () => create.at(create.calls.length - 1).with[0];

describe('what is sent', () => {
  it('is what was filled in', async () => {
    form.set({ name: 'lab', command: 'exec jupyter lab', port_from: 'given', port: '8888', workdir: '~/lab' });
    form.set({ prepare_script: 'true', cleanup_script: 'rm x', credential_broker_url: 'https://broker' });
    form.addRow();
    form.addRow();
    form.setRow(0, { name: 'TOKEN', value: 'one\ntwo' });
    void form.start();
    expect(sent()).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
      executor_id: 'gpu-1',
      name: 'lab',
      controller: { command: 'exec jupyter lab', port: 8888, workdir: '~/lab' },
      prepare_script: 'true',
      cleanup_script: 'rm x',
      credential_broker_url: 'https://broker',
      env: { TOKEN: 'one\ntwo' },
    });
  });

  it('has no name if none was given', () => {
    form.set({ command: 'x', name: ' ' });
    void form.start();
    expect('name' in sent()).toBe(false);
  });

  it.each([
    ['file', '8888', 0],
    ['given', ' 22 ', 22],
    ['given', '', ''],
    ['given', '0', '0'],
    ['given', '-1', '-1'],
    ['given', '70000', 70_000],
    ['given', 'http', 'http'],
  ] as const)('with its port from %s, %j goes out as %j', (port_from, port, expected) => {
    form.set({ command: 'x', port_from, port });
    void form.start();
    expect(sent().controller.port).toBe(expected);
  });
});

describe('a start', () => {
  it('gives the session, and puts it in the store', async () => {
    const started = form.start();
    expect(form.starting.value.kind).toBe('pending');
    create.at(0).resolve(startingSession());
    expect((await started)?.id).toBe('s1');
    expect(sessions.of('s1')?.state).toBe('starting');
  });

  it('is asked for once while it is pending', () => {
    void form.start();
    void form.start();
    expect(create.calls).toHaveLength(1);
  });

  it('that is refused shows each complaint at its field, until that is typed in again', async () => {
    form.addRow();
    form.setRow(0, { name: 'BIG' });
    const started = form.start();
    create.at(0).reject(
      invalid(
        ['controller.command', 'required'],
        ['controller.command', 'control_character'],
        ['controller.port', 'out_of_range'],
        ['controller.workdir', 'too_long'],
        ['env.BIG', 'too_long'],
        ['env', 'invalid'],
      ),
    );
    expect(await started).toBeNull();
    expect(Object.fromEntries(form.errors.value)).toEqual({
      command: 'required',
      port: 'out_of_range',
      workdir: 'too_long',
      'env.BIG': 'too_long',
      env: 'invalid',
    });
    form.set({ command: 'x' });
    form.set({ port_from: 'file' });
    form.setRow(0, { value: 'small' });
    expect([...form.errors.value.keys()]).toEqual(['workdir']);
  });

  it('of a body without a controller complains about the command', async () => {
    void form.start();
    create.at(0).reject(invalid(['controller', 'required']));
    await settled();
    expect(form.errors.value.get('command')).toBe('required');
  });

  it('that was refused for another reason keeps all that was typed', async () => {
    form.set({ command: 'x' });
    const problem: Problem = { kind: 'refused', status: 409, slug: 'inactive', detail: '', errors: [] };
    const started = form.start();
    create.at(0).reject(new RequestError(problem));
    expect(await started).toBeNull();
    expect(form.starting.value).toMatchObject({ kind: 'failed', problem });
    expect(form.draft.value.command).toBe('x');
    expect(form.errors.value.size).toBe(0);
  });

  it('that comes about after the form was left is no longer this form’s to show', async () => {
    const started = form.start();
    form.close();
    create.at(0).resolve(startingSession());
    expect(await started).toBeNull();
    expect(sessions.of('s1')).not.toBeNull();
    expect(await form.start()).toBeNull();
    expect(create.calls).toHaveLength(1);
  });
});

describe('the id', () => {
  const LOST = [new RequestError({ kind: 'timeout' }), new RequestError({ kind: 'offline' }), refused(504, 'timeout')];

  it.each(LOST)('stays when the answer was lost, so that nothing is launched twice: %s', async (lost) => {
    const first = await submit(lost);
    // A refusal says nothing about the launch that may have come of the first.
    expect(await submit(invalid(['controller.command', 'required']))).toBe(first);
    expect(await submit(lost)).toBe(first);
  });

  it('is another after a refusal, and in another visit', async () => {
    const first = await submit(refused(409, 'inactive'));
    const second = await submit(refused(409, 'inactive'));
    form = new SessionForm('gpu-1', { create: create.call, get: get.call }, sessions);
    expect(new Set([first, second, await submit(refused(409, 'inactive'))]).size).toBe(3);
  });

  it.each(['exists', 'transport-lost'])('that is taken (%s) leads to what was started under it', async (slug) => {
    const id = await submit(LOST[0] as RequestError);
    const started = form.start();
    create.at(1).reject(refused(409, slug));
    await settled();
    expect(get.at(0).with[0]).toBe(id);
    get.at(0).resolve(startingSession({ id }));
    expect((await started)?.id).toBe(id);
    expect(sessions.of(id)).not.toBeNull();
  });
});

describe('the environment', () => {
  it('with a name twice is not sent: one of the values would be lost', async () => {
    form.addRow();
    form.addRow();
    form.setRow(0, { name: 'A', value: '1' });
    form.setRow(1, { name: 'A', value: '2' });
    expect(form.errors.value.get('env.A')).toBe('twice');
    expect(await form.start()).toBeNull();
    expect(create.calls).toHaveLength(0);
    form.removeRow(1);
    void form.start();
    expect(sent().env).toEqual({ A: '1' });
  });

  it('keeps a row’s place when another goes', () => {
    for (const name of ['A', 'B', 'C']) {
      form.addRow();
      form.setRow(form.rows.value.at(-1)?.key ?? -1, { name });
    }
    form.removeRow(1);
    expect(form.rows.value.map(({ key, name }) => [key, name])).toEqual([[0, 'A'], [2, 'C']]);
  });
});
