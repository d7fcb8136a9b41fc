import { type ReadonlySignal, signal } from '@preact/signals';

import type { Reason, State } from '../logic/index.ts';
import type { RecordChange } from './records.ts';

/** What a screen reader is told, politely. */
export type Announcement =
  | { kind: 'state'; name: string; state: State; reason: Reason | '' }
  | { kind: 'many'; count: number }
  | { kind: 'deleted'; name: string };

const GATHER_MS = 300;

/** Changes of state that come close together are told as one: nobody listens to 200 sentences. */
export class Announcer {
  readonly #current = signal<Announcement | null>(null);
  readonly #noted = new Map<string, Announcement>();
  #isWaiting = false;

  get current(): ReadonlySignal<Announcement | null> {
    return this.#current;
  }

  /** The first record of a host is no change. */
  note(name: string, { before, after }: RecordChange): void {
    if (before === null || before.state === after.state) return;
    const { state, reason } = after;
    this.#noted.set(after.executor_id, { kind: 'state', name, state, reason });
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => this.#tell(), GATHER_MS);
  }

  noteDeleted(name: string): void {
    this.#current.value = { kind: 'deleted', name };
  }

  #tell(): void {
    this.#isWaiting = false;
    const [first, ...others] = [...this.#noted.values()];
    this.#noted.clear();
    if (first === undefined) return;
    this.#current.value =
      others.length === 0 ? first : { kind: 'many', count: others.length + 1 };
  }
}
