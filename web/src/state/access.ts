import { type ReadonlySignal, signal } from '@preact/signals';

import { checkOpenDoor, checkToken } from '../api/access.ts';
import type { Network } from '../api/network.ts';
import { type Problem, hasStatus, settle } from '../api/problem.ts';

export type SignInError = 'refused' | 'too-many' | 'foreign' | 'failed' | 'expired';

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
    const stored = this.storage.getItem(KEY);
    if (this.linkToken !== null) await this.#check(this.linkToken);
    else if (stored !== null) this.#enter(stored);
    else await this.#tryWithout();
  }

  /** Takes a token, or the whole login link with one in it. */
  async signIn(text: string): Promise<void> {
    this.#state.value = { kind: 'checking' };
    await this.#check(tokenIn(text));
  }

  signOut(): void {
    this.#leave(null);
  }

  /** The server no longer takes the token. */
  expire(): void {
    if (this.#state.peek().kind === 'signed-in') this.#leave('expired');
  }

  async #check(token: string): Promise<void> {
    const outcome = await settle(checkToken(this.base, this.network, token));
    if (outcome.ok) {
      this.storage.setItem(KEY, token);
      this.#enter(token);
    } else if (hasStatus(outcome.problem, 401) || hasStatus(outcome.problem, 422)) {
      this.#leave('refused');
    } else {
      this.#state.value = { kind: 'signed-out', error: errorOf(outcome.problem) };
    }
  }

  /** A server with `--no-auth` asks for no token. */
  async #tryWithout(): Promise<void> {
    const outcome = await settle(checkOpenDoor(this.base, this.network));
    if (outcome.ok) this.#enter(null);
    else if (hasStatus(outcome.problem, 401)) this.#leave(null);
    else this.#state.value = { kind: 'signed-out', error: errorOf(outcome.problem) };
  }

  #enter(token: string | null): void {
    this.#state.value = { kind: 'signed-in', token };
  }

  #leave(error: SignInError | null): void {
    this.storage.removeItem(KEY);
    this.#state.value = { kind: 'signed-out', error };
  }
}

function errorOf(problem: Problem): SignInError {
  if (hasStatus(problem, 429)) return 'too-many';
  return hasStatus(problem, 403) ? 'foreign' : 'failed';
}

function tokenIn(text: string): string {
  const [, fragment] = text.split('#');
  return (new URLSearchParams(fragment).get('token') ?? text).trim();
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
