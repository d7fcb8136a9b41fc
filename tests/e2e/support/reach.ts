import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

import { collect, end, waitFor } from './process.ts';
import type { Sshd } from './sshd.ts';

export const REPOSITORY = resolve(import.meta.dirname, '../../..');
export const TARGET = resolve(REPOSITORY, process.env['CARGO_TARGET_DIR'] ?? 'target');
export const BINARY = process.env['REACH_BINARY'] ?? join(TARGET, 'debug/reach');

export interface ReachOptions {
  /** 0 turns periodic probing off. */
  intervalSeconds?: number;
  /** Where a proxy shows it to the outside. */
  publicUrl?: string;
}

export interface Executor {
  id: string;
  name: string;
  type: string;
  status: string;
  config: Record<string, string | number | null>;
  updated_at: string;
}

export interface Reachability {
  executor_id: string;
  state: string;
  reason: string;
  message: string;
  consecutive_failures: number;
  checked_at: string | null;
}

/** The built server with a data directory of its own. */
export class Reach {
  readonly #home = mkdtempSync(join(tmpdir(), 'reach-home-'));
  readonly #dataDir = join(this.#home, 'data');
  #options: ReachOptions;
  #child: ChildProcess | null = null;
  #url = '';
  #log: { readonly text: string } = { text: '' };

  private constructor(options: ReachOptions) {
    this.#options = options;
  }

  static async start(options: ReachOptions = {}): Promise<Reach> {
    const reach = new Reach(options);
    await reach.startAgain('127.0.0.1:0');
    return reach;
  }

  /** Without a slash at its end. */
  get url(): string {
    return this.#url;
  }

  /** The store's file; for while the server is stopped. */
  get database(): string {
    return join(this.#dataDir, 'reach.db');
  }

  get token(): string {
    return readFileSync(join(this.#dataDir, 'token'), 'utf8').trim();
  }

  /** What the server wrote to standard error since it was last started. */
  get log(): string {
    return this.#log.text;
  }

  /** The link that `reach token` prints. */
  loginLink(): string {
    const env = { ...this.#environment(), REACH_SERVER_LISTEN: new URL(this.#url).host };
    return execFileSync(BINARY, ['token', '--data-dir', this.#dataDir], { encoding: 'utf8', env }).trim();
  }

  async stop(): Promise<void> {
    if (this.#child === null) return;
    const code = await end(this.#child, 'SIGTERM');
    this.#child = null;
    if (code !== 0) throw new Error(`reach ended with ${code}:\n${this.log}`);
  }

  /** With the same data, on the same port and with the same options unless others are given. */
  async startAgain(listen = new URL(this.#url).host, options = this.#options): Promise<void> {
    this.#options = options;
    const args = ['serve', '--listen', listen, '--data-dir', this.#dataDir];
    const child = spawn(BINARY, args, { env: this.#environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    const output = collect(child.stdout);
    this.#log = collect(child.stderr);
    this.#child = child;
    this.#url = await waitFor(
      () => `reach to listen:\n${output.text}${this.log}`,
      () => {
        if (child.exitCode !== null) throw new Error(`reach ended with ${child.exitCode}:\n${this.log}`);
        return /^listening (http:\/\/\S+)$/m.exec(output.text)?.[1];
      },
    );
  }

  /** Calls the API as a client of its own, beside the page. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.url}/api/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** A pin comes with the type of its key: else the first probe saves the type, and every open form is out of date. */
  addExecutor(name: string, config: Record<string, unknown>, members: Record<string, unknown> = {}): Promise<Executor> {
    const type = typeof config['host_fingerprint'] === 'string' ? { host_key_algorithm: 'ssh-ed25519' } : {};
    return this.call('POST', 'executors', { name, type: 'ssh', config: { ...config, ...type }, ...members });
  }

  probe(id: string): Promise<Reachability> {
    return this.call('POST', `ssh/executors/${id}/reachability/probe`);
  }

  /** Returns once the probe that a save began has ended: its result is stored and pushed, and the next one is another. */
  async letProbeEnd(id: string): Promise<void> {
    await this.probe(id);
  }

  /** Probes until the outcome has this reason: a probe from before the host changed is joined, not repeated. */
  async probeUntil(id: string, reason: string): Promise<void> {
    let last: Reachability | null = null;
    await waitFor(
      () => `a probe of ${id} to end with ${reason}: ${JSON.stringify(last)}`,
      async () => {
        last = await this.probe(id);
        return last.reason === reason;
      },
    );
  }

  reachability(id: string): Promise<Reachability> {
    return this.call('GET', `ssh/executors/${id}/reachability`);
  }

  async dispose(): Promise<void> {
    try {
      await this.stop();
    } finally {
      rmSync(this.#home, { recursive: true });
    }
  }

  #environment(): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      HOME: this.#home,
      REACH_EXECUTORS_SSHREACHABILITYINTERVALSECONDS: String(this.#options.intervalSeconds ?? 60),
      REACH_LOG_LEVEL: 'debug',
      ...(this.#options.publicUrl === undefined ? {} : { REACH_SERVER_PUBLICURL: this.#options.publicUrl }),
    };
  }
}

/** The `config` of an executor for this server, its host key pinned. */
export function configOf(sshd: Sshd): Record<string, string | number> {
  return {
    host: '127.0.0.1',
    port: sshd.port,
    user: sshd.user,
    identity_source: 'file',
    identity_file: sshd.userKey,
    host_fingerprint: sshd.fingerprint(),
  };
}
