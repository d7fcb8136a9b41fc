import { type ReadonlySignal, computed, signal } from '@preact/signals';

import type { Loading } from './hostView.ts';
import { type Filter, type Host, type SortKey, countByFilter, selectHosts } from './listing.ts';
import type { Workspace } from './workspace.ts';
import { Latest, Lifetime } from './lifetime.ts';
import { keepFresh, recoverWith } from './refresh.ts';
import { changedKeys } from './trustView.ts';
import { settle } from '../api/problem.ts';

/** One visit to the list of all hosts. */
export class Overview {
  readonly #life = new Lifetime();
  readonly #read = new Latest();
  readonly #loading = signal<Loading>({ kind: 'loading' });
  readonly #recordsLoading = signal<Loading>({ kind: 'loading' });

  readonly filter = signal<Filter>('all');
  readonly search = signal('');
  readonly sort = signal<SortKey>('severity');

  readonly hosts: ReadonlySignal<Host[]>;
  readonly shown: ReadonlySignal<Host[]>;
  readonly counts: ReadonlySignal<Record<Filter, number>>;
  /** How many hosts show another key than the one that is trusted. */
  readonly changedKeys: ReadonlySignal<number>;

  constructor(private readonly workspace: Workspace) {
    const { executors, records } = workspace;
    this.hosts = computed(() =>
      executors.all.value.map((executor) => ({
        executor,
        record: records.of(executor.id).value,
      })),
    );
    this.counts = computed(() => countByFilter(this.hosts.value));
    this.changedKeys = computed(() => changedKeys(executors, records).length);
    this.shown = computed(() =>
      selectHosts(this.hosts.value, {
        filter: this.filter.value,
        search: this.search.value,
        sort: this.sort.value,
      }),
    );
  }

  get loading(): ReadonlySignal<Loading> {
    return this.#loading;
  }

  /** Of the reachability records alone: the hosts can be known when these are not. */
  get recordsLoading(): ReadonlySignal<Loading> {
    return this.#recordsLoading;
  }

  open(): void {
    void this.read();
    keepFresh({
      life: this.#life,
      intervalSeconds: this.workspace.records.intervalSeconds,
      visible: this.workspace.visible,
      read: () => {
        void this.readRecords();
        // Sessions are pushed, every change of them.
        if (!this.workspace.isLive.peek()) void this.readSessions();
      },
    });
    recoverWith({
      life: this.#life,
      caughtUp: this.workspace.caughtUp,
      loads: [this.#loading, this.#recordsLoading],
    });
  }

  close(): void {
    this.#life.end();
  }

  async read(): Promise<void> {
    const outcome = settle(this.workspace.readExecutors(this.#life.signal));
    const others = Promise.all([this.readRecords(), this.readSessions()]);
    const result = await outcome;
    if (!this.#life.isOver) this.#loading.value = result.ok ? { kind: 'ready' } : result;
    await others;
  }

  async readRecords(): Promise<void> {
    const isLatest = this.#read.begin();
    const outcome = await settle(this.workspace.readRecords(this.#life.signal));
    if (this.#life.isOver || !isLatest()) return;
    this.#recordsLoading.value = outcome.ok ? { kind: 'ready' } : outcome;
  }

  /** How many run where is beside the point of this view: a failure is told where they are shown. */
  async readSessions(): Promise<void> {
    await settle(this.workspace.readSessions(this.#life.signal));
  }
}
