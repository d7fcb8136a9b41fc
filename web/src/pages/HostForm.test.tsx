// @vitest-environment happy-dom
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type Answer, problem } from '../testing/network.ts';
import { deferred, settled } from '../testing/deferred.ts';
import { TestPage } from '../testing/page.tsx';
import { at, executorOf, reportOf, sessionOf } from '../testing/views.ts';
import { HostFormPage } from './HostForm.tsx';

let page: TestPage;

beforeEach(async () => {
  page = await TestPage.open();
});

afterEach(() => {
  page.close();
  window.location.hash = '';
});

async function type(field: string, text: string): Promise<void> {
  await act(async () => {
    const input = page.find(`#${field}`) as HTMLInputElement;
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('blur'));
    await settled();
  });
}

async function submit(): Promise<void> {
  await act(async () => {
    page.find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await settled();
  });
}

const untested = () => page.click('[name="untested"]');

const errorOf = (field: string) => page.find(`.field[data-field="${field}"]`).getAttribute('data-error');

it('saves a new host and goes to it', async () => {
  page.network.on('POST', 'api/v1/executors', () => ({ status: 201, body: executorOf({ id: 'new' }) }));
  await page.show(<HostFormPage key="add" id={null} />);
  await type('name', 'gpu-2');
  await type('host', '10.0.0.6');
  await untested();
  await submit();
  expect(page.network.sent.at(-1)?.body).toEqual({ type: 'ssh', name: 'gpu-2', config: { host: '10.0.0.6' } });
  expect(window.location.hash).toBe('#/hosts/new');
});

it('ties a complaint to its field for a screen reader, in words', async () => {
  await page.show(<HostFormPage key="add" id={null} />);
  await type('port', '70000');
  expect(errorOf('port')).toBe('out_of_range');
  const input = page.find('#port');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(input.getAttribute('aria-describedby')).toBe('port-error');
  expect(page.text('#port-error')).toBe('Must be a number from 1 to 65535.');
});

it('waits with a complaint until the press is over that would be moved by it', async () => {
  await page.show(<HostFormPage key="add" id={null} />);
  document.dispatchEvent(new Event('pointerdown'));
  await type('port', '70000');
  expect(errorOf('port')).toBe('');
  document.dispatchEvent(new Event('pointerup'));
  await page.pass(1);
  expect(errorOf('port')).toBe('out_of_range');
});

it('shows what the server says at the field that it says it about', async () => {
  page.network.on('POST', 'api/v1/executors', () => problem(409, 'name-taken'));
  await page.show(<HostFormPage key="add" id={null} />);
  await type('name', 'taken');
  await untested();
  await submit();
  expect(errorOf('name')).toBe('name_taken');
  expect(page.text('#name-error')).toBe('Another host already has this name.');
});

it('says why nothing was saved when no field is to blame', async () => {
  await page.show(<HostFormPage key="add" id={null} />);
  await type('name', 'gpu-2');
  await untested();
  await submit();
  expect(page.text('[data-error="form"]')).toBe('Not saved. The server could not be reached.');
});

it('edits what is stored', async () => {
  page.network.on('GET', 'api/v1/executors/gpu-1', () => ({ status: 200, body: executorOf() }));
  await page.show(<HostFormPage key="gpu-1" id="gpu-1" />);
  expect((page.find('#host') as HTMLInputElement).value).toBe('10.0.0.5');
  expect(page.text('h1')).toBe('Edit GPU one');
});

const TEST = 'api/v1/ssh/test';
const CARD = '[data-card="connection-test"]';
const OLD = executorOf().config.host_fingerprint;
const NEW = `SHA256:${'B'.repeat(42)}A`;

const isDisabled = (selector: string) => (page.find(selector) as HTMLInputElement).disabled;

async function edit(): Promise<void> {
  page.network.on('GET', 'api/v1/executors/gpu-1', () => ({ status: 200, body: executorOf() }));
  await page.show(<HostFormPage key="gpu-1" id="gpu-1" />);
}

