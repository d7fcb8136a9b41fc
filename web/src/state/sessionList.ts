import { type ReadonlySignal, computed, signal } from '@preact/signals';

import { settle } from '../api/problem.ts';
import type { Session } from '../logic/index.ts';
import type { Loading } from './hostView.ts';
import { Latest, Lifetime } from './lifetime.ts';
import { keepFresh, recoverWith } from './refresh.ts';
import type { Workspace } from './workspace.ts';

/** One visit to the sessions of one host, or of all. */
export class SessionList {
  readonly #life = new Lifetime();
  readonly #read = new Latest();
  readonly #loading = signal<Loading>({ kind: 'loading' });

  readonly sessions: ReadonlySignal<Session[]>;

  constructor(
    /** Null for the sessions of all hosts. */
    readonly executorId: string | null,
    private readonly workspace: Workspace,
  ) {
    const { all } = workspace.sessions;
    this.sessions =
      executorId === null ? all : computed(() => all.value.filter((session) => session.executor_id === executorId));
  }

  get loading(): ReadonlySignal<Loading> {
    return this.#loading;
  }

  open(): void {
    const { workspace } = this;
    void this.read();
    if (this.executorId === null) workspace.readHosts();
    keepFresh({
      life: this.#life,
      intervalSeconds: workspace.records.intervalSeconds,
      visible: workspace.visible,
      // What changes is pushed; without pushes it is asked for.
      read: () => {
        if (!workspace.isLive.peek()) void this.read();
      },
    });
    recoverWith({ life: this.#life, caughtUp: workspace.caughtUp, loads: [this.#loading] });
  }

  close(): void {
    this.#life.end();
  }

  async read(): Promise<void> {
    const isLatest = this.#read.begin();
    const outcome = await settle(this.workspace.readSessions(this.#life.signal));
    if (this.#life.isOver || !isLatest()) return;
    this.#loading.value = outcome.ok ? { kind: 'ready' } : outcome;
  }
}
