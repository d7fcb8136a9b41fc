import type { Network } from './network.ts';
import { RequestError, readProblem } from './problem.ts';

/** A probe waits in line first. The server goes on when the page gives up, and pushes the result. */
export const PROBE_DEADLINE_MS = 60_000;
/** A connection test is bounded by 30 s on the server, and may wait for others before (S11). */
export const TEST_DEADLINE_MS = 75_000;
const DEADLINE_MS = 15_000;

export interface Request {
  body?: unknown;
  headers?: Record<string, string>;
  deadlineMs?: number;
  signal?: AbortSignal;
}

/** Sends requests to the server that the page came from, under whatever path prefix that is. */
export class ApiClient {
  readonly #base: URL;
  readonly #network: Network;
  readonly #token: string | null;
  readonly #onUnauthorized: () => void;

  constructor(options: {
    base: URL;
    network: Network;
    token: string | null;
    onUnauthorized?: () => void;
  }) {
    this.#base = options.base;
    this.#network = options.network;
    this.#token = options.token;
    this.#onUnauthorized = options.onUnauthorized ?? (() => undefined);
  }

  socket(path: string): WebSocket {
    const url = new URL(path, this.#base);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    return new this.#network.WebSocket(url);
  }

  async json<T>(method: string, path: string, request: Request = {}): Promise<T> {
    const response = await this.send(method, path, request);
    try {
      return (await response.json()) as T;
    } catch {
      throw new RequestError({ kind: 'offline' });
    }
  }

  async text(method: string, path: string, request: Request = {}): Promise<string> {
    const response = await this.send(method, path, request);
    try {
      return await response.text();
    } catch {
      throw new RequestError({ kind: 'offline' });
    }
  }

  /** Resolves for 2xx and 304; everything else throws a `RequestError`. */
  async send(method: string, path: string, request: Request = {}): Promise<Response> {
    const headers: Record<string, string> = { Accept: 'application/json', ...request.headers };
    if (this.#token !== null) headers['Authorization'] = `Bearer ${this.#token}`;
    if (request.body !== undefined) headers['Content-Type'] = 'application/json';
    const deadline = AbortSignal.timeout(request.deadlineMs ?? DEADLINE_MS);
    let response: Response;
    try {
      response = await this.#network.fetch(new URL(path, this.#base), {
        method,
        headers,
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
        signal: request.signal ? AbortSignal.any([request.signal, deadline]) : deadline,
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      });
    } catch {
      throw new RequestError({ kind: deadline.aborted ? 'timeout' : 'offline' });
    }
    if (response.ok || response.status === 304) return response;
    if (response.status === 401) this.#onUnauthorized();
    throw new RequestError(await readProblem(response));
  }
}
