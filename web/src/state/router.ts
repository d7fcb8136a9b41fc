import { type ReadonlySignal, signal } from '@preact/signals';

/** Where in the page. Routes live in the fragment, so the page works under any path prefix. */
export type Route =
  | { page: 'hosts' }
  | { page: 'add' }
  | { page: 'host'; id: string }
  | { page: 'edit'; id: string }
  /** The changed key of one host, or those of all that have one. */
  | { page: 'trust'; id: string | null }
  | { page: 'import' }
  | { page: 'sessions' }
  | { page: 'session'; id: string }
  /** The form that starts a session, on this host if one is named. */
  | { page: 'start'; executor: string | null }
  | { page: 'settings' }
  | { page: 'missing' };

export function parseRoute(hash: string): Route {
  const parts = hash.replace(/^#\/?/, '').split('/');
  const [first, second, third] = parts;
  if (first === '' && parts.length === 1) return { page: 'hosts' };
  if (first === 'add' && parts.length === 1) return { page: 'add' };
  if (first === 'import' && parts.length === 1) return { page: 'import' };
  if (first === 'trust' && parts.length === 1) return { page: 'trust', id: null };
  if (first === 'settings' && parts.length === 1) return { page: 'settings' };
  if (first === 'start' && parts.length === 1) return { page: 'start', executor: null };
  if (first === 'sessions' && parts.length === 1) return { page: 'sessions' };
  if (first === 'sessions' && second && parts.length === 2) {
    const id = decode(second);
    if (id !== null) return { page: 'session', id };
  }
  if (first === 'hosts' && second) {
    const id = decode(second);
    if (id !== null && parts.length === 2) return { page: 'host', id };
    if (id !== null && parts.length === 3 && third === 'edit') return { page: 'edit', id };
    if (id !== null && parts.length === 3 && third === 'start') return { page: 'start', executor: id };
    if (id !== null && parts.length === 3 && third === 'trust') return { page: 'trust', id };
  }
  return { page: 'missing' };
}

export function hrefOf(route: Exclude<Route, { page: 'missing' }>): string {
  switch (route.page) {
    case 'hosts':
      return '#/';
    case 'add':
      return '#/add';
    case 'host':
      return `#/hosts/${encodeURIComponent(route.id)}`;
    case 'edit':
      return `#/hosts/${encodeURIComponent(route.id)}/edit`;
    case 'trust':
      return route.id === null ? '#/trust' : `#/hosts/${encodeURIComponent(route.id)}/trust`;
    case 'import':
      return '#/import';
    case 'sessions':
      return '#/sessions';
    case 'session':
      return `#/sessions/${encodeURIComponent(route.id)}`;
    case 'start':
      return route.executor === null ? '#/start' : `#/hosts/${encodeURIComponent(route.executor)}/start`;
    case 'settings':
      return '#/settings';
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

export class Router {
  readonly #route = signal<Route>({ page: 'hosts' });
  #hasNavigated = false;

  constructor(private readonly window: Pick<Window, 'location' | 'addEventListener'>) {
    this.#read();
    window.addEventListener('hashchange', () => {
      this.#hasNavigated = true;
      this.#read();
    });
  }

  /** Whether a person went anywhere since the page was loaded. */
  get hasNavigated(): boolean {
    return this.#hasNavigated;
  }

  get route(): ReadonlySignal<Route> {
    return this.#route;
  }

  go(route: Exclude<Route, { page: 'missing' }>): void {
    this.window.location.hash = hrefOf(route);
  }

  #read(): void {
    this.#route.value = parseRoute(this.window.location.hash);
  }
}
