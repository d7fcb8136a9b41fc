import { type ReadonlySignal, computed, signal } from '@preact/signals';

import { type Failed, type Problem, settle } from '../api/problem.ts';
import type { SshApi, TestReport, Trust } from '../api/ssh.ts';
import type { Executor, ExecutorConfig } from '../logic/index.ts';
import { isSameConfig, setMembers } from './connection.ts';
import { type ShownKey, pinOf, shownKeyOf } from './connectionTest.ts';
import type { ExecutorStore } from './executors.ts';
import { Latest, type Lifetime } from './lifetime.ts';

export type CheckState =
  | { kind: 'waiting' }
  | { kind: 'running' }
  | { kind: 'done'; report: TestReport; key: ShownKey }
  /** The host was changed by someone since it was tested. */
  | { kind: 'stale' }
  | { kind: 'trusted' }
  /** It was to be trusted, and was not. */
  | { kind: 'refused'; problem: Problem }
  | Failed;

/** Which key a stored host shows now, beside the one that is pinned. */
export class HostKeyCheck {
  readonly #attempts = new Latest();
  readonly #state = signal<CheckState>({ kind: 'waiting' });
  readonly #tested = signal<ExecutorConfig | null>(null);

  /** Null once the host was deleted. */
  readonly executor: ReadonlySignal<Executor | null>;
  readonly state: ReadonlySignal<CheckState>;
  /** What trusting it would pin; null when there is nothing to trust. */
  readonly offer: ReadonlySignal<Trust | null>;

  constructor(
    readonly id: string,
    private readonly api: Pick<SshApi, 'test'>,
    private readonly life: Lifetime,
    executors: ExecutorStore,
  ) {
    this.executor = computed(() => executors.of(id));
    this.state = computed(() => {
      const state = this.#state.value;
      const [tested, now] = [this.#tested.value, this.executor.value?.config];
      const isStale = state.kind === 'done' && tested !== null && now !== undefined && !isSameConfig(tested, now);
      return isStale ? { kind: 'stale' } : state;
    });
    this.offer = computed(() => {
      const state = this.state.value;
      if (state.kind !== 'done' || state.key.kind === 'none' || state.key.kind === 'same') return null;
      const { fingerprint, key_algorithm } = state.key.shown;
      return key_algorithm === null ? null : { executor_id: id, fingerprint, key_algorithm };
    });
  }

  wait(): void {
    this.#attempts.begin();
    this.#state.value = { kind: 'waiting' };
  }

  async run(): Promise<void> {
    const config = this.executor.peek()?.config;
    if (this.life.isOver || config === undefined) return;
    const isLatest = this.#attempts.begin();
    this.#tested.value = config;
    this.#state.value = { kind: 'running' };
    const outcome = await settle(this.api.test(setMembers(config), this.life.signal));
    if (this.life.isOver || !isLatest()) return;
    this.#state.value = outcome.ok
      ? { kind: 'done', report: outcome.value, key: shownKeyOf(outcome.value, pinOf(config, 'trust')) }
      : outcome;
  }

  conclude(problem: Problem | null): void {
    this.#attempts.begin();
    this.#state.value = problem === null ? { kind: 'trusted' } : { kind: 'refused', problem };
  }
}
