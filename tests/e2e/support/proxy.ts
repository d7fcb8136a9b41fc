import { once } from 'node:events';
import { type Server, createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

export interface ProxyOptions {
  /** Takes no WebSocket through, as some do. */
  blocksWebSockets?: boolean;
}

/** A reverse proxy that passes on what is below its prefix, as nginx does by default: the path as it is. */
export class Proxy {
  /** Where to pass requests on to; nothing gets through before it is known. */
  target: URL | null = null;
  /** Those of WebSockets; the server itself lets go of them. */
  readonly #sockets = new Set<Duplex>();

  private constructor(
    private readonly server: Server,
    readonly prefix: string,
  ) {}

  static async start(prefix: string, { blocksWebSockets = false }: ProxyOptions = {}): Promise<Proxy> {
    const server = createServer();
    const proxy = new Proxy(server, prefix);
    server.on('request', (incoming, outgoing) => {
      const { target } = proxy;
      if (target === null || incoming.url?.startsWith(`${prefix}/`) !== true) {
        outgoing.writeHead(404).end();
        return;
      }
      const { url: path, method, headers } = incoming;
      const passed = request({ host: target.hostname, port: target.port, path, method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on('error', () => outgoing.destroy());
      incoming.pipe(passed);
    });
    server.on('upgrade', (incoming, socket, head) => {
      proxy.#sockets.add(socket);
      socket.on('close', () => proxy.#sockets.delete(socket));
      const { target } = proxy;
      if (target === null || blocksWebSockets) {
        socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
        return;
      }
      const passed = connect(Number(target.port), target.hostname, () => {
        const headers = incoming.rawHeaders.reduce(
          (text, part, place) => text + part + (place % 2 === 0 ? ': ' : '\r\n'),
          '',
        );
        passed.write(`GET ${incoming.url ?? '/'} HTTP/1.1\r\n${headers}\r\n`);
        passed.write(head);
        passed.pipe(socket).pipe(passed);
      });
      const end = () => {
        passed.destroy();
        socket.destroy();
      };
      passed.on('error', end);
      socket.on('error', end);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** Where the outside sees the server, with a slash at its end. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${this.prefix}/`;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
