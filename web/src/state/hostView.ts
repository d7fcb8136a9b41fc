import { type ReadonlySignal, computed, signal } from '@preact/signals';

import type { ExecutorsApi } from '../api/executors.ts';
import { type Problem, hasStatus, settle } from '../api/problem.ts';
import type { ReachabilityApi } from '../api/reachability.ts';
import { type Executor, type ExecutorStatus, type ReachabilityView, stillUnsaved } from '../logic/index.ts';
import type { ExecutorStore } from './executors.ts';
import { Latest, Lifetime } from './lifetime.ts';
import type { RecordStore } from './records.ts';
import { keepFresh, recoverWith } from './refresh.ts';

export type Loading = { kind: 'loading' } | { kind: 'ready' } | { kind: 'failed'; problem: Problem };

/** What this view's own *Probe now* came to. */
export type ProbeState =
  | { kind: 'idle' }
  | { kind: 'pending' }
  | { kind: 'done'; view: ReachabilityView }
  | { kind: 'failed'; problem: Problem };

/** What this view's own change of the host came to. */
export type ActionState = { kind: 'idle' } | { kind: 'pending' } | { kind: 'failed'; problem: Problem };

export interface HostViewParts {
  executorsApi: Pick<ExecutorsApi, 'get' | 'setStatus' | 'remove'>;
  reachabilityApi: Pick<ReachabilityApi, 'get' | 'probe'>;
  executors: ExecutorStore;
  records: RecordStore;
  visible: ReadonlySignal<boolean>;
  caughtUp: ReadonlySignal<number>;
}

/**
 * One visit to one host. It owns its requests: once it is closed, nothing that it started changes
 * what any view shows. Records that arrive late still stand on their own merit.
 */
export class HostView {
  readonly #life = new Lifetime();
  readonly #executorRead = new Latest();
  readonly #recordRead = new Latest();
  readonly #executorLoading = signal<Loading>({ kind: 'loading' });
  readonly #recordLoading = signal<Loading>({ kind: 'loading' });
  readonly #probe = signal<ProbeState>({ kind: 'idle' });
  readonly #action = signal<ActionState>({ kind: 'idle' });

  readonly executor: ReadonlySignal<Executor | null>;
  readonly record: ReadonlySignal<ReachabilityView | null>;
  /** The outcome of this view's probe when it was not stored: beside the record, never in it (W2). */
  readonly unsaved: ReadonlySignal<ReachabilityView | null>;

  constructor(
    readonly id: string,
    private readonly parts: HostViewParts,
  ) {
    this.executor = computed(() => parts.executors.of(id));
    this.record = parts.records.of(id);
    this.unsaved = computed(() => {
      const probe = this.#probe.value;
      return probe.kind === 'done' ? stillUnsaved(probe.view, this.record.value) : null;
    });
  }

  get executorLoading(): ReadonlySignal<Loading> {
    return this.#executorLoading;
  }

  get recordLoading(): ReadonlySignal<Loading> {
    return this.#recordLoading;
  }

  get probe(): ReadonlySignal<ProbeState> {
    return this.#probe;
  }

  get action(): ReadonlySignal<ActionState> {
    return this.#action;
  }

  open(): void {
    void this.readExecutor();
    void this.readRecord();
    keepFresh({
      life: this.#life,
      intervalSeconds: this.parts.records.intervalSeconds,
      visible: this.parts.visible,
      read: () => void this.readRecord(),
    });
    recoverWith({
      life: this.#life,
      caughtUp: this.parts.caughtUp,
      loads: [this.#executorLoading, this.#recordLoading],
      isHere: () => this.executor.value !== null,
    });
  }

  close(): void {
    this.#life.end();
  }

  async readExecutor(): Promise<void> {
    const isLatest = this.#executorRead.begin();
    const outcome = await settle(this.parts.executorsApi.get(this.id, this.#life.signal));
    if (outcome.ok) this.parts.executors.accept(outcome.value);
    if (this.#life.isOver || !isLatest()) return;
    if (!outcome.ok && hasStatus(outcome.problem, 404)) this.parts.executors.forget(this.id);
    this.#executorLoading.value = outcome.ok ? { kind: 'ready' } : outcome;
  }

  async readRecord(): Promise<void> {
    if (this.executor.peek()?.type === 'local') return;
    const isLatest = this.#recordRead.begin();
    const outcome = await settle(this.parts.reachabilityApi.get(this.id, this.#life.signal));
    if (outcome.ok) this.parts.records.accept(outcome.value);
    if (this.#life.isOver || !isLatest()) return;
    this.#recordLoading.value = outcome.ok ? { kind: 'ready' } : outcome;
  }

  /** Runs one probe, unless this very view is waiting for one. */
  async probeNow(): Promise<void> {
    if (this.#life.isOver || this.#probe.peek().kind === 'pending') return;
    this.#probe.value = { kind: 'pending' };
    const outcome = await settle(this.parts.reachabilityApi.probe(this.id));
    if (outcome.ok) this.parts.records.accept(outcome.value);
    if (this.#life.isOver) return;
    this.#probe.value = outcome.ok ? { kind: 'done', view: outcome.value } : outcome;
    if (outcome.ok && !outcome.value.persisted) void this.readRecord();
  }

  /** Whether it is done, and this view is still the one to say so. */
  async setStatus(status: ExecutorStatus): Promise<boolean> {
    return this.#act(async () => {
      this.parts.executors.accept(await this.parts.executorsApi.setStatus(this.id, status));
    });
  }

  /** Likewise. */
  async remove(): Promise<boolean> {
    return this.#act(async () => {
      await this.parts.executorsApi.remove(this.id);
      this.parts.executors.forget(this.id);
      this.parts.records.forget(this.id);
    });
  }

  /** Forgets that an action failed, once a person has seen it. */
  dismissAction(): void {
    if (this.#action.peek().kind === 'failed') this.#action.value = { kind: 'idle' };
  }

  async #act(action: () => Promise<void>): Promise<boolean> {
    if (this.#life.isOver || this.#action.peek().kind === 'pending') return false;
    this.#action.value = { kind: 'pending' };
    const outcome = await settle(action());
    if (this.#life.isOver) return false;
    this.#action.value = outcome.ok ? { kind: 'idle' } : outcome;
    return outcome.ok;
  }
}
