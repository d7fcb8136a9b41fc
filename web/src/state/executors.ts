import { type ReadonlySignal, batch, computed, signal } from '@preact/signals';

import { type Executor, isLater } from '../logic/index.ts';

/** Every executor that this page knows; of two versions of one the later stays (R6). */
export class ExecutorStore {
  readonly #byId = signal<ReadonlyMap<string, Executor>>(new Map());
  readonly #deleted = new Set<string>();

  /** Ascending by id, as the server lists them. */
  readonly all: ReadonlySignal<Executor[]> = computed(() =>
    [...this.#byId.value.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  );

  of(id: string): Executor | null {
    return this.#byId.value.get(id) ?? null;
  }

  accept(executor: Executor): void {
    this.#acceptInto(new Map(this.#byId.peek()), [executor]);
  }

  /** Takes a whole list, read after `before` was noted: what it leaves out is gone. */
  acceptList(list: readonly Executor[], knownBefore: ReadonlySet<string>): void {
    const listed = new Set(list.map((executor) => executor.id));
    const kept = [...this.#byId.peek()].filter(([id]) => listed.has(id) || !knownBefore.has(id));
    this.#acceptInto(new Map(kept), list);
  }

  get ids(): ReadonlySet<string> {
    return new Set(this.#byId.peek().keys());
  }

  forget(id: string): void {
    batch(() => {
      this.#deleted.add(id);
      const rest = new Map(this.#byId.peek());
      rest.delete(id);
      this.#byId.value = rest;
    });
  }

  #acceptInto(target: Map<string, Executor>, arrived: readonly Executor[]): void {
    for (const executor of arrived) {
      if (this.#deleted.has(executor.id)) continue;
      const held = target.get(executor.id);
      if (held !== undefined && isLater(held.updated_at, executor.updated_at)) continue;
      target.set(executor.id, executor);
    }
    this.#byId.value = target;
  }
}
