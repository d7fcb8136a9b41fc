import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

import type { Reason, SessionState, State } from '../logic/index.ts';
import type { RecordChange } from './records.ts';
import type { SessionChange } from './sessions.ts';

/** What a screen reader is told, politely. */
export type Announcement =
  | { kind: 'state'; name: string; state: State; reason: Reason | '' }
  | { kind: 'many'; count: number }
  | { kind: 'deleted'; name: string };

export type SessionAnnouncement =
  | { kind: 'session'; name: string; state: SessionState }
  | { kind: 'lost'; name: string }
  | { kind: 'many'; count: number }
  | { kind: 'deleted'; name: string };

const GATHER_MS = 300;

/** Changes of state that come close together are told as one: nobody listens to 200 sentences. */
export class Announcer {
  readonly #hosts = new Gathering<Announcement>((count) => ({ kind: 'many', count }));
  readonly #sessions = new Gathering<SessionAnnouncement>((count) => ({ kind: 'many', count }));

  get current(): ReadonlySignal<Announcement | null> {
    return this.#hosts.told;
  }

  get currentSession(): ReadonlySignal<SessionAnnouncement | null> {
    return this.#sessions.told;
  }

  /** The first record of a host is no change. */
  note(name: string, { before, after }: RecordChange): void {
    if (before === null || before.state === after.state) return;
    const { state, reason } = after;
    this.#hosts.note(after.executor_id, { kind: 'state', name, state, reason });
  }

  noteDeleted(name: string): void {
    this.#hosts.tell({ kind: 'deleted', name });
  }

  noteSession({ before, after }: SessionChange): void {
    const { id, name, state, transport } = after;
    if (before.state !== state) this.#sessions.note(id, { kind: 'session', name, state });
    else if (transport === 'lost' && before.transport !== 'lost') this.#sessions.note(id, { kind: 'lost', name });
  }

  noteSessionDeleted(name: string): void {
    this.#sessions.tell({ kind: 'deleted', name });
  }
}

/** Holds what is noted for a moment; of several things about one subject the last is told. */
class Gathering<T> {
  readonly told: Signal<T | null> = signal<T | null>(null);
  readonly #noted = new Map<string, T>();

  constructor(private readonly inSum: (count: number) => T) {}

  note(subject: string, what: T): void {
    if (this.#noted.size === 0) setTimeout(() => this.#tellNoted(), GATHER_MS);
    this.#noted.set(subject, what);
  }

  tell(what: T): void {
    this.told.value = what;
  }

  #tellNoted(): void {
    const [first, ...others] = [...this.#noted.values()];
    this.#noted.clear();
    if (first !== undefined) this.told.value = others.length === 0 ? first : this.inSum(others.length + 1);
  }
}
