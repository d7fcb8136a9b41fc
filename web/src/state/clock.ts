import { type ReadonlySignal, effect, signal } from '@preact/signals';

import { clockOffset } from '../logic/index.ts';

const TICK_MS = 1000;

/**
 * The server's clock as this page knows it (W1), ticking while the page can be seen. Ages and
 * staleness read `now`, so they move by themselves. A tick asks the server nothing.
 */
export class ServerClock {
  readonly #now = signal(Date.now());
  readonly #stop: () => void;
  #offsetMillis = 0;

  constructor(visible: ReadonlySignal<boolean>) {
    this.#stop = effect(() => {
      if (!visible.value) return;
      this.#tick();
      const timer = setInterval(() => this.#tick(), TICK_MS);
      return () => clearInterval(timer);
    });
  }

  /** Milliseconds since the epoch on the server's clock. */
  get now(): ReadonlySignal<number> {
    return this.#now;
  }

  /** Takes the server's time from a message that has just arrived; nonsense is left out. */
  observe(at: string): void {
    const offset = clockOffset(at, Date.now());
    if (offset === undefined) return;
    this.#offsetMillis = offset;
    this.#tick();
  }

  dispose(): void {
    this.#stop();
  }

  #tick(): void {
    this.#now.value = Date.now() + this.#offsetMillis;
  }
}
