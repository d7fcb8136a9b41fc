import { type ReadonlySignal, type Signal, batch, signal } from '@preact/signals';

import { type ReachabilityView, reconcile } from '../logic/index.ts';
import type { ServerClock } from './clock.ts';

/** A record took the place of another, or came first. */
export interface RecordChange {
  before: ReachabilityView | null;
  after: ReachabilityView;
}

/**
 * Every record that this page holds, by executor. HTTP answers and pushed events all come through
 * `accept`, where `reach-logic` decides which one stays.
 */
export class RecordStore {
  readonly #records = new Map<string, Signal<ReachabilityView | null>>();
  readonly #deleted = new Set<string>();
  readonly #intervalSeconds = signal<number | null>(null);
  readonly #onChange: (change: RecordChange) => void;

  constructor(
    private readonly clock: ServerClock,
    onChange: (change: RecordChange) => void = () => undefined,
  ) {
    this.#onChange = onChange;
  }

  /** The effective interval as the server last told it; null before it has. 0: probing is off. */
  get intervalSeconds(): ReadonlySignal<number | null> {
    return this.#intervalSeconds;
  }

  setInterval(seconds: number): void {
    this.#intervalSeconds.value = seconds;
  }

  of(executorId: string): ReadonlySignal<ReachabilityView | null> {
    return this.#slot(executorId);
  }

  /** Offers a record. An outcome that was not stored is no record, and is never taken (W2). */
  accept(arrived: ReachabilityView): void {
    batch(() => {
      this.clock.observe(arrived.at);
      this.setInterval(arrived.probe_interval_seconds);
      if (!arrived.persisted || this.#deleted.has(arrived.executor_id)) return;
      const slot = this.#slot(arrived.executor_id);
      const held = slot.peek();
      const kept = held === null ? arrived : reconcile(held, arrived);
      if (kept === held) return;
      slot.value = kept;
      this.#onChange({ before: held, after: kept });
    });
  }

  acceptAll(arrived: readonly ReachabilityView[]): void {
    batch(() => arrived.forEach((view) => this.accept(view)));
  }

  /** Ids are never used again, so nothing that is still on its way brings the record back. */
  forget(executorId: string): void {
    this.#deleted.add(executorId);
    this.#slot(executorId).value = null;
  }

  #slot(executorId: string): Signal<ReachabilityView | null> {
    let slot = this.#records.get(executorId);
    if (slot === undefined) {
      slot = signal<ReachabilityView | null>(null);
      this.#records.set(executorId, slot);
    }
    return slot;
  }
}
