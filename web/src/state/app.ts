import { type ReadonlySignal, effect, signal, untracked } from '@preact/signals';

import { type Network, networkOf } from '../api/network.ts';
import { I18n } from '../i18n/index.ts';
import { Access, takeFragmentToken } from './access.ts';
import { Router } from './router.ts';
import { Theme } from './theme.ts';
import { Workspace } from './workspace.ts';

/** What of the browser the page uses. */
export type Browser = Pick<
  Window,
  'location' | 'history' | 'sessionStorage' | 'localStorage' | 'document' | 'addEventListener'
> &
  Network;

/** The page, without its looks. */
export class App {
  readonly i18n: I18n;
  readonly theme: Theme;
  readonly access: Access;
  readonly router: Router;
  readonly #workspace = signal<Workspace | null>(null);

  constructor(browser: Browser) {
    // The page is one document, so its own address is the base of every other, prefix included.
    const base = new URL('.', browser.document.baseURI);
    const network = networkOf(browser);
    const fragmentToken = takeFragmentToken(browser.location, browser.history);
    this.i18n = new I18n(browser.localStorage, browser.document.documentElement);
    this.theme = new Theme(browser.localStorage, browser.document.documentElement);
    this.access = new Access(base, network, browser.sessionStorage, fragmentToken);
    // A login link that is opened over the page changes nothing but the fragment. Before the router
    // listens, which knows no such route.
    browser.addEventListener('hashchange', () => {
      const token = takeFragmentToken(browser.location, browser.history);
      if (token !== null) void this.access.signIn(token);
    });
    this.router = new Router(browser);
    browser.addEventListener('online', () => this.#workspace.peek()?.live.retryNow());
    const visible = visibility(browser);
    effect(() => {
      const access = this.access.state.value;
      if (access.kind !== 'signed-in') return;
      const workspace = untracked(
        () =>
          new Workspace({
            base,
            token: access.token,
            network,
            visible,
            onUnauthorized: () => this.access.expire(),
          }),
      );
      this.#workspace.value = workspace;
      return () => {
        this.#workspace.value = null;
        workspace.dispose();
      };
    });
  }

  /** Present while signed in. */
  get workspace(): ReadonlySignal<Workspace | null> {
    return this.#workspace;
  }
}

function visibility(browser: Browser): ReadonlySignal<boolean> {
  const read = () => browser.document.visibilityState !== 'hidden';
  const visible = signal(read());
  browser.document.addEventListener('visibilitychange', () => {
    visible.value = read();
  });
  return visible;
}
