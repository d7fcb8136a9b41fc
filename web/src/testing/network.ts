import type { Network } from '../api/network.ts';

export interface Answer {
  status: number;
  body?: unknown;
  /** A body that is no JSON. */
  text?: string;
  headers?: Record<string, string>;
}

export interface Sent {
  method: string;
  path: string;
  url: string;
  headers: Headers;
  body: unknown;
  credentials: string | undefined;
  signal: AbortSignal | null | undefined;
}

type Handler = (sent: Sent) => Answer | Promise<Answer>;

export function problem(status: number, slug: string, members: Record<string, unknown> = {}): Answer {
  return { status, body: { type: slug, title: 'No', status, detail: 'because', ...members } };
}

/** A server of a few routes, without a network. A route that is not there cannot be reached. */
export class FakeNetwork implements Network {
  readonly sent: Sent[] = [];
  readonly sockets: FakeSocket[] = [];
  readonly #routes = new Map<string, Handler>();

  on(method: string, path: string, handler: Handler): void {
    this.#routes.set(`${method} ${path}`, handler);
  }

  /** How often this was asked for. */
  count(method: string, path: string): number {
    return this.sent.filter((sent) => sent.method === method && sent.path === path).length;
  }

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = String(input);
    const sent: Sent = {
      method: init.method ?? 'GET',
      path: url.slice(url.indexOf('api/')),
      url,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      credentials: init.credentials,
      signal: init.signal,
    };
    this.sent.push(sent);
    const handler = this.#routes.get(`${sent.method} ${sent.path}`);
    if (handler === undefined) throw new TypeError('connection refused');
    const { status, body, text, headers = {} } = await handler(sent);
    if (init.signal?.aborted) throw new DOMException('aborted', 'AbortError');
    const json = body === undefined ? null : JSON.stringify(body);
    return new Response(text ?? json, { status, headers: { 'Content-Type': 'application/json', ...headers } });
  };

  get WebSocket(): typeof WebSocket {
    const { sockets } = this;
    return class extends FakeSocket {
      constructor(url: string | URL) {
        super(String(url));
        sockets.push(this);
      }
    } as unknown as typeof WebSocket;
  }

  /** The newest socket. */
  get socket(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (socket === undefined) throw new Error('no socket was opened');
    return socket;
  }
}

export class FakeSocket extends EventTarget {
  isClosed = false;
  readonly said: unknown[] = [];

  constructor(readonly url: string = '') {
    super();
  }

  close(): void {
    this.isClosed = true;
  }

  send(text: string): void {
    this.said.push(JSON.parse(text));
  }

  push(type: string, payload: unknown, at = '2026-09-06T10:00:00.000000Z'): void {
    this.receive(JSON.stringify({ type, payload, at }));
  }

  receive(text: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: text }));
  }

  hello(seconds = 60): void {
    this.push('hello', { server_version: '1', probing_enabled: seconds > 0, probe_interval_seconds: seconds });
  }

  /** The connection breaks. */
  break(): void {
    this.dispatchEvent(new Event('error'));
    this.dispatchEvent(new Event('close'));
  }
}
