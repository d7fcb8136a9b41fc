// @vitest-environment happy-dom
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { settled } from '../testing/deferred.ts';
import { problem } from '../testing/network.ts';
import { TestPage } from '../testing/page.tsx';
import { executorOf, startingSession } from '../testing/views.ts';
import { StartSessionPage } from './StartSession.tsx';

const CREATE = 'api/v1/sessions';

let page: TestPage;

beforeEach(async () => {
  page = await TestPage.open();
  for (const [id, status] of [['gpu-1', 'active'], ['gpu-2', 'active'], ['old', 'inactive']] as const) {
    page.workspace.executors.accept(executorOf({ id, name: id.toUpperCase(), status }));
  }
});

afterEach(() => page.close());

async function type(selector: string, text: string): Promise<void> {
  await act(async () => {
    const control = page.find(selector) as HTMLInputElement;
    control.value = text;
    control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
    await settled();
  });
}

const submit = () => page.click('[data-action="start"]');
const error = (field: string) => page.find(`[data-field="${field}"]`).dataset['error'];

const complaint = (field: string, code: string) => ({ field, code, message: 'no' });

describe('the form that starts a session', () => {
  it('offers the hosts that can be used, and goes to the session that it started', async () => {
    await page.show(<StartSessionPage executor="gpu-2" />);
    const options = [...page.root.querySelectorAll('option')].map((option) => option.value);
    expect(options).toEqual(['', 'gpu-1', 'gpu-2']);
    expect((page.find('#executor_id') as HTMLSelectElement).value).toBe('gpu-2');
    page.network.on('POST', CREATE, () => ({ status: 202, body: startingSession() }));
    await type('#command', 'exec sleep 9');
    await submit();
    expect(page.network.sent.at(-1)?.body).toMatchObject({
      executor_id: 'gpu-2',
      controller: { command: 'exec sleep 9', port: 0 },
    });
    expect(window.location.hash).toBe('#/sessions/s1');
  });

  it('shows what the server complains about at its field', async () => {
    await page.show(<StartSessionPage executor={null} />);
    await page.click('[data-port-from="given"] input');
    await page.click('[data-action="add-variable"]');
    await type('[data-variable] input', '2FAST');
    page.network.on('POST', CREATE, () =>
      problem(422, 'invalid', {
        errors: [
          complaint('executor_id', 'invalid'),
          complaint('controller.command', 'required'),
          complaint('controller.port', 'type'),
          complaint('env', 'invalid'),
          complaint('credential_broker_url', 'invalid'),
        ],
      }),
    );
    await submit();
    const fields = ['executor_id', 'command', 'port', 'env', 'credential_broker_url'];
    expect(fields.map(error)).toEqual(['invalid', 'required', 'type', 'invalid', 'invalid']);
    expect(page.text('#port-error')).toBe('Must be a number from 1 to 65535.');
    expect(page.text('#credential_broker_url-error')).toBe('Must be an http:// or https:// URL.');
    expect(page.find('#command').getAttribute('aria-describedby')).toBe('command-help command-error');
    expect(page.text('[data-error="form"]')).toBe('5 fields need another look.');
    await type('#command', 'x');
    expect(error('command')).toBe('');
  });

  it('says at once that a variable is there twice', async () => {
    await page.show(<StartSessionPage executor="gpu-1" />);
    for (const place of ['1', '2']) {
      await page.click('[data-action="add-variable"]');
      await type(`.environment-row:nth-of-type(${place}) input`, 'A');
    }
    expect(page.find('[data-variable="A"]').dataset['error']).toBe('twice');
    await submit();
    expect(page.network.count('POST', CREATE)).toBe(0);
    await page.click('[data-action="remove-variable"]');
    expect(page.find('[data-variable="A"]').dataset['error']).toBe('');
  });

  it.each([
    [problem(409, 'inactive'), 'Not started. The host is deactivated.'],
    [problem(409, 'too-many-sessions'), 'Not started. There are too many sessions. Stop some that are not needed.'],
    [problem(404, 'not-found'), 'Not started. The host no longer exists.'],
  ])('says why nothing was started', async (answer, text) => {
    await page.show(<StartSessionPage executor="old" />);
    expect((page.find('#executor_id') as HTMLSelectElement).value).toBe('old');
    page.network.on('POST', CREATE, () => answer);
    await submit();
    expect(page.text('[data-error="form"]')).toBe(text);
  });
});
