import { type ReadonlySignal, batch, computed, effect, signal } from '@preact/signals';

import { ApiClient } from '../api/client.ts';
import { ConfigApi } from '../api/config.ts';
import { ExecutorsApi } from '../api/executors.ts';
import type { Network } from '../api/network.ts';
import { settle } from '../api/problem.ts';
import { ReachabilityApi } from '../api/reachability.ts';
import { SessionsApi } from '../api/sessions.ts';
import { type Push, openSocket } from '../api/socket.ts';
import { SshApi } from '../api/ssh.ts';
import { type ReachabilityView, readView } from '../logic/index.ts';
import { Announcer } from './announcer.ts';
import { ServerClock } from './clock.ts';
import { ExecutorForm } from './executorForm.ts';
import { ExecutorStore } from './executors.ts';
import { HostView } from './hostView.ts';
import { ImportView } from './importView.ts';
import { LiveUpdates } from './live.ts';
import { Overview } from './overview.ts';
import { RecordStore } from './records.ts';
import { SessionForm } from './sessionForm.ts';
import { SessionList } from './sessionList.ts';
import { SessionView } from './sessionView.ts';
import { SessionStore } from './sessions.ts';
import { SettingsView } from './settingsView.ts';
import { TrustView } from './trustView.ts';

/** Beyond so many records to re-read at once, the list is read instead. */
const SINGLE_READS = 4;

/**
 * All that one sign-in holds. Signing out drops it whole: what is still on its way then reaches
 * nobody, and a refusal of the old token says nothing about the next sign-in.
 */
export class Workspace {
  readonly clock: ServerClock;
  readonly announcer = new Announcer();
  readonly executors = new ExecutorStore();
  readonly records: RecordStore;
  readonly sessions = new SessionStore((change) => this.announcer.noteSession(change));
  readonly live: LiveUpdates;
  readonly visible: ReadonlySignal<boolean>;
  /** Whether changes come by themselves. */
  readonly isLive: ReadonlySignal<boolean> = computed(() => this.live.state.value === 'live');
  /** Whether a host that is probed is known to be unreachable. */
  readonly hasUnreachable: ReadonlySignal<boolean> = computed(() =>
    this.executors.all.value.some(
      ({ id, status }) => status === 'active' && this.records.of(id).value?.state === 'unreachable',
    ),
  );
  readonly #executorsApi: ExecutorsApi;
  readonly #reachabilityApi: ReachabilityApi;
  readonly #configApi: ConfigApi;
  readonly #sshApi: SshApi;
  readonly #sessionsApi: SessionsApi;
  readonly #stopWatching: () => void;
  readonly #caughtUp = signal(0);
  #isDisposed = false;

