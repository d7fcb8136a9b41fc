import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { collect, end, waitFor } from './process.ts';
import { BINARY, type Executor, type Reachability } from './reach.ts';

/** `reach demo`: a server with hosts of every kind. */
export class Demo {
  readonly #directory = mkdtempSync(join(tmpdir(), 'reach-pictures-'));
  readonly #child: ChildProcess;
  readonly #log: { readonly text: string };
  #url = '';

  private constructor() {
    const env = { PATH: process.env['PATH'], HOME: this.#directory, TMPDIR: this.#directory };
    const args = ['demo', '--listen', '127.0.0.1:0'];
    this.#child = spawn(BINARY, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#log = collect(this.#child.stderr);
  }

  static async start(): Promise<Demo> {
    const demo = new Demo();
    const output = collect(demo.#child.stdout);
    demo.#url = await waitFor(
      () => `the demonstration to listen:\n${output.text}${demo.#log.text}`,
      () => {
        const { exitCode } = demo.#child;
        if (exitCode !== null) throw new Error(`reach demo ended with ${exitCode}:\n${demo.#log.text}`);
        return /^listening (http:\/\/\S+)$/m.exec(output.text)?.[1];
      },
    );
    return demo;
  }

  loginLink(): string {
    return `${this.#url}/#token=${this.#token()}`;
  }

  /** Probes every host twice, after which each is in the state that it is there to show. */
  async settle(): Promise<void> {
    const executors = await this.#call<Executor[]>('GET', 'executors');
    const probed = executors.filter(({ type, status }) => type === 'ssh' && status === 'active');
    await Promise.all(
      probed.map(async ({ id }) => {
        const probe = () => this.#call<Reachability>('POST', `ssh/executors/${id}/reachability/probe`);
        await probe();
        await probe();
      }),
    );
  }

  async dispose(): Promise<void> {
    const code = await end(this.#child, 'SIGTERM');
    const left = readdirSync(this.#directory);
    rmSync(this.#directory, { recursive: true });
    if (code !== 0 || left.length > 0) throw new Error(`reach demo ended with ${code} and left ${left}:\n${this.#log.text}`);
  }

  #token(): string {
    const [dataDir = ''] = readdirSync(this.#directory).filter((name) => name.startsWith('reach-demo-'));
    return readFileSync(join(this.#directory, dataDir, 'token'), 'utf8').trim();
  }

  async #call<T>(method: string, path: string): Promise<T> {
    const headers = { Authorization: `Bearer ${this.#token()}` };
    const response = await fetch(`${this.#url}/api/v1/${path}`, { method, headers });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}
