import { type ComponentChildren, render } from 'preact';
import { signal } from '@preact/signals';
import { act } from 'preact/test-utils';
import { vi } from 'vitest';

import { AppContext, I18nContext, WorkspaceContext } from '../components/context.ts';
import { I18n } from '../i18n/index.ts';
import type { ShownLocale } from '../i18n/locales.ts';
import { Access } from '../state/access.ts';
import type { App } from '../state/app.ts';
import { Router } from '../state/router.ts';
import { Theme } from '../state/theme.ts';
import { Workspace } from '../state/workspace.ts';
import { settled } from './deferred.ts';
import { FakeNetwork } from './network.ts';
import { MemoryStorage } from './storage.ts';
import { START } from './views.ts';

const BASE = new URL('https://reach.example/');

/** Components in a page that is signed in, on a fake clock and network. */
export class TestPage {
  readonly network = new FakeNetwork();
  readonly router = new Router(window);
  readonly theme = new Theme(new MemoryStorage(), document.documentElement);
  readonly access = new Access(BASE, this.network, new MemoryStorage(), null);
  readonly workspace: Workspace;
  readonly root = document.createElement('div');

  private constructor(readonly i18n: I18n) {
    this.network.on('POST', 'api/v1/ws-ticket', () => ({ status: 200, body: { ticket: 't' } }));
    this.network.on('GET', 'api/v1/sessions', () => ({ status: 200, body: [] }));
    this.workspace = new Workspace({
      base: BASE,
      token: 'secret',
      network: this.network,
      visible: signal(true),
      onUnauthorized: () => undefined,
    });
    document.body.append(this.root);
  }

  static async open(locale: ShownLocale = 'en'): Promise<TestPage> {
    const i18n = new I18n(new MemoryStorage(), document.documentElement);
    await i18n.choose(locale);
    vi.useFakeTimers({ now: START });
    return new TestPage(i18n);
  }

  async show(children: ComponentChildren): Promise<void> {
    const { i18n, router, theme, access } = this;
    const app = { i18n, router, theme, access } as unknown as App;
    await act(async () => {
      render(
        <AppContext.Provider value={app}>
          <I18nContext.Provider value={this.i18n}>
            <WorkspaceContext.Provider value={this.workspace}>{children}</WorkspaceContext.Provider>
          </I18nContext.Provider>
        </AppContext.Provider>,
        this.root,
      );
      await settled();
    });
  }

  /** Lets time pass, and the page follow. */
  async pass(milliseconds: number): Promise<void> {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(milliseconds);
      await settled();
    });
  }

  async click(selector: string): Promise<void> {
    await act(async () => {
      this.find(selector).click();
      await settled();
    });
  }

  find(selector: string): HTMLElement {
    const found = this.root.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`no ${selector} in ${this.root.innerHTML}`);
    return found;
  }

  has(selector: string): boolean {
    return this.root.querySelector(selector) !== null;
  }

  /** The text, without the marks that keep directions apart. */
  text(selector: string): string {
    return (this.find(selector).textContent ?? '').replaceAll(/[\u2068\u2069]/g, '');
  }

  close(): void {
    render(null, this.root);
    this.root.remove();
    this.workspace.dispose();
    vi.useRealTimers();
  }
}
