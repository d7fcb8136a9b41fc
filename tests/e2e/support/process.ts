import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long anything here may take before the test fails. */
export const PATIENCE_MS = 20_000;

/** Everything that a process has written to one of its streams so far. */
export function collect(stream: NodeJS.ReadableStream | null): { readonly text: string } {
  const collected = { text: '' };
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk: string) => (collected.text += chunk));
  return collected;
}

/** Asks a process to end, and returns its exit code once it has. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await ended;
  clearTimeout(timer);
  return child.exitCode;
}

/** Waits until the condition gives a value, asking again and again. */
export async function waitFor<T>(what: () => string, condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await condition();
    if (found !== null && found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what()}`);
    await sleep(20);
  }
}

/** Whether something on the port greets with this text. */
export async function greets(port: number, greeting: string): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(1_000, () => socket.destroy());
  try {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    return chunk.toString().startsWith(greeting);
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