describe('the test of a connection', () => {
  it('shows its steps in words, and the key, and lets it be trusted and saved', async () => {
    page.network.on('POST', TEST, () => ({ status: 200, body: reportOf({ fingerprint: NEW }) }));
    page.network.on('POST', 'api/v1/executors', () => ({ status: 201, body: executorOf({ id: 'new' }) }));
    await page.show(<HostFormPage key="add" id={null} />);
    await type('name', 'gpu-2');
    await type('host', '10.0.0.6');
    expect(isDisabled('[data-action="save"]')).toBe(true);
    expect(page.has('[data-notice="needs-trust"]')).toBe(true);
    await page.click('[data-action="test"]');
    expect(page.text('[data-step="host_key"]')).toBe('Host key OK30 ms');
    expect(page.text('[data-step="authenticate"]')).toBe('Login OK1.4 secada');
    expect(page.find('[data-key]').dataset['key']).toBe('first');
    expect(page.text('[data-fact="shown"] dd')).toBe(`${NEW}ssh-ed25519`);
    expect(isDisabled('[data-action="save"]')).toBe(true);
    await page.click('[name="trust"]');
    expect(isDisabled('[data-action="save"]')).toBe(false);
    expect(page.has('[name="untested"]')).toBe(false);
    await submit();
    expect(page.network.sent.at(-1)?.body).toMatchObject({ config: { host_fingerprint: NEW } });
  });

  it('says in plain words why it failed and what to do', async () => {
    const [resolve, connect] = reportOf().steps;
    const steps = [resolve, { ...connect, ok: false, detail: 'connection refused' }];
    const report = { ...reportOf({ ok: false, reason: 'network', fingerprint: null, key_algorithm: null }), steps };
    page.network.on('POST', TEST, () => ({ status: 200, body: report }));
    await page.show(<HostFormPage key="add" id={null} />);
    await type('host', '10.0.0.6');
    await page.click('[data-action="test"]');
    expect(page.text('.verdict')).toBe('The test did not get through: No connection');
    expect(page.find('[data-step="connect"]').dataset['tone']).toBe('failed');
    expect(page.text('[data-step="connect"] .step-detail')).toBe('connection refused');
    expect(page.text(`${CARD} .failure`)).toContain('What to do: Check address and port');
    expect(page.has('[name="trust"]')).toBe(false);
  });

  it('sends whoever meets another key of the jump host to where that one is trusted', async () => {
    const steps = [{ name: 'connect' as const, ok: false, detail: 'via bastion', duration_ms: 1 }];
    const report = reportOf({ ok: false, reason: 'host_key', fingerprint: null, key_algorithm: null, steps });
    page.network.on('POST', TEST, () => ({ status: 200, body: report }));
    await edit();
    await page.click('[data-action="test"]');
    expect(page.text(`${CARD} .failure`)).toContain('It is the key of the jump host.');
    expect(page.has('[name="trust"]')).toBe(false);
  });

  it('does not call a host without git unreachable', async () => {
    const steps = [...reportOf().steps, ...(['platform', 'git'] as const).map((name) => ({ name, ok: name !== 'git', detail: '', duration_ms: 1 }))];
    page.network.on('POST', TEST, () => ({ status: 200, body: reportOf({ steps }) }));
    await edit();
    await page.click('[data-action="test"]');
    expect(page.find('.verdict').dataset['verdict']).toBe('ok');
    expect(page.find('[data-step="git"]').dataset['tone']).toBe('missing');
    expect(page.find('[data-key]').dataset['key']).toBe('same');
  });

  it('is stale after an edit, and the box unticked', async () => {
    page.network.on('POST', TEST, () => ({ status: 200, body: reportOf() }));
    await edit();
    await type('port', '2222');
    await page.click('[data-action="test"]');
    await page.click('[name="trust"]');
    await type('user', 'bob');
    expect(page.find(CARD).dataset).toMatchObject({ test: 'stale', trusted: 'false' });
    expect(page.has('[name="trust"]')).toBe(false);
    expect(isDisabled('[data-action="save"]')).toBe(true);
  });

  it('shows a changed key beside the old one, and wants it compared before it is trusted', async () => {
    page.network.on('POST', TEST, () => ({
      status: 200,
      body: reportOf({ ok: false, reason: 'host_key', fingerprint: NEW, expected: OLD }),
    }));
    await edit();
    await page.click('[data-action="test"]');
    expect(page.find('[data-key]').dataset['key']).toBe('changed');
    expect(page.text('[data-fact="pinned"] dd')).toContain(OLD);
    expect(page.text('[data-fact="shown"] dd')).toContain(NEW);
    expect(page.text('[data-notice="key-changed"]')).toContain('This is no first contact');
    expect(isDisabled('[name="trust"]')).toBe(true);
    await page.click('[name="compared"]');
    expect(isDisabled('[name="trust"]')).toBe(false);
    await page.click('[name="trust"]');
    expect(page.find(CARD).dataset['trusted']).toBe('true');
  });

  it('does not call a key trusted that was only typed in', async () => {
    page.network.on('POST', TEST, () => ({
      status: 200,
      body: reportOf({ ok: false, reason: 'host_key', fingerprint: NEW, expected: OLD }),
    }));
    await page.show(<HostFormPage key="add" id={null} />);
    await type('host', '10.0.0.6');
    await type('host_fingerprint', OLD ?? '');
    await page.click('[data-action="test"]');
    expect(page.find('[data-key]').dataset).toMatchObject({ key: 'changed', pinnedBy: 'entry' });
    expect(page.text('[data-fact="pinned"] dt')).toBe('Entered above');
    expect(page.text('[data-notice="key-changed"]')).not.toContain('trusted until now');
    expect(isDisabled('[name="trust"]')).toBe(true);
  });

  it('is cancelled when the page is left', async () => {
    page.network.on('POST', TEST, () => deferred<Answer>().promise);
    await edit();
    await page.click('[data-action="test"]');
    const sent = page.network.sent.find(({ path }) => path === TEST);
    expect(sent?.signal?.aborted).toBe(false);
    await page.show(<p />);
    expect(sent?.signal?.aborted).toBe(true);
  });

  it('is not begun with what can never be meant', async () => {
    await page.show(<HostFormPage key="add" id={null} />);
    await type('host_fingerprint', 'MD5:00');
    await page.click('[data-action="test"]');
    expect(errorOf('host_fingerprint')).toBe('invalid');
    expect(page.network.count('POST', TEST)).toBe(0);
  });
});

it('says what saving without a test comes to', async () => {
  await page.show(<HostFormPage key="add" id={null} />);
  expect(page.text('#untested-help')).toContain('“Settings incomplete”');
  await type('host_fingerprint', NEW);
  expect(page.text('#untested-help')).toContain('exactly the key with the fingerprint above');
});

it('asks before it moves a host away from its sessions', async () => {
  page.network.on('GET', 'api/v1/sessions?executor_id=gpu-1', () => ({ status: 200, body: [sessionOf()] }));
  page.network.on('PATCH', 'api/v1/executors/gpu-1', () => ({ status: 200, body: executorOf({ updated_at: at(5) }) }));
  await edit();
  await type('host', '10.0.0.9');
  await untested();
  await submit();
  expect(page.text('[data-dialog="sessions-stay"] p')).toContain('1 session is running on GPU one.');
  expect(page.network.count('PATCH', 'api/v1/executors/gpu-1')).toBe(0);
  await page.click('[data-action="confirm"]');
  expect(page.network.count('PATCH', 'api/v1/executors/gpu-1')).toBe(1);
  expect(window.location.hash).toBe('#/hosts/gpu-1');
});
