// @vitest-environment happy-dom
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { problem } from '../testing/network.ts';
import { settled } from '../testing/deferred.ts';
import { TestPage } from '../testing/page.tsx';
import { executorOf } from '../testing/views.ts';
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

const errorOf = (field: string) => page.find(`.field[data-field="${field}"]`).getAttribute('data-error');

it('saves a new host and goes to it', async () => {
  page.network.on('POST', 'api/v1/executors', () => ({ status: 201, body: executorOf({ id: 'new' }) }));
  await page.show(<HostFormPage key="add" id={null} />);
  await type('name', 'gpu-2');
  await type('host', '10.0.0.6');
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
  await submit();
  expect(errorOf('name')).toBe('name_taken');
  expect(page.text('#name-error')).toBe('Another host already has this name.');
});

it('says why nothing was saved when no field is to blame', async () => {
  await page.show(<HostFormPage key="add" id={null} />);
  await type('name', 'gpu-2');
  await submit();
  expect(page.text('[data-error="form"]')).toBe('Not saved. The server could not be reached.');
});

it('edits what is stored', async () => {
  page.network.on('GET', 'api/v1/executors/gpu-1', () => ({ status: 200, body: executorOf() }));
  await page.show(<HostFormPage key="gpu-1" id="gpu-1" />);
  expect((page.find('#host') as HTMLInputElement).value).toBe('10.0.0.5');
  expect(page.text('h1')).toBe('Edit GPU one');
});
