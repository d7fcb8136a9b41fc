import { type ReadonlySignal, signal } from '@preact/signals';

import { checkToken } from '../api/access.ts';
import type { Network } from '../api/network.ts';
import { hasStatus, problemOf } from '../api/problem.ts';

export type SignInError = 'refused' | 'too-many' | 'failed' | 'expired';

export type AccessState =
  /** Before it is known whether this tab is signed in already. */
  | { kind: 'starting' }
  | { kind: 'checking' }
  | { kind: 'signed-out'; error: SignInError | null }
  /** Without a token when the server runs with `--no-auth`. */
  | { kind: 'signed-in'; token: string | null };

const KEY = 'reach.token';

/** Whether this tab may talk to the server. The token lives in `sessionStorage`, never a cookie. */
export class Access {
  readonly #state = signal<AccessState>({ kind: 'starting' });

  constructor(
    private readonly base: URL,
    private readonly network: Network,
    private readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
    private readonly linkToken: string | null,
  ) {}

  get state(): ReadonlySignal<AccessState> {
    return this.#state;
  }

  /** Tries the login link's token, else the one of this tab, else whether none is needed. */
  async start(): Promise<void> {
    const token = this.linkToken ?? this.storage.getItem(KEY);
    if (token === null) await this.#check('', null);
    else await this.#check(token, 'refused');
  }

  async signIn(token: string): Promise<void> {
    this.#state.value = { kind: 'checking' };
    await this.#check(token.trim(), 'refused');
  }

  signOut(): void {
    this.#leave(null);
  }

  /** The server no longer takes the token. */
  expire(): void {
    if (this.#state.peek().kind === 'signed-in') this.#leave('expired');
  }

  async #check(token: string, whenRefused: SignInError | null): Promise<void> {
    try {
      await checkToken(this.base, this.network, token);
    } catch (error) {
      const problem = problemOf(error);
      const refused = [400, 401, 403, 422].some((status) => hasStatus(problem, status));
      if (refused) this.#leave(whenRefused);
      else this.#state.value = { kind: 'signed-out', error: hasStatus(problem, 429) ? 'too-many' : 'failed' };
      return;
    }
    if (token === '') this.storage.removeItem(KEY);
    else this.storage.setItem(KEY, token);
    this.#state.value = { kind: 'signed-in', token: token === '' ? null : token };
  }

  #leave(error: SignInError | null): void {
    this.storage.removeItem(KEY);
    this.#state.value = { kind: 'signed-out', error };
  }
}

/** Takes `#token=…` out of the address, at once, so that it stays in no history. */
export function takeFragmentToken(
  location: Pick<Location, 'hash' | 'pathname' | 'search'>,
  history: Pick<History, 'replaceState'>,
): string | null {
  const token = new URLSearchParams(location.hash.replace(/^#/, '')).get('token');
  if (token === null) return null;
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  return token === '' ? null : token;
}
