import { type ReadonlySignal, batch, computed, signal } from '@preact/signals';

import type { ExecutorsApi } from '../api/executors.ts';
import { type Problem, settle } from '../api/problem.ts';
import type { SshApi, TrustResult } from '../api/ssh.ts';
import type { ExecutorStore } from './executors.ts';
import { HostKeyCheck } from './hostKeyCheck.ts';
import type { ActionState, Loading } from './hostView.ts';
import { Lifetime } from './lifetime.ts';
import type { RecordStore } from './records.ts';

/** The server tests no more than so many at once; the others would use up their time waiting. */
const AT_ONCE = 4;

export interface TrustViewParts {
  executorsApi: Pick<ExecutorsApi, 'get'>;
  sshApi: Pick<SshApi, 'test' | 'trust'>;
  executors: ExecutorStore;
  records: RecordStore;
  /** Reads every host and every record. */
  readAll: (signal: AbortSignal) => Promise<void>;
}

/**
 * One visit to the key of one host, or to those of all hosts that show another than the trusted
 * one. It tests them, and pins what a person has compared and ticked.
 */
export class TrustView {
  readonly #life = new Lifetime();
  readonly #loading = signal<Loading>({ kind: 'loading' });
  readonly #checks = signal<readonly HostKeyCheck[]>([]);
  readonly #ticked = signal<ReadonlySet<string>>(new Set());
  readonly #isCompared = signal(false);
  readonly #trusting = signal<ActionState>({ kind: 'idle' });
  readonly #queue: HostKeyCheck[] = [];
  #running = 0;

  /** Without those that were deleted. */
  readonly checks: ReadonlySignal<readonly HostKeyCheck[]> = computed(() =>
    this.#checks.value.filter(({ executor }) => executor.value !== null),
  );
  /** Those that would be trusted now. */
  readonly chosen: ReadonlySignal<readonly HostKeyCheck[]> = computed(() =>
    this.checks.value.filter(
      ({ id, offer }) => offer.value !== null && (this.id !== null || this.#ticked.value.has(id)),
    ),
  );
  readonly canTrust: ReadonlySignal<boolean> = computed(
    () => this.chosen.value.length > 0 && this.#isCompared.value && this.#trusting.value.kind !== 'pending',
  );

  constructor(
    readonly id: string | null,
    private readonly parts: TrustViewParts,
  ) {}

  get loading(): ReadonlySignal<Loading> {
    return this.#loading;
  }

  get ticked(): ReadonlySignal<ReadonlySet<string>> {
    return this.#ticked;
  }

  /** Whether a person says to have compared every chosen key with that of its machine. */
  get isCompared(): ReadonlySignal<boolean> {
    return this.#isCompared;
  }

  get trusting(): ReadonlySignal<ActionState> {
    return this.#trusting;
  }

  async open(): Promise<void> {
    this.#loading.value = { kind: 'loading' };
    const outcome = await settle(this.#read());
    if (this.#life.isOver) return;
    this.#loading.value = outcome.ok ? { kind: 'ready' } : outcome;
    if (!outcome.ok) return;
    this.#checks.value = outcome.value.map(
      (id) => new HostKeyCheck(id, this.parts.sshApi, this.#life, this.parts.executors),
    );
    for (const check of this.#checks.peek()) this.test(check);
  }

  /** Tests a host, now or when others are done. What it shows then has yet to be compared. */
  test(check: HostKeyCheck): void {
    if (this.#life.isOver || this.#queue.includes(check)) return;
    this.#isCompared.value = false;
    check.wait();
    this.#queue.push(check);
    this.#pump();
  }

  setTicked(check: HostKeyCheck, isTicked: boolean): void {
    const ticked = new Set(this.#ticked.peek());
    if (isTicked) ticked.add(check.id);
    else ticked.delete(check.id);
    batch(() => {
      this.#ticked.value = ticked;
      // What was compared did not include this one.
      if (isTicked) this.#isCompared.value = false;
    });
  }

  setCompared(isCompared: boolean): void {
    this.#isCompared.value = isCompared;
  }

  /** Whether all that was chosen is pinned, and this view is still the one to say so. */
  async trust(): Promise<boolean> {
    if (this.#life.isOver || !this.canTrust.peek()) return false;
    const chosen = this.chosen.peek();
    const keys = chosen.flatMap(({ offer }) => offer.peek() ?? []);
    this.#trusting.value = { kind: 'pending' };
    const outcome = await settle(this.parts.sshApi.trust(keys));
    if (outcome.ok) {
      for (const { executor } of outcome.value) if (executor !== null) this.parts.executors.accept(executor);
    }
    if (this.#life.isOver) return false;
    batch(() => {
      this.#trusting.value = outcome.ok ? { kind: 'idle' } : outcome;
      this.#isCompared.value = false;
      if (!outcome.ok) return;
      const results = new Map(outcome.value.map((result) => [result.executor_id, result]));
      for (const check of chosen) check.conclude(problemOf(results.get(check.id)));
    });
    return outcome.ok && outcome.value.every(({ error }) => error === null);
  }

  close(): void {
    this.#queue.length = 0;
    this.#life.end();
  }

  async #read(): Promise<string[]> {
    const { executorsApi, executors, records, readAll } = this.parts;
    if (this.id !== null) {
      executors.accept(await executorsApi.get(this.id, this.#life.signal));
      return [this.id];
    }
    await readAll(this.#life.signal);
    return changedKeys(executors, records);
  }

  #pump(): void {
    while (this.#running < AT_ONCE) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#running += 1;
      void next.run().finally(() => {
        this.#running -= 1;
        this.#pump();
      });
    }
  }
}

/** The hosts, of those that are probed, whose last probe met another key than the pinned one. */
export function changedKeys(executors: ExecutorStore, records: RecordStore): string[] {
  return executors.all.value
    .filter(({ id, status }) => status === 'active' && records.of(id).value?.reason === 'host_key')
    .map(({ id }) => id);
}

function problemOf(result: TrustResult | undefined): Problem | null {
  const error = result === undefined ? { type: '', detail: '' } : result.error;
  if (error === null) return null;
  const status = error.type === 'not-found' ? 404 : 409;
  return { kind: 'refused', status, slug: error.type, detail: error.detail, errors: [] };
}