  constructor(options: {
    base: URL;
    token: string | null;
    network: Network;
    visible: ReadonlySignal<boolean>;
    onUnauthorized: () => void;
  }) {
    const client = new ApiClient({
      ...options,
      onUnauthorized: () => {
        if (!this.#isDisposed) options.onUnauthorized();
      },
    });
    this.visible = options.visible;
    this.#executorsApi = new ExecutorsApi(client);
    this.#reachabilityApi = new ReachabilityApi(client);
    this.#configApi = new ConfigApi(client);
    this.#sshApi = new SshApi(client);
    this.#sessionsApi = new SessionsApi(client);
    this.clock = new ServerClock(options.visible);
    this.records = new RecordStore(this.clock, (change) => {
      const executor = this.executors.of(change.after.executor_id);
      if (executor !== null) this.announcer.note(executor.name, change);
    });
    this.live = new LiveUpdates({
      open: () => openSocket(client),
      onPushes: (pushes) => this.#take(pushes),
      onGap: () => void this.#readAll(),
    });
    this.live.start();
    this.#stopWatching = effect(() => {
      if (options.visible.value) this.live.retryNow();
    });
  }

  /** Grows each time that everything was re-read after a gap: what a view failed to load is here. */
  get caughtUp(): ReadonlySignal<number> {
    return this.#caughtUp;
  }

  openOverview(): Overview {
    const overview = new Overview(this);
    overview.open();
    return overview;
  }

  openHost(id: string): HostView {
    const { executors, records, visible, caughtUp } = this;
    const view = new HostView(id, {
      executorsApi: this.#executorsApi,
      reachabilityApi: this.#reachabilityApi,
      executors,
      records,
      visible,
      caughtUp,
    });
    view.open();
    return view;
  }

  /** The form for a new host, or for the one with this id. */
  openForm(id: string | null): ExecutorForm {
    const form = new ExecutorForm(id, {
      executorsApi: this.#executorsApi,
      sessionsApi: this.#sessionsApi,
      sshApi: this.#sshApi,
      executors: this.executors,
    });
    void form.open();
    return form;
  }

  /** The sessions of the host with this id, or of all hosts. */
  openSessions(executorId: string | null): SessionList {
    const list = new SessionList(executorId, this);
    list.open();
    return list;
  }

  openSession(id: string): SessionView {
    const { sessions, visible, isLive, caughtUp, live, records } = this;
    const view = new SessionView(id, {
      api: this.#sessionsApi,
      sessions,
      follow: (followed) => live.follow(followed),
      readHosts: () => this.readHosts(),
      intervalSeconds: records.intervalSeconds,
      visible,
      isLive,
      caughtUp,
    });
    view.open();
    return view;
  }

  /** The form that starts a session. */
  openSessionForm(executorId: string | null): SessionForm {
    this.readHosts();
    return new SessionForm(executorId, this.#sessionsApi, this.sessions);
  }

  /** The key of the host with this id, or those of all hosts that show a changed one. */
  openTrust(id: string | null): TrustView {
    const { executors, records } = this;
    const view = new TrustView(id, {
      executorsApi: this.#executorsApi,
      sshApi: this.#sshApi,
      executors,
      records,
      readAll: async (abort) => {
        await Promise.all([this.readExecutors(abort), this.readRecords(abort)]);
      },
    });
    void view.open();
    return view;
  }

  openImport(): ImportView {
    return new ImportView(this.#sshApi, () => this.#readAll());
  }

  openSettings(): SettingsView {
    const view = new SettingsView(this.#configApi);
    void view.read();
    return view;
  }

  async readExecutors(abort?: AbortSignal): Promise<void> {
    const known = this.executors.ids;
    this.executors.acceptList(await this.#executorsApi.list(abort), known);
  }

  async readRecords(abort?: AbortSignal): Promise<void> {
    const views = await this.#reachabilityApi.list(abort);
    if (views !== null) this.records.acceptAll(views);
  }

  async readSessions(abort?: AbortSignal): Promise<void> {
    const [known, asked] = [this.sessions.ids, this.sessions.ask()];
    this.sessions.acceptList(await this.#sessionsApi.list(abort), known, asked);
  }

  /** For a view beside which hosts are named: until pushes come, nothing else has read them. */
  readHosts(): void {
    if (this.isLive.peek()) return;
    void settle(this.readExecutors());
    void settle(this.readRecords());
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#stopWatching();
    this.live.stop();
    this.clock.dispose();
  }

  async #readAll(): Promise<void> {
    const reads = [this.readExecutors(), this.readRecords(), this.readSessions()];
    const outcomes = await Promise.all(reads.map(settle));
    if (outcomes.every(({ ok }) => ok)) this.#caughtUp.value += 1;
  }

  #take(pushes: readonly Push[]): void {
    const saved = new Set<string>();
    batch(() => {
      for (const push of pushes) {
        this.clock.observe(push.at);
        switch (push.type) {
          case 'hello':
            this.records.setInterval(push.payload.probe_interval_seconds);
            break;
          case 'executor.created':
          case 'executor.updated':
            this.executors.accept(push.payload);
            saved.add(push.payload.id);
            break;
          case 'executor.deleted':
            this.executors.forget(push.payload.id);
            this.records.forget(push.payload.id);
            saved.delete(push.payload.id);
            break;
          case 'executor.reachability.changed':
            this.#takeRecord(push.payload);
            break;
          case 'session.updated':
            this.sessions.push(push.payload);
            break;
          case 'session.launch.warning':
            this.sessions.warn(push.payload);
            break;
          case 'session.transport.lost':
            this.sessions.lose(push.payload);
            break;
          case 'resync':
            break;
        }
      }
    });
    this.#reread(saved);
  }

  /** What cannot be read is left out; the next read brings what is right. */
  #takeRecord(payload: unknown): void {
    let view: ReachabilityView;
    try {
      view = readView(payload);
    } catch {
      return;
    }
    this.records.accept(view);
  }

  /** A save can reset a record without a push of its own (W4). */
  #reread(ids: ReadonlySet<string>): void {
    if (ids.size > SINGLE_READS) {
      void settle(this.readRecords());
      return;
    }
    for (const id of ids) {
      if (this.executors.of(id)?.type !== 'ssh') continue;
      void settle(this.#reachabilityApi.get(id).then((view) => this.records.accept(view)));
    }
  }
}
