import { type ChildProcess, spawn } from 'node:child_process';

import { collect, end, waitFor } from './process.ts';

/** Node cannot bind a port without listening on it. */
const KEEP = `
socket($s, AF_INET, SOCK_STREAM, 0) && setsockopt($s, SOL_SOCKET, SO_REUSEADDR, 1) or die $!;
bind($s, sockaddr_in(0, INADDR_LOOPBACK)) or die $!;
$| = 1;
print +(sockaddr_in(getsockname($s)))[0], "\\n";
<STDIN>`;

/**
 * A port on 127.0.0.1 that nobody else is given for as long as it is kept. Whoever asks for this very port
 * with SO_REUSEADDR, as servers do, may listen on it, again and again.
 */
export class KeptPort {
  private constructor(
    readonly number: number,
    private readonly keeper: ChildProcess,
  ) {}

  static async take(): Promise<KeptPort> {
    // Its standard input ends with this process, whatever that dies of.
    const keeper = spawn('perl', ['-MSocket', '-e', KEEP], { stdio: ['pipe', 'pipe', 'pipe'] });
    const [output, log] = [collect(keeper.stdout), collect(keeper.stderr)];
    const number = await waitFor(
      () => `a port:\n${log.text}`,
      () => /^(\d+)\n/.exec(output.text)?.[1],
    );
    return new KeptPort(Number(number), keeper);
  }

  async release(): Promise<void> {
    await end(this.keeper, 'SIGTERM');
  }
}
