// @vitest-environment happy-dom
import { render } from 'preact';
import { afterEach, describe, expect, it } from 'vitest';

import { I18n } from '../i18n/index.ts';
import type { App } from '../state/app.ts';
import { PageTitle } from './PageTitle.tsx';
import { AppContext, I18nContext } from './context.ts';

const i18n = new I18n({ getItem: () => null, setItem: () => undefined }, document.documentElement);

/** Shows a page's heading, and looks at once: nothing that waits for a frame has run. */
async function show(hasNavigated: boolean): Promise<void> {
  await i18n.start(['en']);
  render(
    <AppContext value={{ router: { hasNavigated } } as App}>
      <I18nContext value={i18n}>
        <PageTitle title="Settings" />
      </I18nContext>
    </AppContext>,
    document.body,
  );
}

describe('the heading of a page', () => {
  afterEach(() => render(null, document.body));

  it('has the focus as soon as the page is there, and takes it from nobody later', async () => {
    await show(true);
    expect(document.activeElement).toBe(document.querySelector('h1'));
  });

  it('leaves the focus alone on the page that was loaded', async () => {
    await show(false);
    expect(document.activeElement).toBe(document.body);
  });
});
