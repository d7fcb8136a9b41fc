import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';

import { KeptPort } from './keptPort.ts';
import { collect, end, greets, waitFor } from './process.ts';

/** A real OpenSSH server on loopback with its own directory, keys and port. */
export class Sshd {
  readonly user = userInfo().username;
  readonly #dir = mkdtempSync(join(tmpdir(), 'reach-sshd-'));
  #child: ChildProcess | null = null;

  private constructor(private readonly kept: KeptPort) {}

  static async start(): Promise<Sshd> {
    const sshd = new Sshd(await KeptPort.take());
    makeKey(sshd.userKey);
    writeFileSync(join(sshd.#dir, 'authorized_keys'), readFileSync(`${sshd.userKey}.pub`));
    makeKey(sshd.#hostKey);
    mkdirSync(sshd.#home);
    await sshd.startAgain();
    return sshd;
  }

  get port(): number {
    return this.kept.number;
  }

  /** The private key that is let in. */
  get userKey(): string {
    return join(this.#dir, 'user_key');
  }

  /** The home directory of whoever logs in. */
  get #home(): string {
    return join(this.#dir, 'home');
  }

  get #hostKey(): string {
    return join(this.#dir, 'host_key');
  }

  /** Of the host key, as `ssh-keygen -lf` prints it. */
  fingerprint(): string {
    const line = execFileSync('ssh-keygen', ['-lf', `${this.#hostKey}.pub`], { encoding: 'utf8' });
    const fingerprint = line.split(' ')[1];
    if (fingerprint === undefined) throw new Error(`no fingerprint in ${line}`);
    return fingerprint;
  }

  /** Its line of a `known_hosts` file. */
  knownHosts(): string {
    const [type, key] = readFileSync(`${this.#hostKey}.pub`, 'utf8').split(' ');
    return `[127.0.0.1]:${this.port} ${type} ${key?.trim()}\n`;
  }

  async stop(): Promise<void> {
    if (this.#child !== null) await end(this.#child, 'SIGTERM');
    this.#child = null;
  }

  /** On the same port as before. */
  async startAgain(): Promise<void> {
    if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
    const config = join(this.#dir, 'sshd_config');
    writeFileSync(
      config,
      [
        'ListenAddress 127.0.0.1',
        `Port ${this.port}`,
        `HostKey ${this.#hostKey}`,
        `AuthorizedKeysFile ${join(this.#dir, 'authorized_keys')}`,
        `PidFile ${join(this.#dir, 'pid')}`,
        'StrictModes no',
        'UsePAM no',
        'PasswordAuthentication no',
        'KbdInteractiveAuthentication no',
        'UseDNS no',
        'MaxStartups 100',
        `SetEnv HOME=${this.#home}`,
        '',
      ].join('\n'),
    );
    const child = spawn(sshdPath(), ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] });
    const log = collect(child.stderr);
    this.#child = child;
    await waitFor(
      () => `sshd on port ${this.port}:\n${log.text}`,
      () => child.exitCode !== null || greets(this.port, 'SSH-2.0-'),
    );
    if (child.exitCode !== null) throw new Error(`sshd ended:\n${log.text}`);
  }

  /** Writes a file on the host. */
  write(path: string, text: string): void {
    const file = join(this.#home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Ends every connection at once; whoever connects afterwards is served. */
  cutConnections(): void {
    if (this.#child?.pid !== undefined) descendants(this.#child.pid).forEach(endNow);
  }

  /** Whether this process of a session runs. One that has ended and was not reaped has no environment. */
  runs(pid: number | null): boolean {
    return pid !== null && environmentOf(pid).includes(this.#home);
  }

  /** Gives the server another host key, as a reinstallation does. */
  async rekey(): Promise<void> {
    await this.stop();
    rmSync(this.#hostKey);
    rmSync(`${this.#hostKey}.pub`);
    makeKey(this.#hostKey);
    await this.startAgain();
  }

  async dispose(): Promise<void> {
    await this.stop();
    await this.kept.release();
    // A session outlives its connection, and must not outlive the test.
    for (const pid of processes().filter((one) => environmentOf(one).includes(this.#home))) endNow(pid);
    rmSync(this.#dir, { recursive: true });
  }
}

/** The processes that a process started, children first, and that are still theirs. */
function descendants(pid: number): number[] {
  const children = textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [...descendants(child), child]);
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function processes(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

function environmentOf(pid: number): string {
  return textOf(`/proc/${pid}/environ`);
}

/** Empty for a process that is gone, or is another user's. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function makeKey(path: string): void {
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', path]);
}

/** sshd insists on being called by its full path. */
function sshdPath(): string {
  const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;
  return execFileSync('sh', ['-c', 'command -v sshd'], { encoding: 'utf8', env: { PATH: path } }).trim();
}
