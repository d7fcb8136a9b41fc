import { type ReadonlySignal, computed, effect, signal, untracked } from '@preact/signals';

import { type Problem, hasStatus, settle } from '../api/problem.ts';
import type { SessionAction, SessionsApi } from '../api/sessions.ts';
import type { LaunchWarning, Session } from '../logic/index.ts';
import type { Loading } from './hostView.ts';
import { Latest, Lifetime } from './lifetime.ts';
import { keepFresh, recoverWith } from './refresh.ts';
import type { SessionStore } from './sessions.ts';

/** What this view's own stop, resume, reset or delete came to. */
export type SessionActionState =
  | { kind: 'idle' }
  | { kind: 'pending'; action: SessionAction | 'delete' }
  | { kind: 'failed'; action: SessionAction | 'delete'; problem: Problem };

/** The end of the log; the text that was read before stays in sight while it is read again. */
export type LogState = { text: string | null } & (
  | { kind: 'unread' }
  | { kind: 'reading' }
  | { kind: 'ready' }
  | { kind: 'failed'; problem: Problem }
);

export interface SessionViewParts {
  api: Pick<SessionsApi, 'act' | 'get' | 'log' | 'remove' | 'status'>;
  sessions: SessionStore;
  /** Asks for the pushes of this session alone; what is returned ends that. */
  follow: (id: string) => () => void;
  /** Reads the hosts and their records, for a view that is opened before they are known. */
  readHosts: () => void;
  intervalSeconds: ReadonlySignal<number | null>;
  visible: ReadonlySignal<boolean>;
  isLive: ReadonlySignal<boolean>;
  caughtUp: ReadonlySignal<number>;
}

/** One visit to one session; it owns its requests as a visit to a host does. */
export class SessionView {
  readonly #life = new Lifetime();
  readonly #read = new Latest();
  readonly #statusRead = new Latest();
  readonly #loading = signal<Loading>({ kind: 'loading' });
  readonly #action = signal<SessionActionState>({ kind: 'idle' });
  readonly #log = signal<LogState>({ kind: 'unread', text: null });
  readonly #askedSilence = signal<number | null>(null);

  readonly session: ReadonlySignal<Session | null>;
  readonly warning: ReadonlySignal<LaunchWarning | null>;
  /** How long the host has not answered, in milliseconds, where that is known. */
  readonly silence: ReadonlySignal<number | null>;

  constructor(
    readonly id: string,
    private readonly parts: SessionViewParts,
  ) {
    const { sessions } = parts;
    this.session = computed(() => sessions.of(id));
    this.warning = computed(() => sessions.warningOf(id));
    this.silence = computed(() => sessions.silenceOf(id) ?? this.#askedSilence.value);
  }

  get loading(): ReadonlySignal<Loading> {
    return this.#loading;
  }

  get action(): ReadonlySignal<SessionActionState> {
    return this.#action;
  }

  get log(): ReadonlySignal<LogState> {
    return this.#log;
  }

  open(): void {
    const { id, parts } = this;
    this.#life.onEnd(parts.follow(id));
    void this.read();
    parts.readHosts();
    keepFresh({
      life: this.#life,
      intervalSeconds: parts.intervalSeconds,
      visible: parts.visible,
      // What changes is pushed; without pushes it is asked for.
      read: () => {
        if (!parts.isLive.peek()) void this.read();
      },
    });
    recoverWith({
      life: this.#life,
      caughtUp: parts.caughtUp,
      loads: [this.#loading],
      isHere: () => this.session.value !== null,
    });
    // A silence that was not pushed to this page is asked for, once.
    const isSilent = computed(() => {
      const transport = this.session.value?.transport;
      return transport === 'unresponsive' || (transport === 'lost' && parts.sessions.silenceOf(id) === null);
    });
    this.#life.onEnd(
      effect(() => {
        if (isSilent.value) {
          untracked(() => void this.#askSilence());
        } else {
          this.#statusRead.begin();
          this.#askedSilence.value = null;
        }
      }),
    );
  }

  close(): void {
    this.#life.end();
  }

  async read(): Promise<void> {
    const isLatest = this.#read.begin();
    const { api, sessions } = this.parts;
    const asked = sessions.ask();
    const outcome = await settle(api.get(this.id, this.#life.signal));
    if (outcome.ok) sessions.accept(outcome.value, asked);
    if (this.#life.isOver || !isLatest()) return;
    if (!outcome.ok && hasStatus(outcome.problem, 404)) sessions.forget(this.id);
    this.#loading.value = outcome.ok ? { kind: 'ready' } : outcome;
  }

  /** Does it, unless this very view waits for something that it asked for. */
  async act(action: SessionAction): Promise<void> {
    await this.#run(action, async () => {
      const { api, sessions } = this.parts;
      const asked = sessions.ask();
      sessions.accept(await api.act(this.id, action), asked);
    });
  }

  /** Whether it is gone, and this view is still the one to say so. */
  remove(force: boolean): Promise<boolean> {
    return this.#run('delete', async () => {
      await this.parts.api.remove(this.id, force);
      this.parts.sessions.forget(this.id);
    });
  }

  /** Forgets that an action failed, once a person has seen it. */
  dismissAction(): void {
    if (this.#action.peek().kind === 'failed') this.#action.value = { kind: 'idle' };
  }

  async readLog(): Promise<void> {
    if (this.#life.isOver || this.#log.peek().kind === 'reading') return;
    const { text } = this.#log.peek();
    this.#log.value = { kind: 'reading', text };
    const outcome = await settle(this.parts.api.log(this.id, this.#life.signal));
    if (this.#life.isOver) return;
    this.#log.value = outcome.ok
      ? { kind: 'ready', text: outcome.value }
      : { kind: 'failed', text, problem: outcome.problem };
  }

  async #askSilence(): Promise<void> {
    const isLatest = this.#statusRead.begin();
    const outcome = await settle(this.parts.api.status(this.id, this.#life.signal));
    if (this.#life.isOver || !isLatest() || !outcome.ok) return;
    this.#askedSilence.value = outcome.value.silence_ms;
  }

  async #run(action: SessionAction | 'delete', task: () => Promise<void>): Promise<boolean> {
    if (this.#life.isOver || this.#action.peek().kind === 'pending') return false;
    this.#action.value = { kind: 'pending', action };
    const outcome = await settle(task());
    if (this.#life.isOver) return false;
    this.#action.value = outcome.ok ? { kind: 'idle' } : { ...outcome, action };
    return outcome.ok;
  }
}
